import type { FlowNode } from '../../../../server/lsp/protocol.ts';
import type { DrawnFlow } from '../../../../server/view/flow/flow-drawing.ts';
import { conditionOf } from '../../../../server/view/flow/flow-words.ts';

/**
 * Indexes of the nodes that contain all words of a query: first those whose name or id does, then those that are left on
 * such a condition, then those whose type, text, tool, number or variables do.
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
    const rank = [nameIn(node), conditions.get(node.id) ?? '', detailsIn(node)].findIndex(more => {
      text += `\n${more.toLowerCase()}`;
      return words.every(word => text.includes(word));
    });
    ranks[rank]?.push(i);
  }
  return ranks.flat();
}

const nameIn = ({ id, label }: FlowNode<unknown>): string => `${label}\n${id.replace(/^node /, '')}`;
const detailsIn = ({ detail, type, facts, swap }: FlowNode<unknown>): string =>
  [detail, type ?? '', ...facts.map(({ value }) => value), swap?.written ?? ''].join('\n');

/** Edges by index of the node where they begin: the node where each ends. */
export interface Ways {
  readonly out: readonly (readonly number[])[];
  readonly into: readonly (readonly number[])[];
}

export function waysOf({ nodes, edges }: Pick<DrawnFlow, 'nodes' | 'edges'>): Ways {
  const indexes = new Map(nodes.map(({ id }, i) => [id, i])),
    out: number[][] = nodes.map(() => []),
    into: number[][] = nodes.map(() => []);
  for (const { from, to } of edges) {
    const a = indexes.get(from),
      b = indexes.get(to);
    if (a === undefined || b === undefined || a === b) continue;
    out[a]!.push(b);
    into[b]!.push(a);
  }
  return { out, into };
}

/** A node and all that is reached from it along `next`. */
export function reached(from: number, next: readonly (readonly number[])[]): ReadonlySet<number> {
  const indexes = new Set([from]);
  for (const at of indexes) for (const to of next[at] ?? []) indexes.add(to);
  return indexes;
}

/** Every node on a way between two; empty if there is none. */
export function between(from: number, to: number, { out, into }: Ways): ReadonlySet<number> {
  const back = reached(to, into);
  return new Set([...reached(from, out)].filter(at => back.has(at)));
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
 * The node that an arrow key goes to: along an edge, in either direction, to the one that lies most in the key's
 * direction; otherwise to one that the same node leads to.
 */
export function neighbor(at: number, key: Arrow, { out, into }: Ways, boxes: readonly Point[]): number | undefined {
  const way = directions[key],
    point = boxes[at]!;
  const best = (candidates: Iterable<number>): number | undefined => {
    let nearest: number | undefined,
      least = Infinity;
    for (const one of candidates) {
      const dx = boxes[one]!.x - point.x,
        dy = boxes[one]!.y - point.y,
        along = dx * way.x + dy * way.y,
        across = Math.abs(dx * way.y) + Math.abs(dy * way.x);
      // the distance across the direction counts three times as much as the distance along it
      if (one === at || along <= 0 || along + 3 * across >= least) continue;
      nearest = one;
      least = along + 3 * across;
    }
    return nearest;
  };
  return best([...out[at]!, ...into[at]!]) ?? best(into[at]!.flatMap(from => out[from]!));
}
