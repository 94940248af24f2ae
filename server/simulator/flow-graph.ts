import type { Cursor } from '../core/cursor.ts';
import { edgesAt, flowOf, unreachableNodes } from '../core/domain/flows.ts';
import { pointerOf, type Finding } from '../core/finding.ts';
import type { Pointer } from '../core/json/pointer.ts';
import type { Graph, GraphEdge, GraphFinding, GraphNode } from './graph.ts';

/** A finding of the file of a flow, with its places; the first is the one that it is reported at. */
export interface PlacedFinding extends GraphFinding {
  readonly pointers: readonly Pointer[];
}

/** A finding of a file with all its places, at each of which it is shown. */
export const placedFinding = ({ severity, rule, message, target, also = [] }: Finding): PlacedFinding => ({
  severity,
  rule,
  message,
  pointers: [target, ...also.map(({ target }) => target)].map(pointerOf),
});

/**
 * The nodes of a flow and the edges between them, each with its findings.
 * @param place a place of shape `conversation-flow` or `flow-component`
 * @param findings the findings of the file
 */
export function flowGraph(place: Cursor, title: string, findings: readonly PlacedFinding[]): Graph {
  const flow = flowOf(place),
    lostNodes = new Set(unreachableNodes(flow));
  const nodes: GraphNode[] = [],
    edges: GraphEdge[] = [],
    goneIds = new Set<string>();
  const startAt = positionOf(place.get('begin_tag_display_position')),
    { start } = flow;
  const leadTo = (id: string): string => {
    const index = flow.nodes.get(id);
    if (index !== undefined) return `step ${index}`;
    if (!goneIds.has(id)) {
      goneIds.add(id);
      nodes.push({ id: `gone ${id}`, type: 'gone', label: id, detail: 'no such node' });
    }
    return `gone ${id}`;
  };
  if (start !== undefined) {
    nodes.push({ id: 'start', type: 'start', label: 'Start', detail: '', ...(startAt && { position: startAt }) });
    edges.push({ from: 'start', to: leadTo(start), label: '' });
  }
  for (const [index, node] of place.get('nodes').items().entries()) {
    const id = node.get('id').string() ?? '',
      name = node.get('name').string() || id || `node ${index}`,
      type = node.get('type').string() ?? 'no type';
    const edgeCursors = edgesAt(node).filter(edge => edge.get('destination_node_id').string());
    const isUnreached = lostNodes.has(id),
      isGlobal = node.get('global_node_setting').isObject,
      position = positionOf(node.get('display_position'));
    nodes.push({
      id: `step ${index}`,
      type: 'step',
      label: name,
      detail: [
        type.replaceAll('_', ' '),
        ...(isGlobal ? ['from anywhere'] : []),
        ...(isUnreached ? ['unreachable'] : []),
      ].join(', '),
      isUnreached,
      isGlobal,
      // an edge without a destination is not drawn, so its findings are shown at its node
      findings: findings.filter(({ pointers }) =>
        pointers.some(
          pointer => isWithin(pointer, node.pointer) && !edgeCursors.some(edge => isWithin(pointer, edge.pointer)),
        ),
      ),
      ...(position && { position }),
      cursor: node,
    });
    for (const edge of edgeCursors)
      edges.push({
        from: `step ${index}`,
        to: leadTo(edge.get('destination_node_id').string()!),
        label: conditionInShort(edge),
        isUnreached,
        findings: findings.filter(({ pointers }) => pointers.some(pointer => isWithin(pointer, edge.pointer))),
        cursor: edge,
      });
  }
  return { title, nodes, edges };
}

export const isWithin = (pointer: Pointer, base: Pointer): boolean =>
  pointer === base || pointer.startsWith(`${base}/`);

function positionOf(cursor: Cursor): { readonly x: number; readonly y: number } | undefined {
  const x = cursor.get('x').number(),
    y = cursor.get('y').number();
  return x !== undefined && y !== undefined ? { x, y } : undefined;
}

/** A short form of the condition of an edge: the prompt or the equations. */
export function conditionInShort(edge: Cursor): string {
  const condition = edge.get('transition_condition'),
    prompt = condition.get('prompt').string();
  if (prompt) return prompt;
  const equations = condition
    .get('equations')
    .items()
    .map(cursor =>
      ['left', 'operator', 'right']
        .map(key => cursor.get(key).value)
        .filter(value => typeof value === 'string' || typeof value === 'number')
        .join(' '),
    );
  return equations.length > 0
    ? equations.join(` ${condition.get('operator').string() ?? '&&'} `)
    : edge.key.replace(/_edge$/, '').replace(/^\d+$/, '');
}
