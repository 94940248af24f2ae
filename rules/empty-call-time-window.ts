import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-call-time-window',
  group: 'batches',
  severity: 'info',
  summary: 'A call time window has no windows.',
  why: `
    \`call_time_window\` limits calls to its \`windows\`. What an empty list means is not specified: people may be
    called at night, or not at all. Remove \`call_time_window\` if calls may be placed at any hour.
  `,
  spec: 'Batch call',
  clause: 'Batch call: windows: minutes, end excluded, not over midnight',
  at: { 'call-time-window': '' },

  check(window) {
    const windows = window.get('windows');
    const empty = windows.isNull || (windows.isArray && windows.items().length === 0);
    if (!empty && !(window.isObject && !windows.exists && window.entries().some(entry => !entry.isNull)))
      return undefined;
    return {
      at: windows,
      message: 'windows: empty, so whether calls are placed at any hour or never is unspecified',
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [], "day": ["Monday"] }
                                         ^ info: windows: empty, so whether calls are placed at any hour or never is
                                         | unspecified
      }
      -- callbacks.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "timezone": "America/New_York" }
                            ^ info: windows: empty, so whether calls are placed at any hour or never is unspecified
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      { "tasks": [{ "to_number": "+12137774445" }], "call_time_window": {} }
      -- callbacks.batch-call.json --
      { "tasks": [{ "to_number": "+12137774445" }], "call_time_window": null }
    `,
  },
});
