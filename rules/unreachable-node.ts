import type { Cursor } from '../server/core/cursor.ts';
import { edgesAt, flowOf, reachableFrom, unreachableNodes, type Flow } from '../server/core/domain/flows.ts';
import { namedNode, nodeOf } from '../server/core/domain/loose-ends.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { count, nearest, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unreachable-node',
  group: 'flows',
  severity: 'warning',
  summary: 'A node is unreachable.',
  why: `
    A conversation begins at the start node and follows edges; global nodes are entered from anywhere. Nothing leads
    to this node, so it has no effect. Usually an edge was forgotten or rerouted. Add an edge to it, give it a
    \`global_node_setting\`, or remove it. Of several unreachable nodes in a row the first one is reported.

    If another node has an unconnected edge, the flow is probably unfinished; one info names both. With \`flex_mode\`
    the nodes are tools of one prompt and need no edges.
  `,
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  shows: 'unnecessary',
  at: { 'flow-component': '', 'conversation-flow': '' },

  *check(place) {
    if (place.peek('flex_mode') === true) return;
    const flow = flowOf(place);
    const lost = new Set(unreachableNodes(flow));
    if (lost.size === 0) return;
    const loose = [...flow.open].filter(id => !lost.has(id));
    // an edge to a misspelled node is reported there, and leads to it once that is corrected
    for (const id of reachableFrom(
      flow,
      loose.flatMap(id => meantBy(nodeOf(place, flow, id), flow)),
    ))
      lost.delete(id);
    if (lost.size === 0) return;
    if (loose.length > 0) {
      yield unfinished(place, flow, [...lost], loose);
      return;
    }
    const entered = new Set([...lost].flatMap(id => (flow.next.get(id) ?? []).filter(to => to !== id)));
    const told = new Set<string>();
    // first the nodes that nothing leads to, then the cycles that remain
    for (const id of [...[...lost].filter(id => !entered.has(id)), ...lost]) {
      if (told.has(id)) continue;
      const others = [...reachableFrom(flow, [id])].filter(
        other => other !== id && lost.has(other) && !told.has(other),
      );
      for (const other of [id, ...others]) told.add(other);
      yield {
        at: nodeOf(place, flow, id).get('id'),
        message:
          `${namedNode(nodeOf(place, flow, id))} is unreachable: no edge leads to it from the start` +
          (others.length === 0 ? '' : ` (nor to the ${count(others.length, 'node')} behind it)`),
      };
    }
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "start_node_id": "greeting",
        "nodes": [
          { "id": "greeting", "type": "conversation", "edges": [] },
          {
            "id": "ask_date",
                  ^^^^^^^^^^ warning: node "ask_date" (Ask for a date) is unreachable: no edge leads to it from the
                           | start (nor to the 1 node behind it)
            "type": "conversation", "name": "Ask for a date",
            "edges": [{ "id": "e1", "destination_node_id": "confirm" }]
          },
          { "id": "confirm", "type": "conversation", "edges": [{ "id": "e2", "destination_node_id": "ask_date" }] },
          { "id": "lost", "type": "end" }
                  ^^^^^^ warning: node "lost" is unreachable: no edge leads to it from the start
        ]
      }
      -- draft.conversation-flow.json --
      {
        "start_node_id": "greeting",
        "nodes": [
          { "id": "greeting", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": null }] },
          { "id": "goodbye", "type": "end" }
                  ^^^^^^^^^ info: no edge leads to node "goodbye" yet; node "greeting" has an unconnected edge
        ]
      }
    `,
    valid: files`
      -- booking.conversation-flow.json --
      {
        "start_node_id": "greeting",
        "nodes": [
          {
            "id": "greeting", "type": "conversation",
            "edges": [{ "id": "e1", "destination_node_id": "book" }],
            "skip_response_edge": { "id": "e2", "destination_node_id": "sms" }
          },
          {
            "id": "book", "type": "function", "tool_id": "t",
            "else_edge": { "id": "e3", "destination_node_id": "bye" }
          },
          { "id": "sms", "type": "sms", "success_edge": { "id": "e4", "destination_node_id": "kept" } },
          { "id": "kept", "type": "hold_the_line", "resume_edge": { "id": "e5", "destination_node_id": "resumed" } },
          { "id": "resumed", "type": "end" },
          { "id": "bye", "type": "end" },
          {
            "id": "human", "type": "transfer_call",
            "global_node_setting": { "condition": "Wants a human" },
            "edge": { "id": "e6", "destination_node_id": "sorry" }
          },
          { "id": "sorry", "type": "end" }
        ]
      }
      -- tools.flow-component.json --
      {
        "name": "Tools",
        "flex_mode": true,
        "start_node_id": "greeting",
        "nodes": [{ "id": "greeting", "type": "conversation", "edges": [] }, { "id": "bye", "type": "end" }]
      }
      -- misspelled.conversation-flow.json --
      {
        "start_node_id": "greet",
        "nodes": [
          {
            "id": "greet", "type": "conversation",
            "edges": [{ "id": "e", "destination_node_id": "balanc", "transition_condition": { "type": "prompt", "prompt": "Greeted" } }]
          },
          { "id": "balance", "type": "end" }
        ]
      }
      -- start-unknown.conversation-flow.json --
      { "start_node_id": "gone", "nodes": [{ "id": "a", "type": "end" }, { "id": "b", "type": "end" }] }
    `,
  },
});

/** One sentence for a flow with loose edges: which of its nodes nothing leads to yet. */
function unfinished(place: Cursor, flow: Flow, lost: readonly string[], loose: readonly string[]): Problem {
  const [first, ...others] = lost as readonly [string, ...string[]];
  const also = others.length === 0 ? '' : ` and ${count(others.length, 'more node')}`,
    too = loose.length === 1 ? '' : ` (and ${loose.length - 1} more)`;
  return {
    at: nodeOf(place, flow, first).get('id'),
    severity: 'info',
    message:
      `no edge leads to node ${show(first)}${also} yet; ` + `node ${show(loose[0]!)} has an unconnected edge${too}`,
    related: loose
      .flatMap(id => edgesAt(nodeOf(place, flow, id)).filter(edge => !leads(edge, flow)))
      .slice(0, 20)
      .map(at => ({ at, message: 'this edge leads nowhere' })),
  };
}
/** The nodes that misspelled edges of a node were meant to lead to. */
const meantBy = (node: Cursor, flow: Flow): string[] =>
  flow.dangles
    ? edgesAt(node).flatMap(edge => {
        const to = edge.get('destination_node_id').string();
        return to && !flow.nodes.has(to) ? (nearest(to, flow.nodes) ?? []) : [];
      })
    : [];
const leads = (edge: Cursor, flow: Flow): boolean => flow.nodes.has(edge.get('destination_node_id').string() ?? '');
