import type { Cursor } from '../server/core/cursor.ts';
import { edgesAt, flowOf } from '../server/core/domain/flows.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { show } from '../server/core/wording.ts';
import { addTo, repeatsIn } from '../server/core/json/multimap.ts';

const nouns: Readonly<Record<string, string>> = {
  nodes: 'node',
  notes: 'note',
  tools: 'tool',
  mcps: 'MCP server',
  components: 'component',
  states: 'state',
};
const keys: Readonly<Record<string, string>> = {
  tools: 'tool_id',
  components: 'conversation_flow_component_id',
  states: 'name',
};

export default defineRule({
  id: 'repeated-id',
  group: 'references',
  severity: 'warning',
  summary: 'Two nodes, edges, tools or states have the same id.',
  why: `
    Edges, nodes and the start refer to ids, and which of the two they mean is not defined. This usually comes from
    copying a node by hand. Give the copy its own id, and check whether references should point to it.
  `,
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: a node has id, type and, as a conversation, an instruction',
  at: { 'conversation-flow': '', 'flow-component': '', llm: '' },

  *check(place) {
    const { repeats } = flowOf(place);
    for (const list of Object.keys(nouns)) {
      const items = place.get(list);
      if (!items.isArray || (list === 'nodes' && !repeats)) continue;
      yield* repeated(
        items.items().map(item => item.get(keys[list] ?? 'id')),
        nouns[list]!,
        list === 'notes' ? 'info' : 'warning',
      );
    }
    if (repeats) yield* repeatedEdges(place);
  },

  examples: {
    invalid: files`
      -- booking.flow-component.json --
      {
        "name": "Booking",
        "start_node_id": "greeting",
        "nodes": [
          {
            "id": "greeting", "type": "conversation",
            "edges": [
              { "id": "e1", "destination_node_id": "goodbye" },
              { "id": "e1", "destination_node_id": "goodbye" }
                      ^^^^ warning: id: "e1" is already used by another edge of this node
            ]
          },
          { "id": "goodbye", "type": "conversation", "edges": [{ "id": "e1" }] },
          { "id": "goodbye", "type": "conversation", "edges": [{ "id": "e1" }, { "id": "e2" }] },
                  ^^^^^^^^^ warning: id: "goodbye" is already used by another node, so references to it are ambiguous
          { "id": "thanks", "type": "conversation", "edges": [{ "id": "e2" }] }
        ],
        "tools": [
          { "type": "custom", "name": "look_up", "tool_id": "tool_1" },
          { "type": "custom", "name": "book", "tool_id": "tool_1" }
                                                         ^^^^^^^^
                                              | warning: tool_id: "tool_1" is already used by another tool, so
                                              | references to it are ambiguous
        ],
        "notes": [
          { "id": "n", "content": "first draft" },
          { "id": "n", "content": "ask Ana" }
                  ^^^ info: id: "n" is already used by another note, so references to it are ambiguous
        ]
      }
      -- desk.llm.json --
      { "states": [{ "name": "greeting" }, { "name": "greeting" }] }
                                                     ^^^^^^^^^^ warning: name: "greeting" is already used by another
                                              | state, so references to it are ambiguous
    `,
    valid: files`
      -- booking.conversation-flow.json --
      {
        "start_node_id": "a",
        "nodes": [
          { "id": "a", "type": "end" },
          { "type": "end" },
          { "id": "", "type": "end" },
          { "id": "", "type": "end" }
        ],
        "tools": [
          { "type": "end_call", "name": "end_call" },
          { "type": "end_call", "name": "hang_up", "tool_id": null }
        ],
        "components": [
          { "name": "Payment", "nodes": [{ "id": "a", "type": "end" }] },
          { "name": "Refund", "nodes": [{ "id": "a", "type": "end" }] }
        ]
      }
    `,
  },
});

function* repeated(ids: readonly Cursor[], noun: string, severity: 'warning' | 'info'): Generator<Problem> {
  for (const [at, other] of repeatsIn(ids, id => id.string()))
    yield {
      at,
      severity,
      message: `${at.key}: ${show(at.value)} is already used by another ${noun}, so references to it are ambiguous`,
      related: [{ at: other, message: `the other ${noun}` }],
    };
}

/**
 * Nothing refers to an edge, so the same id in another node is only an info, reported once. A copied node has the edges
 * of the original and is reported itself.
 */
function* repeatedEdges(place: Cursor): Generator<Problem> {
  const all = new Map<string, { readonly at: Cursor; readonly node: Cursor }[]>();
  const seen = new Set<unknown>();
  for (const node of place.get('nodes').items()) {
    const name = node.peek('id');
    if (name !== undefined && seen.size === seen.add(name).size) continue;
    for (const edge of edgesAt(node)) {
      const at = edge.get('id'),
        id = at.string();
      if (!id) continue;
      addTo(all, id, { at, node });
    }
  }
  for (const [id, [first, second, ...rest]] of all) {
    if (!second) continue;
    const isSameNode = first!.node.value === second.node.value;
    yield {
      at: second.at,
      severity: isSameNode ? 'warning' : 'info',
      message: `id: ${show(id)} is already used by another edge of this ${isSameNode ? 'node' : 'flow'}`,
      related: [first!, ...rest].map(({ at }) => ({ at, message: 'an edge with the same id' })),
    };
  }
}
