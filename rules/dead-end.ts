import { unreachableNodes } from '../server/core/domain/flows.ts';
import {
  drawnFlow,
  isWritten,
  looseEdges,
  misnamedDestination,
  namedNode,
  nodeOf,
} from '../server/core/domain/loose-edges.ts';
import { edgesAt } from '../server/core/domain/flows.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { childEntry, entryOf, marksOf } from '../server/core/shapes/table.ts';

export default defineRule({
  id: 'dead-end',
  group: 'flows',
  severity: 'warning',
  summary: 'A node has no outgoing edge, so the conversation cannot leave it.',
  why: `
    The agent stays in the node until the caller hangs up or the call times out. Every node except end and transfer
    nodes needs an edge to another node. Add an edge to the next step or to an end node.

    Not reported: flows with global nodes, subagents with tools that can end the call, flex mode, and unreachable
    nodes. In a component it is info only, because the surrounding flow continues where the component ends.
  `,
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = drawnFlow(place);
    if (!flow) return;
    const lost = new Set(unreachableNodes(flow));
    for (const [id, next] of flow.next) {
      if (next.length > 0 || lost.has(id) || flow.globals.some(other => other !== id)) continue;
      const node = nodeOf(place, flow, id);
      if (!needsWayOut(node) || edgesAt(node).some(edge => edge.get('destination_node_id').string())) continue;
      // an edge that is only begun is reported at its condition
      if (looseEdges(node).some(edge => isWritten(edge) || misnamedDestination(edge, flow))) continue;
      yield {
        at: node.get('id'),
        ...(place.is('flow-component') && { severity: 'info' }),
        message: `${namedNode(node)} has no outgoing edge, so the conversation cannot leave it`,
        help: 'add an edge to the next node or to an end node',
      };
    }
  },

  examples: {
    invalid: files`
      -- desk.conversation-flow.json --
      {
        "start_node_id": "greet",
        "nodes": [
          { "id": "greet", "type": "conversation", "edges": [{ "id": "edge_1", "destination_node_id": "faq" }] },
          {
            "id": "faq",
                  ^^^^^ warning: node "faq" (Questions) has no outgoing edge, so the conversation cannot leave it
            "name": "Questions", "type": "conversation",
            "edges": [
              {
                "id": "edge_2",
                "transition_condition": { "type": "prompt", "prompt": "Describe the transition condition" }
              }
            ]
          }
        ]
      }
      -- verify.flow-component.json --
      {
        "name": "Verify",
        "start_node_id": "ask",
        "nodes": [{ "id": "ask", "type": "conversation" }]
                          ^^^^^ info: node "ask" has no outgoing edge, so the conversation cannot leave it
      }
    `,
    valid: files`
      -- desk.conversation-flow.json --
      {
        "start_node_id": "greet",
        "nodes": [
          {
            "id": "greet", "type": "conversation",
            "edges": [{ "id": "edge_1", "transition_condition": { "type": "prompt", "prompt": "A wish" }, "destination_node_id": "pass" }],
            "always_edge": null
          },
          {
            "id": "pass", "type": "transfer_call",
            "transfer_destination": { "type": "predefined", "number": "+12137774445" },
            "transfer_option": { "type": "cold_transfer" },
            "edge": { "id": "edge_2", "transition_condition": { "type": "prompt", "prompt": "Transfer failed" } }
          },
          { "id": "bye", "type": "end" },
          { "id": "lost", "type": "conversation" }
        ]
      }
      -- free.conversation-flow.json --
      { "flex_mode": true, "start_node_id": "greet", "nodes": [{ "id": "greet", "type": "conversation" }] }
      -- hang-up.conversation-flow.json --
      {
        "start_node_id": "greet",
        "nodes": [
          { "id": "greet", "type": "conversation" },
          { "id": "bye", "type": "end", "global_node_setting": { "condition": "They want to hang up" } }
        ]
      }
      -- alone.conversation-flow.json --
      {
        "start_node_id": "all",
        "tools": [{ "type": "end_call", "name": "end_call", "tool_id": "tool_end" }],
        "nodes": [{ "id": "all", "type": "subagent", "tool_ids": ["tool_end"] }]
      }
    `,
  },
});

/** Whether nodes of this type continue only along edges and cannot end in another way. */
function needsWayOut(node: Cursor): boolean {
  const { props = {} } = entryOf(node.entry);
  if (
    node.marks['x-leaves'] === true ||
    !Object.keys(props).some(key => marksOf(childEntry(node.entry, key))['x-edge'])
  )
    return false;
  return !['tools', 'tool_ids'].some(key => node.get(key).items().length > 0);
}
