import type { Cursor } from '../server/core/cursor.ts';
import { clock, spanOf, type WindowMinutes } from '../server/core/domain/windows.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'overlapping-time-windows',
  group: 'batches',
  severity: 'warning',
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
});

const named = ({ start, end }: WindowMinutes): string => `${clock(start)}–${clock(end)}`;
