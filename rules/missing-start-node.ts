import { nameOfOwner } from '../server/core/domain/tools.ts';
import { defineRule, property } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-start-node',
  group: 'flows',
  severity: 'info',
  spec: 'Create conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  at: { 'flow-component': '', 'conversation-flow': '', llm: '' },
  when: () => place => ['start_node_id', 'starting_state'].every(key => (property(place, key) ?? '') === ''),

  check(place) {
    const isEngine = place.is('llm'),
      start = place.get(isEngine ? 'starting_state' : 'start_node_id');
    if (place.get(isEngine ? 'states' : 'nodes').items().length === 0) return undefined;
    return { at: start, message: `${start.key}: missing, so where the ${nameOfOwner(place)} starts is unspecified` };
  },
});
