import { entryOf } from '../server/core/shapes/table.ts';
import { defineRule, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-instruction',
  group: 'flows',
  severity: 'info',
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: a node has id, type and, as a conversation, an instruction',
  at: { 'node-instruction': '/text' },
  when: () => value => typeof value === 'string' && value.trim() === '',

  check(text) {
    const node = text.parent!.parent!;
    if (!node.is('node')) return;
    const { required, marks } = entryOf(node.entry);
    const talksAlways = required?.includes('instruction') || marks?.['x-expected']?.includes('instruction');
    if (!talksAlways && node.get('speak_during_execution').value !== true) return;
    const name = node.get('name').string() || node.get('id').string();
    return {
      message: `instruction: empty, so node ${name ? show(name) : node.label} gives the agent nothing to say`,
    };
  },
});
