import { defineRule, hasRepeats, repeatsIn, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'repeated-analysis-name',
  group: 'settings',
  severity: 'warning',
  spec: 'Analysis data',
  clause: [
    'Agent settings: post_call_analysis_data',
    'Analysis data: items are custom, or presets of their channel (fields not shown)',
  ],
  at: {
    'agent-settings': ['/post_call_analysis_data', '/post_chat_analysis_data'],
    'extract-dynamic-variable-tool': '/variables',
    'extract-dynamic-variables-node': '/variables',
  },
  when: () => list => hasRepeats(list, 'name'),

  *check(list) {
    const names = list.items().map(item => item.get('name'));
    for (const [cursor, previous] of repeatsIn(names, name => name.string()))
      yield {
        at: cursor,
        message: `name: ${show(cursor.value)} is used twice, so only one of the two values can be read`,
        related: [{ at: previous, message: 'first used here' }],
      };
  },
});
