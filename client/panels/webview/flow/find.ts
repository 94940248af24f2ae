import type { FlowNode } from '../../../../server/lsp/protocol.ts';
import type { DrawnFlow } from '../../../../server/view/flow/flow-drawing.ts';
import { conditionOf } from '../../../../server/view/flow/flow-words.ts';

/**
 * The indexes of the nodes that contain all words of a query. First come nodes whose name or id contains them, then
 * nodes with a matching condition of an edge, then nodes with a match in their type, text, tool, number or variables.
 */
export function matches({ nodes, edges }: Pick<DrawnFlow, 'nodes' | 'edges'>, query: string): number[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const conditions = new Map<string, string>();
  for (const edge of edges) conditions.set(edge.from, `${conditions.get(edge.from) ?? ''}\n${conditionOf(edge)}`);
  const ranks: readonly number[][] = [[], [], []];
  for (const [i, node] of nodes.entries()) {
    if (node.role === 'start') continue;
    let text = '';
    const rank = [nameIn(node), conditions.get(node.id) ?? '', detailsIn(node)].findIndex(searchedText => {
      text += `\n${searchedText.toLowerCase()}`;
      return words.every(word => text.includes(word));
    });
    ranks[rank]?.push(i);
  }
  return ranks.flat();
}

const nameIn = ({ id, label }: FlowNode<unknown>): string => `${label}\n${id.replace(/^node /, '')}`;
const detailsIn = ({ detail, type, facts, swap }: FlowNode<unknown>): string =>
  [detail, type ?? '', ...facts.map(({ value }) => value), swap?.referenceText ?? ''].join('\n');

/**
 * The index after or before the current one in a list; it wraps around at the ends. If the current index is not in the
 * list, it is the first or last one.
 */
export function step(indexes: readonly number[], current: number | null, delta: 1 | -1): number | undefined {
  const position = current === null ? -1 : indexes.indexOf(current);
  return position < 0 ? indexes.at(delta > 0 ? 0 : -1) : indexes[(position + delta + indexes.length) % indexes.length];
}

/** The node at which a flow begins. */
export function firstNode({ nodes }: Pick<DrawnFlow, 'nodes'>): number {
  const startIndex = nodes.findIndex(({ role }) => role === 'start');
  return Math.max(0, startIndex < 0 ? nodes.findIndex(({ isStart }) => isStart) : startIndex);
}

/** The indexes of the nodes after and before each node, by the index of the node. */
export interface Adjacency {
  readonly next: readonly (readonly number[])[];
  readonly previous: readonly (readonly number[])[];
}

export function adjacencyOf({ nodes, edges }: Pick<DrawnFlow, 'nodes' | 'edges'>): Adjacency {
  const indexes = new Map(nodes.map(({ id }, i) => [id, i])),
    next: number[][] = nodes.map(() => []),
    previous: number[][] = nodes.map(() => []);
  for (const { from, to } of edges) {
    const a = indexes.get(from),
      b = indexes.get(to);
    if (a === undefined || b === undefined || a === b) continue;
    next[a]!.push(b);
    previous[b]!.push(a);
  }
  return { next, previous };
}

/** A node and every node reachable from it along `next`. */
export function reachable(from: number, next: readonly (readonly number[])[]): ReadonlySet<number> {
  const indexes = new Set([from]);
  for (const index of indexes) for (const to of next[index] ?? []) indexes.add(to);
  return indexes;
}

/** Every node on a path from one node to another; empty if there is no path. */
export function nodesBetween(from: number, to: number, { next, previous }: Adjacency): ReadonlySet<number> {
  const origins = reachable(to, previous);
  return new Set([...reachable(from, next)].filter(node => origins.has(node)));
}

interface Point {
  readonly x: number;
  readonly y: number;
}
const directions = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;
export type Arrow = keyof typeof directions;

/**
 * The node that an arrow key selects: of the nodes connected by an edge, the nearest in the direction of the key; if
 * there is none, a node with the same predecessor.
 */
export function neighbor(
  node: number,
  key: Arrow,
  { next, previous }: Adjacency,
  boxes: readonly Point[],
): number | undefined {
  const direction = directions[key],
    point = boxes[node]!;
  const best = (candidates: Iterable<number>): number | undefined => {
    let nearest: number | undefined,
      smallest = Infinity;
    for (const candidate of candidates) {
      const dx = boxes[candidate]!.x - point.x,
        dy = boxes[candidate]!.y - point.y,
        forwardDistance = dx * direction.x + dy * direction.y,
        sidewardDistance = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
      // the deviation from the direction has more weight than the distance
      if (candidate === node || forwardDistance <= 0 || forwardDistance + 3 * sidewardDistance >= smallest) continue;
      nearest = candidate;
      smallest = forwardDistance + 3 * sidewardDistance;
    }
    return nearest;
  };
  return best([...next[node]!, ...previous[node]!]) ?? best(previous[node]!.flatMap(from => next[from]!));
}

/**
 * Handles the keys of the search: Enter goes to the next match, Shift+Enter to the previous match, Escape leaves the
 * search.
 * @param getSelected returns the selected node
 */
export function searchField(
  field: HTMLInputElement,
  getSelected: () => number | null,
  act: {
    search(query: string): void;
    matches(): readonly number[];
    select(node: number | undefined): void;
    leave(): void;
  },
): void {
  let isNew = false;
  field.addEventListener('input', () => {
    isNew = true;
    act.search(field.value);
  });
  field.addEventListener('keydown', ({ key, shiftKey }) => {
    if (key === 'Escape') act.leave();
    if (key !== 'Enter') return;
    // a new search begins at the first match, not at the selected node
    act.select(step(act.matches(), isNew ? null : getSelected(), shiftKey ? -1 : 1));
    isNew = false;
  });
}
