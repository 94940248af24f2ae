import { property } from '../server/core/json/json.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-start-node',
  group: 'flows',
  severity: 'info',
  spec: 'Create conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  at: { 'flow-component': '', 'conversation-flow': '' },
  when: () => flow => (property(flow, 'start_node_id') ?? '') === '',

  check(flow) {
    const start = flow.get('start_node_id'),
      nodes = flow.get('nodes').items();
    if (nodes.length === 0) return;
    const kind = flow.is('flow-component') ? 'component' : 'flow';
    return {
      at: start,
      message: `start_node_id: missing, so where the ${kind} starts is unspecified`,
    };
  },
});
