import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';

/** From this many incoming edges on, a node's name says more than the lines to it. */
const MANY = 5;
/** A node with at most this many nodes behind it is an ending: a goodbye, a transfer with its fallback. */
const FEW = 2;

/** A part of a flow that is drawn by itself. `null` is what is reached from the start. */
export interface Part {
  readonly title: string | null;
  readonly ids: readonly string[];
}

/**
 * What stands apart in a flow, so that the way of a call can be seen: nodes that can be entered from anywhere, endings
 * that many nodes lead to, and what nothing leads to. Edges to them, and to whatever else many lead to, are stubs.
 * @returns the parts, the first of them the way from the start, and the indexes of the edges that are stubs
 */
export function partsOf({ nodes, edges }: Graph): { readonly parts: readonly Part[]; readonly stubs: Set<number> } {
  const sources = new Map<string, Set<string>>(),
    out = new Map<string, number[]>();
  edges.forEach(({ from, to }, i) => {
    addTo(out, from, i);
    if (from !== to) sources.set(to, (sources.get(to) ?? new Set()).add(from));
  });
  const onward = (id: string): Set<string> => {
    const seen = new Set([id]);
    for (const at of seen) {
      if (seen.size > FEW + 1) break;
      for (const i of out.get(at) ?? []) seen.add(edges[i]!.to);
    }
    return seen;
  };
  const shared = new Set([...sources].flatMap(([id, from]) => (from.size >= MANY ? [id] : []))),
    globals = new Set(nodes.flatMap(({ id, isGlobal }) => (isGlobal ? [id] : []))),
    endings = new Set([...shared].filter(id => !globals.has(id) && onward(id).size <= FEW + 1));
  const apart = (id: string): boolean => globals.has(id) || endings.has(id);
  const stubs = new Set<number>(),
    placed = new Map<string, number>();
  const parts: Part[] = [];
  // breadth first: the first edge that leads to a shared node stays a line
  const take = (title: string | null, seeds: readonly string[]): void => {
    const ids = seeds.filter(id => !placed.has(id));
    for (const id of ids) placed.set(id, parts.length);
    for (const id of ids)
      for (const i of out.get(id) ?? []) {
        const { from, to } = edges[i]!;
        if (from === to) continue;
        if (placed.has(to) ? shared.has(to) || placed.get(to) !== parts.length : apart(to) && from !== 'start')
          stubs.add(i);
        else if (!placed.has(to)) {
          placed.set(to, parts.length);
          ids.push(to);
        }
      }
    if (ids.length > 0) parts.push({ title, ids });
  };
  take(
    null,
    nodes.filter(({ type }) => type === 'start').map(({ id }) => id),
  );
  take('From anywhere', [...globals]);
  take('Where many ways end', [...endings]);
  const rest = nodes.map(({ id }) => id).filter(id => !placed.has(id));
  if (parts.length === 0) take(null, rest);
  else take('Unreachable', rest);
  return { parts, stubs };
}
