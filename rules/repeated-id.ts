import { edgesAt, flowOf } from '../server/core/domain/flows.ts';
import { addTo, defineRule, repeatsIn, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

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
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: a node has id, type and, as a conversation, an instruction',
  at: { 'conversation-flow': '', 'flow-component': '', llm: '' },

  *check(place) {
    const { repeats } = flowOf(place);
    for (const list of Object.keys(nouns)) {
      const items = place.get(list);
      if (!items.isArray || (list === 'nodes' && !repeats)) continue;
      yield* repetitionsOf(
        items.items().map(item => item.get(keys[list] ?? 'id')),
        nouns[list]!,
        list === 'notes' ? 'info' : 'warning',
      );
    }
    if (repeats) yield* repeatedEdges(place);
  },
});

function* repetitionsOf(ids: readonly Cursor[], noun: string, severity: 'warning' | 'info'): Generator<Problem> {
  for (const [field, earlierField] of repeatsIn(ids, id => id.string()))
    yield {
      at: field,
      severity,
      message: `${field.key}: ${show(field.value)} is already used by another ${noun}, so references to it are ambiguous`,
      related: [{ at: earlierField, message: `the other ${noun}` }],
    };
}

/**
 * Reports repeated ids of edges. Nothing refers to an edge, so a repeated id in another node is only an info, reported
 * once. A copied node with the same edges is reported as a repeated node.
 */
function* repeatedEdges(place: Cursor): Generator<Problem> {
  const edgesById = new Map<string, { readonly at: Cursor; readonly node: Cursor }[]>();
  const seenIds = new Set<unknown>();
  for (const node of place.get('nodes').items()) {
    const name = node.peek('id');
    if (name !== undefined && seenIds.size === seenIds.add(name).size) continue;
    for (const edge of edgesAt(node)) {
      const idPlace = edge.get('id'),
        id = idPlace.string();
      if (!id) continue;
      addTo(edgesById, id, { at: idPlace, node });
    }
  }
  for (const [id, [first, secondPlace, ...rest]] of edgesById) {
    if (!secondPlace) continue;
    const isSameNode = first!.node.value === secondPlace.node.value;
    yield {
      at: secondPlace.at,
      severity: isSameNode ? 'warning' : 'info',
      message: `id: ${show(id)} is already used by another edge of this ${isSameNode ? 'node' : 'flow'}`,
      related: [first!, ...rest].map(({ at }) => ({ at, message: 'an edge with the same id' })),
    };
  }
}
