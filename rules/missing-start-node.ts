import { property } from '../server/core/json/json.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'missing-start-node',
  group: 'flows',
  severity: 'info',
  summary: 'A flow does not say where it starts.',
  why: `
    A component may be created with a name and nodes alone, and which node it starts with is not specified. Set
    \`start_node_id\`, so that the order of the nodes does not decide.
  `,
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

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
      ^ info: start_node_id: missing, so where the component starts is unspecified
        "name": "Booking",
        "nodes": [{ "id": "greeting", "type": "conversation" }, { "id": "goodbye", "type": "end" }]
      }
      -- desk.conversation-flow.json --
      { "start_node_id": null, "nodes": [{ "id": "greeting", "type": "end" }] }
                         ^^^^ info: start_node_id: missing, so where the flow starts is unspecified
    `,
    valid: files`
      -- booking.flow-component.json --
      { "name": "Booking", "start_node_id": "greeting", "nodes": [{ "id": "greeting", "type": "end" }] }
      -- empty.conversation-flow.json --
      { "start_node_id": null, "nodes": [] }
    `,
  },
});
