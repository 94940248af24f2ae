import { presetOfOtherChannel, presetsOf } from '../server/core/index/analysis-fields.ts';
import { defineRule, property, set, show, suggest } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'preset-of-other-channel',
  group: 'settings',
  severity: 'warning',
  spec: 'Analysis data',
  clause: 'Analysis data: items are custom, or presets of their channel (fields not shown)',
  replaces: ['unrecognized-value'],
  at: { 'agent-settings': ['/post_call_analysis_data/*/name', '/post_chat_analysis_data/*/name'] },
  when:
    ({ 'x-known-values': values }) =>
    (name, holder) =>
      typeof name === 'string' && property(holder, 'type') === 'system-presets' && !values?.includes(name),

  check(node) {
    const name = node.string()!;
    const list = node.parent?.parent;
    if (!list) return undefined;
    const preset = presetOfOtherChannel(name, presetsOf(list));
    return preset === undefined
      ? undefined
      : {
          message: `name: ${show(name)} is not a preset of ${list.label}${suggest(preset)}`,
          fix: list.items().some(item => item.get('name').value === preset) ? undefined : set(node, preset),
        };
  },
});
