import { elseLoops } from '../server/core/domain/else-loops.ts';
import { endlessLoops, flowOf } from '../server/core/domain/flows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped, listed, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'endless-loop',
  group: 'flows',
  severity: 'warning',
  summary: 'Nodes lead back to themselves forever.',
  why: `
    Branch, function and code nodes run without the caller saying anything. If every edge out of them leads back among
    them, the caller hears silence until the call times out. A loop through a node that talks is normal. Add an edge
    to a conversation node or an end node.

    A branch whose else leads back to it is a loop as well if nothing on the way sets a variable that its equations
    read: what was not true is never true. If a node on the way talks, the caller is asked again and again. Set the
    variable on the way, or let else lead on.
  `,
  spec: 'domain',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = flowOf(place);
    if (flow.automatic.size === 0) return;
    for (const loop of endlessLoops(flow)) {
      const [first, ...rest] = loop.map(id => place.get('nodes').get(flow.nodes.get(id)!));
      yield {
        at: first!.get('id'),
        message:
          rest.length === 0
            ? `node ${show(loop[0])} loops back to itself forever without waiting for the caller`
            : `nodes ${listed(
                loop.map(id => show(id)),
                'and',
                3,
              )} loop forever without waiting for the caller`,
        related: rest.map(node => ({ at: node.get('id'), message: 'also in the loop' })),
      };
    }
    for (const { branch, way, reads } of elseLoops(place)) {
      const names = listed(
        reads.map(name => `{{${clipped(name)}}}`),
        'and',
        2,
      );
      yield {
        at: branch.get('id'),
        message: `else of branch ${show(branch.get('id').value)} leads back to it, and nothing on the way changes ${names}`,
        related: way.map(node => ({ at: node.get('id'), message: 'on the way' })),
      };
    }
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "start_node_id": "look_up",
        "nodes": [
          {
            "id": "look_up",
                  ^^^^^^^^^ warning: nodes "look_up", "found" and "retry" loop forever without waiting for the
                          | caller
            "type": "function",
            "tool_type": "local",
            "wait_for_result": true,
            "edges": [{ "id": "e1", "destination_node_id": "found" }]
          },
          {
            "id": "found", "type": "branch",
            "edges": [{ "id": "e2", "destination_node_id": "retry" }],
            "else_edge": { "id": "e3", "destination_node_id": "look_up" }
          },
          {
            "id": "retry", "type": "code",
            "code": "return {}",
            "wait_for_result": true,
            "else_edge": { "id": "e4", "destination_node_id": "look_up" }
          },
          { "id": "again", "type": "branch", "else_edge": { "id": "e5", "destination_node_id": "again" } }
                  ^^^^^^^ warning: node "again" loops back to itself forever without waiting for the caller
        ]
      }
      -- age.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "adult", "type": "branch",
                  ^^^^^^^ warning: else of branch "adult" leads back to it, and nothing on the way changes {{age}}
            "edges": [
              {
                "id": "e1", "destination_node_id": "bye",
                "transition_condition": {
                  "type": "equation", "equations": [{ "left": "{{age}}", "operator": ">", "right": "17" }]
                }
              }
            ],
            "else_edge": { "id": "e2", "destination_node_id": "ask" }
          },
          {
            "id": "ask", "type": "conversation",
            "edges": [{ "id": "e3", "destination_node_id": "name" }]
          },
          {
            "id": "name", "type": "extract_dynamic_variables",
            "variables": [{ "type": "string", "name": "name" }],
            "else_edge": { "id": "e4", "destination_node_id": "adult" }
          },
          { "id": "bye", "type": "end" }
        ]
      }
    `,
    valid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "start_node_id": "talk",
        "nodes": [
          {
            "id": "talk", "type": "conversation",
            "instruction": { "type": "prompt", "text": "Ask for a date." },
            "edges": [{ "id": "e0", "destination_node_id": "talk" }, { "id": "e1", "destination_node_id": "look_up" }]
          },
          { "id": "look_up", "type": "function", "edges": [{ "id": "e2", "destination_node_id": "found" }] },
          {
            "id": "found", "type": "branch",
            "edges": [{ "id": "e3", "destination_node_id": "talk" }],
            "else_edge": { "id": "e4", "destination_node_id": "look_up" }
          },
          {
            "id": "open", "type": "branch",
            "edges": [{ "id": "e5" }],
            "else_edge": { "id": "e6", "destination_node_id": "open" }
          }
        ]
      }
      -- age.conversation-flow.json --
      {
        "nodes": [
          {
            "id": "adult", "type": "branch",
            "edges": [
              {
                "id": "e1", "destination_node_id": "bye",
                "transition_condition": {
                  "type": "equation", "equations": [{ "left": "{{age}}", "operator": ">", "right": "17" }]
                }
              }
            ],
            "else_edge": { "id": "e2", "destination_node_id": "age" }
          },
          {
            "id": "age", "type": "extract_dynamic_variables",
            "variables": [{ "type": "number", "name": "age" }],
            "else_edge": { "id": "e3", "destination_node_id": "adult" }
          },
          {
            "id": "late", "type": "branch",
            "edges": [
              {
                "id": "e4", "destination_node_id": "bye",
                "transition_condition": {
                  "type": "equation", "equations": [{ "left": "{{current_hour}}", "operator": ">", "right": "17" }]
                }
              }
            ],
            "else_edge": { "id": "e5", "destination_node_id": "late" }
          },
          { "id": "bye", "type": "end" }
        ]
      }
    `,
  },
});
