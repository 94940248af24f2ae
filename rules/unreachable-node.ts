import { flowOf, reachableFrom, unreachableNodes } from '../server/core/domain/flows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { count, show } from '../server/core/words.ts';

export default defineRule({
  id: 'unreachable-node',
  severity: 'warning',
  summary: 'A node that no conversation can come to.',
  why: `
    A node that nothing leads to has no effect, however good its instruction is. A conversation begins at the start node
    and follows edges; a global node is entered from anywhere. Mostly an edge was forgotten or leads elsewhere since.
    Lead an edge to it, give it a \`global_node_setting\`, or remove it. Of several lost nodes in a row the first one is
    named.
  `,
  spec: 'Conversation flow component',
  shows: 'unnecessary',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    const flow = flowOf(place);
    const lost = new Set(unreachableNodes(flow));
    if (lost.size === 0) return;
    const entered = new Set([...lost].flatMap(id => (flow.next.get(id) ?? []).filter(to => to !== id)));
    const told = new Set<string>();
    // an edge without a destination says that the flow is still being drawn
    const isDraft = [...flow.open].some(id => !lost.has(id));
    // first those that nothing leads to, then what is left: circles
    for (const id of [...[...lost].filter(id => !entered.has(id)), ...lost]) {
      if (told.has(id)) continue;
      const others = [...reachableFrom(flow, [id])].filter(
        other => other !== id && lost.has(other) && !told.has(other),
      );
      for (const other of [id, ...others]) told.add(other);
      const node = place.get('nodes').get(flow.nodes.get(id)!),
        name = node.get('name').string();
      yield {
        at: node.get('id'),
        severity: isDraft ? 'info' : 'warning',
        message:
          `no edge leads from the start to node ${show(id)}${name && name !== id ? ` (${name})` : ''}, ` +
          `so it is never reached${others.length === 0 ? '' : `, nor the ${count(others.length, 'node')} behind it`}`,
      };
    }
  },

  examples: {
    invalid: [
      {
        files: files`
        -- booking.flow-component.json --
        {
          "name": "Booking",
          "start_node_id": "greeting",
          "nodes": [
            {
              "id": "greeting",
              "type": "conversation",
              "instruction": { "type": "prompt", "text": "Greet the patient." },
              "edges": []
            },
            {
              "id": "ask_date",
                    ^^^^^^^^^^ warning: no edge leads from the start to node "ask_date" (Ask for a date), so it is never
                             | reached, nor the 1 node behind it
              "type": "conversation",
              "name": "Ask for a date",
              "instruction": { "type": "prompt", "text": "Ask for a date." },
              "edges": [{ "id": "e1", "destination_node_id": "confirm" }]
            },
            {
              "id": "confirm",
              "type": "conversation",
              "instruction": { "type": "prompt", "text": "Confirm." },
              "edges": [{ "id": "e2", "destination_node_id": "ask_date" }]
            },
            { "id": "lost", "type": "end" }
                    ^^^^^^ warning: no edge leads from the start to node "lost", so it is never reached
          ]
        }
        -- draft.conversation-flow.json --
        {
          "start_node_id": "greeting",
          "nodes": [
            {
              "id": "greeting",
              "type": "conversation",
              "instruction": { "type": "prompt", "text": "Greet." },
              "edges": [{ "id": "e1", "destination_node_id": null }]
            },
            { "id": "goodbye", "type": "end" }
                    ^^^^^^^^^ info: no edge leads from the start to node "goodbye", so it is never reached
          ]
        }
      `,
      },
    ],
    valid: [
      files`
      -- booking.conversation-flow.json --
      {
        "start_node_id": "greeting",
        "nodes": [
          {
            "id": "greeting",
            "type": "conversation",
            "instruction": { "type": "prompt", "text": "Greet the patient." },
            "edges": [{ "id": "e1", "destination_node_id": "book" }],
            "skip_response_edge": { "id": "e2", "destination_node_id": "sms" }
          },
          {
            "id": "book",
            "type": "function",
            "tool_id": "t",
            "else_edge": { "id": "e3", "destination_node_id": "bye" }
          },
          { "id": "sms", "type": "sms", "success_edge": { "id": "e4", "destination_node_id": "kept" } },
          { "id": "kept", "type": "hold_the_line", "resume_edge": { "id": "e5", "destination_node_id": "resumed" } },
          { "id": "resumed", "type": "end" },
          { "id": "bye", "type": "end" },
          {
            "id": "human",
            "type": "transfer_call",
            "global_node_setting": { "condition": "Wants a human" },
            "edge": { "id": "e6", "destination_node_id": "sorry" }
          },
          { "id": "sorry", "type": "end" }
        ]
      }
      -- start-unknown.conversation-flow.json --
      { "start_node_id": "gone", "nodes": [{ "id": "a", "type": "end" }, { "id": "b", "type": "end" }] }
    `,
    ],
  },
});
