import { presetsOf, isPreset } from '../server/core/index/analysis-fields.ts';
import { defineRule, property, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'analysis-name-of-preset',
  group: 'settings',
  severity: 'info',
  spec: 'Analysis data',
  clause: [
    'Agent settings: post_call_analysis_data',
    'Analysis data: items are custom, or presets of their channel (fields not shown)',
  ],
  at: { 'agent-settings': ['/post_call_analysis_data/*/name', '/post_chat_analysis_data/*/name'] },
  when: () => (name, holder) =>
    typeof name === 'string' && property(holder, 'type') !== 'system-presets' && isPreset(name),

  check(node) {
    const name = node.string()!;
    const type = node.sibling('type').string();
    const list = node.parent?.parent;
    if (type === undefined || !list || !presetsOf(list).includes(name)) return undefined;
    return {
      message: `name: ${show(name)} is also the name of a built-in analysis item`,
      help: 'choose another name, or turn the item into the preset: "type": "system-presets"',
    };
  },
});
