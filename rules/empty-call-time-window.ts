import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-call-time-window',
  group: 'batches',
  severity: 'info',
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
});
