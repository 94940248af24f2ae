import { nameOfOwner } from '../server/core/domain/tools.ts';
import { defineRule, files, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-node',
  group: 'references',
  severity: 'error',
  summary: 'An edge or the start of a flow names a node that does not exist.',
  why: `
    Without a start node there is no conversation; at an edge, the caller waits for an answer that never comes.
    Nodes are found by id within their own flow or component. Usually a node was deleted or renamed by hand. Use an
    existing node, or remove the edge.
  `,
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  at: referencesTo('node'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (lookup?.outcome !== 'missing' || node.string() === undefined) return undefined;
    const { near } = lookup;
    const owner = nameOfOwner(node);
    const isStart = node.parent?.is('flow-component') || node.parent?.is('conversation-flow');
    const consequence = isStart ? 'so it cannot start' : 'so the edge leads nowhere';
    return {
      severity: severityOf(lookup),
      message: `${node.label}: no node ${show(node.value)} in this ${owner}, ${consequence}${orMeant(lookup)}`,
      fix: set(node, near),
    };
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "start_node_id": "greting",
                         ^^^^^^^^^ start_node_id: no node "greting" in this component, so it cannot start; did you
                                 | mean "greeting"?
      => "start_node_id": "greeting",
        "nodes": [
          {
            "id": "greeting", "type": "conversation",
            "edges": [
              {
                "id": "e1",
                "destination_node_id": "ask_date"
                                       ^^^^^^^^^^ destination_node_id: no node "ask_date" in this component,
                                              | so the edge leads nowhere
              }
            ],
            "else_edge": { "id": "e2", "destination_node_id": "goodbye" }
          },
          { "id": "goodbye", "type": "end" }
        ]
      }
      ====
      -- desk.agent.json --
      {
        "conversationFlow": {
          "start_node_id": "intro",
                           ^^^^^^^ start_node_id: no node "intro" in this flow, so it cannot start
          "nodes": [{ "id": "hello", "type": "end" }],
          "components": [{ "name": "Payment", "start_node_id": "hello", "nodes": [{ "id": "pay", "type": "end" }] }]
                                                               ^^^^^^^
                                              | start_node_id: no node "hello" in this component, so it cannot start
        }
      }
    `,
    valid: files`
      -- work-in-progress.conversation-flow.json --
      {
        "start_node_id": "greeting",
        "nodes": [
          {
            "id": "greeting", "type": "conversation",
            "edges": [{ "id": "e1" }, { "id": "e2", "destination_node_id": "" }],
            "skip_response_edge": { "id": "e3", "destination_node_id": null }
          },
          { "id": "transfer", "type": "transfer_call", "edge": { "id": "e4", "destination_node_id": "greeting" } }
        ]
      }
      -- id-missing.conversation-flow.json --
      { "start_node_id": "greeting", "nodes": [{ "type": "end" }] }
      -- only-prompts.conversation-flow.json --
      { "start_node_id": "greeting", "global_prompt": "Be kind." }
    `,
  },
});
