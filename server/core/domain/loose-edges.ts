import { clipped, show } from '../wording.ts';
import type { Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import { childEntry, entryOf, marksOf } from '../shapes/table.ts';
import { edgesAt, flowOf, unreachableNodes, type Flow } from './flows.ts';

/** The flow at a place; `undefined` in flex mode, where edges do not matter. */
export function drawnFlow(place: Cursor): Flow | undefined {
  const flow = flowOf(place);
  return flow.isFlex ? undefined : flow;
}

export const nodeOf = (place: Cursor, flow: Flow, id: string): Cursor => place.get(flow.list).get(flow.nodes.get(id)!);

/**
 * The reachable nodes that a conversation can leave only along edges: nodes without tools and without a half-written
 * edge, which is reported at its condition. A global node may still take over from some of these nodes.
 * @param isWanted a cheap filter that is applied first: it gets the ids of the next nodes, the node and its id
 */
export function* waitingNodes(
  place: Cursor,
  isWanted: (next: readonly string[], node: Json, id: string) => boolean,
): Generator<Cursor> {
  const flow = drawnFlow(place);
  if (!flow) return;
  const unreachableIds = new Set(unreachableNodes(flow)),
    values = place.peek(flow.list) as readonly Json[];
  for (const [id, next] of flow.next) {
    if (unreachableIds.has(id) || !isWanted(next, values[flow.nodes.get(id)!]!, id)) continue;
    const node = nodeOf(place, flow, id);
    if (needsWayOut(node) && !looseEdges(node).some(edge => isStarted(edge) || misnamedDestination(edge, flow)))
      yield node;
  }
}

/** Whether the flow has a global node other than this one. */
export const hasGlobalWayOut = (place: Cursor, nodeId: string): boolean =>
  flowOf(place).globals.some(global => global !== nodeId);

/** Whether a node continues only along edges, and its model has no tools. */
const needsWayOut = (node: Cursor): boolean =>
  continuesAlongEdges(node) && !['tools', 'tool_ids'].some(key => node.get(key).items().length > 0);

/** Whether nodes of this type continue only along edges and hand the call to nobody. */
export function continuesAlongEdges(node: Cursor): boolean {
  const { props = {} } = entryOf(node.entry);
  return (
    node.marks['x-leaves'] !== true &&
    Object.keys(props).some(key => marksOf(childEntry(node.entry, key))['x-edge'] === true)
  );
}

/** A node or state in words: `node "faq" (Opening hours)`, `state "booking"`. */
export function namedNode(node: Cursor): string {
  if (node.is('llm-state')) return `state ${show(node.get('name').string() ?? node.key)}`;
  const id = node.get('id').string(),
    name = node.get('name').string();
  return `node ${show(id ?? node.key)}${name && name !== id ? ` (${clipped(name, 20)})` : ''}`;
}

/** The edges of a node that have no destination. */
export const looseEdges = (node: Cursor): Cursor[] =>
  edgesAt(node).filter(edge => !edge.get('destination_node_id').string());

/** An unknown field of an edge that contains the id of a node; undefined if the edge has a destination. */
export function misnamedDestination(edge: Cursor, flow: Flow): Cursor | undefined {
  if (edge.get('destination_node_id').exists) return undefined;
  return edge
    .entries()
    .find(field => field.shapes.length === 0 && field.entry < 0 && flow.nodes.has(field.string() ?? ''));
}

/**
 * Whether someone began to write an edge: the edge has a condition, or its field determines when the edge is taken.
 */
const isStarted = (edge: Cursor): boolean => isWritten(edge) || isFixed(edge);
/**
 * Whether the field of an edge determines when the edge is taken (`else_edge` and others); false for edges after a
 * failure.
 */
export const isFixed = ({ parent, key }: Cursor): boolean =>
  parent?.isArray === false && key !== 'edge' && key !== 'failed_edge';

/** Whether a person wrote the condition of an edge. Fixed conditions and the dashboard's placeholder do not count. */
export function isWritten(edge: Cursor): boolean {
  const condition = edge.get('transition_condition');
  if (condition.get('equations').items().length > 0) return true;
  return hasOwnCondition(edge) && !isDashboardPlaceholder(condition.get('prompt'));
}

/** Whether an edge has a condition of its own. Edges in a list have one; single edges have fixed conditions. */
const hasOwnCondition = (edge: Cursor): boolean =>
  edge.parent?.isArray === true && (edge.get('transition_condition').get('prompt').string()?.trim() ?? '') !== '';

/** Whether a text is the placeholder of the dashboard for a condition. */
export function isDashboardPlaceholder(text: Cursor): boolean {
  const conditionText = text.string()?.trim() ?? '',
    { 'x-placeholder': placeholder, 'x-left-over': examples } = text.marks;
  return conditionText === placeholder || (examples as readonly string[] | undefined)?.includes(conditionText) === true;
}
