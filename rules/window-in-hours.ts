import { clock, spanOf } from '../server/core/domain/windows.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'window-in-hours',
  group: 'alerts',
  aliases: ['hours-for-minutes'],
  severity: 'warning',
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
});
