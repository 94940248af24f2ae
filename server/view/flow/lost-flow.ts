import { isLoss, type ReachChanges } from '../../compare/reach-changes.ts';
import type { LostParts } from '../../compare/reach-cause.ts';
import type { Cursor } from '../../core/cursor.ts';
import { edgesAt, reachedIn } from '../../core/domain/flows.ts';
import { nodeOf } from '../../core/domain/loose-edges.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { count } from '../../core/numbers.ts';
import { listed } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { conditionInShort } from '../../simulator/flow-graph.ts';
import type { GraphEdge, GraphNode } from '../../simulator/graph.ts';
import type { FlowEdge, FlowNode, LostFlow } from '../panels.ts';
import { flowLayouts } from './layouts.ts';
import { h, type Element } from '../element.ts';
import { makeReadable } from '../printable.ts';
import { flowDrawing, MARGIN } from './flow-drawing.ts';

/** The maximum number of drawings. */
const MAX_FLOWS = 6;
/** The maximum number of steps to the edge, and of nodes behind the edge. */
const MAX_NODES = { way: 6, lost: 18 } as const;
/** The maximum number of names in a title. */
const MAX_TITLE_NAMES = 3;

/** A drawing for each change that makes nodes of a flow, or states of an engine, unreachable for callers. */
export function lostFlows(changes: ReachChanges, before: Workspace): LostFlow[] {
  const drawnChanges = changes.worst.filter(change => isLoss(change) && change.cause?.lostParts);
  return [...groupsOf(drawnChanges, ({ cause }) => cause!.lostParts!)]
    .slice(0, MAX_FLOWS)
    .map(([lostParts, changes]) => ({
      title: `${changes[0].cause!.text}: ${listed([...new Set(changes.map(({ text }) => text))], 'and', MAX_TITLE_NAMES)}`,
      ...lostFlow(lostParts, before),
    }));
}

function lostFlow({ unit, first, parts }: LostParts, before: Workspace): Omit<LostFlow, 'title'> {
  const { flow } = unit,
    cursor = before.at(unit),
    path: string[] = [];
  for (let id = reachedIn(flow).get(first)?.before; id !== undefined; id = reachedIn(flow).get(id)?.before)
    path.unshift(id);
  const steps = path.slice(-MAX_NODES.way),
    lostIds = new Set(parts.slice(0, MAX_NODES.lost)),
    // the nodes behind lost nodes that another path still reaches
    nextIds = [...lostIds]
      .flatMap(id => flow.next.get(id) ?? [])
      .filter(id => !parts.includes(id) && !path.includes(id)),
    ids = [...new Set([...steps, ...lostIds, ...nextIds])];
  const isNext = (destination: string, source: string): boolean =>
    steps.includes(destination) && steps[steps.indexOf(destination) - 1] === source;
  const nodes = ids.map(id => nodeFor(nodeOf(cursor, flow, id), id, lostIds.has(id), flow.start === id)),
    edges = ids.flatMap(source =>
      edgesAt(nodeOf(cursor, flow, source)).flatMap((edge): FlowEdge<null>[] => {
        const destination = destinationOf(edge);
        if (destination === undefined || !ids.includes(destination)) return [];
        const isGone = destination === first && source === steps.at(-1),
          // edges from lost nodes are drawn unless they lead back to the path; of all other edges, only those on the
          // path
          isDrawn = lostIds.has(source) ? !steps.includes(destination) : isGone || isNext(destination, source);
        return isDrawn ? [edgeFor(edge, source, destination, isGone)] : [];
      }),
    );
  const omittedCount = parts.length - lostIds.size;
  const layout = flowLayouts({
    title: '',
    nodes: nodes.map((node): GraphNode => ({ ...node, type: 'step' })),
    edges: edges.map((edge): GraphEdge => edge),
  }).at(-1)!;
  return {
    note:
      omittedCount > 0 ? `${count(omittedCount, 'more lost node')} ${omittedCount === 1 ? 'is' : 'are'} not drawn` : '',
    flow: { title: cursor.get('name').string() ?? '', nodes, edges, findings: [] },
    layout,
  };
}

const destinationOf = (edge: Cursor): string | undefined =>
  edge.get('destination_node_id').string() ?? edge.get('destination_state_name').string();

function nodeFor(node: Cursor, id: string, isLost: boolean, isStart: boolean): FlowNode<null> {
  const type = node.get('type').string() ?? null,
    isGlobal = node.get('global_node_setting').isObject;
  return {
    id,
    role: 'node',
    label: node.get('name').string() || id,
    type,
    detail: [type?.replaceAll('_', ' ') ?? 'state', ...(isLost ? ['no longer reached'] : [])].join(', '),
    facts: [],
    isStart,
    isGlobal,
    unreachable: false,
    isLost,
    findings: [],
    worstSeverity: null,
    place: null,
    component: null,
    swap: null,
  };
}

const edgeFor = (edge: Cursor, source: string, destination: string, isLost: boolean): FlowEdge<null> => ({
  id: `${source} ${destination} ${edge.key}`,
  from: source,
  to: destination,
  label: conditionInShort(edge) || (edge.get('description').string() ?? ''),
  kind: edge.parent?.isArray ? 'prompt' : 'field',
  field: edge.key,
  unreachable: false,
  isLost,
  findings: [],
  worstSeverity: null,
  place: null,
});

/** A picture without actions, because the text beside the picture has them. */
export function lostDrawing({ title, note, flow, layout }: LostFlow): Element {
  const drawing = flowDrawing(flow, layout, new Set());
  return h(
    'div',
    { class: 'drawn-flow' },
    h('h3', {}, makeReadable(title)),
    h(
      'div',
      { class: 'scrolled', tabindex: 0, role: 'img', 'aria-label': makeReadable(title) },
      withoutIds({
        ...drawing,
        attributes: {
          ...drawing.attributes,
          class: 'graph',
          width: layout.width + 2 * MARGIN,
          height: layout.height + 2 * MARGIN,
          'aria-hidden': 'true',
        },
      }),
    ),
    note !== '' && h('p', { class: 'quiet' }, note),
  );
}

/** Removes ids and roles, because one page has several drawings. */
const withoutIds = (element: Element): Element => ({
  ...element,
  attributes: { ...element.attributes, id: undefined, role: undefined },
  children: element.children.map(child => (typeof child === 'string' ? child : withoutIds(child))),
});
