import type { Cursor } from '../server/core/cursor.ts';
import { clock, spanOf, type WindowMinutes } from '../server/core/domain/windows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'overlapping-time-windows',
  group: 'batches',
  severity: 'warning',
  summary: 'Two time windows of a batch call overlap.',
  why: `
    Calls may be placed in any of the windows, so an overlap is redundant. Usually a break was meant between them, or
    one is left over.
  `,
  spec: 'Batch call',
  clause: 'Batch call: windows: minutes, end excluded, not over midnight',
  at: { 'call-time-window': '/windows' },

  *check(windows) {
    const earlier: { readonly at: Cursor; readonly span: WindowMinutes }[] = [];
    for (const at of windows.items()) {
      const span = spanOf(at);
      if (!span) continue;
      const other = earlier.find(({ span: { start, end } }) => start < span.end && span.start < end);
      earlier.push({ at, span });
      if (!other) continue;
      const inside = other.span.start <= span.start && span.end <= other.span.end;
      const how = inside ? `is inside ${named(other.span)}, so it has no effect` : `overlaps ${named(other.span)}`;
      yield {
        at,
        message: `window ${named(span)} ${how}`,
        related: [{ at: other.at, message: 'the other window' }],
        ...(inside && { fix: remove(at, { title: 'Remove it' }) }),
      };
    }
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": {
          "windows": [
            { "start": 540, "end": 780 },
            { "start": 720, "end": 1020 },
            ^ warning: window 12:00–17:00 overlaps 09:00–13:00
         => { "start": 720, "end": 1020 }
            { "start": 600, "end": 660 }
            ^ warning: window 10:00–11:00 is inside 09:00–13:00, so it has no effect
         =>
          ]
        }
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 780, "end": 1020 }, { "start": 540, "end": 780 }, { "start": 800, "end": 700 }] }
      }
    `,
  },
});

const named = ({ start, end }: WindowMinutes): string => `${clock(start)}–${clock(end)}`;
