import { isWritten, namedNode } from '../server/core/domain/loose-edges.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unasked-condition',
  group: 'flows',
  severity: 'warning',
  summary: 'A condition is never evaluated because of a skip_response_edge.',
  why: `
    With a \`skip_response_edge\` the conversation leaves the node as soon as the agent has spoken, so what the caller
    answers is never heard. Remove the \`skip_response_edge\` if the answer matters, or the other edges. Edges that
    only have the dashboard's default text are skipped.
  `,
  spec: 'domain',
  shows: 'unnecessary',
  at: { node: '/skip_response_edge' },

  check(skip) {
    const node = skip.parent;
    if (
      !node ||
      !skip.get('destination_node_id').string() ||
      node.within('conversation-flow', 'flow-component')?.get('flex_mode').value === true
    )
      return undefined;
    const asked = node.get('edges').items().filter(isWritten);
    const conditions = asked.map(edge => {
      const condition = edge.get('transition_condition');
      return condition.get('equations').items().length > 0 ? condition.get('equations') : condition.get('prompt');
    });
    const [first, ...others] = conditions;
    if (!first) return undefined;
    return {
      at: first,
      message:
        `${first.string() === undefined ? 'this equation' : show(first.value)} is never evaluated: ` +
        `${namedNode(node)} takes its skip_response_edge first`,
      related: [
        { at: skip, key: true, message: 'always taken' },
        ...others.map(at => ({ at, message: 'never evaluated either' })),
      ],
    };
  },

  examples: {
    invalid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "greet", "type": "conversation",
            "edges": [
              {
                "id": "edge_1",
                "transition_condition": { "type": "prompt", "prompt": "They say yes" },
                                                                      ^^^^^^^^^^^^^^
                                              | warning: "They say yes" is never evaluated: node "greet" takes its
                                              | skip_response_edge first
                "destination_node_id": "bye"
              }
            ],
            "skip_response_edge": {
              "id": "edge_2",
              "transition_condition": { "type": "prompt", "prompt": "Skip response" },
              "destination_node_id": "bye"
            }
          },
          { "id": "bye", "type": "end" }
        ]
      }
    `,
    valid: files`
      -- desk.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "greet", "type": "conversation",
            "edges": [{ "id": "edge_1", "transition_condition": { "type": "prompt", "prompt": "Describe the transition condition" } }],
            "skip_response_edge": { "id": "edge_2", "destination_node_id": "bye" }
          },
          { "id": "bye", "type": "end" }
        ]
      }
    `,
  },
});
