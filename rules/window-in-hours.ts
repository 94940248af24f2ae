import { clock, spanOf } from '../server/core/domain/windows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'window-in-hours',
  group: 'alerts',
  aliases: ['hours-for-minutes'],
  severity: 'warning',
  summary: 'A time window is given in hours instead of minutes.',
  why: `
    Windows count minutes since local midnight: \`9\` to \`17\` is not a working day but eight minutes after
    midnight. The batch waits for midnight and then wakes people up.
  `,
  spec: 'Batch call',
  clause: 'Batch call: windows: minutes, end excluded, not over midnight',
  at: { 'time-window': '' },

  check(window) {
    const span = spanOf(window);
    if (!span || span.end > 24) return undefined;
    const hours = { start: span.start * 60, end: span.end * 60 };
    const { start, end } = span;
    return {
      message:
        `window ${start} to ${end} is ${clock(start)}–${clock(end)} (minutes since midnight); ` +
        `did you mean ${hours.start} to ${hours.end}?`,
      fix: {
        title: `Use ${hours.start} to ${hours.end}`,
        safe: false,
        edits: [
          { set: window.get('start').pointer, to: hours.start },
          { set: window.get('end').pointer, to: hours.end },
        ],
      },
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 9, "end": 17 }] }
                                          ^ warning: window 9 to 17 is 00:09–00:17 (minutes since midnight); did you
                                          | mean 540 to 1020?
      => "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 0, "end": 30 }, { "start": 540, "end": 1020 }] }
      }
    `,
  },
});
