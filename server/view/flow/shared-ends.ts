import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';

/** The number of incoming edges from which a name is clearer than lines to the node. */
const MIN_SHARED_EDGES = 5;
/** The maximum number of nodes behind an ending, such as a transfer with its fallback. */
const MAX_ENDING_NODES = 2;

/** A separately drawn part of a flow. The part with the start has no title. */
export interface Part {
  readonly title: string | null;
  readonly ids: readonly string[];
}

/**
 * Separates parts of a flow, so that the course of an ordinary call is visible: nodes that can be entered from
 * anywhere, endings with many incoming edges, and unreachable nodes. Edges to these nodes, and to any node with many
 * incoming edges, become stubs.
 * @returns the parts, beginning with the part of the start, and the indexes of the edges that are stubs
 */
export function partsOf({ nodes, edges }: Graph): { readonly parts: readonly Part[]; readonly stubs: Set<number> } {
  const sources = new Map<string, Set<string>>(),
    outgoing = new Map<string, number[]>();
  edges.forEach(({ from, to }, i) => {
    addTo(outgoing, from, i);
    if (from !== to) sources.set(to, (sources.get(to) ?? new Set()).add(from));
  });
  const reachableFrom = (id: string): Set<string> => {
    const reachedIds = new Set([id]);
    for (const id of reachedIds) {
      if (reachedIds.size > MAX_ENDING_NODES + 1) break;
      for (const i of outgoing.get(id) ?? []) reachedIds.add(edges[i]!.to);
    }
    return reachedIds;
  };
  const sharedIds = new Set(
      [...sources].flatMap(([id, sourceIds]) => (sourceIds.size >= MIN_SHARED_EDGES ? [id] : [])),
    ),
    globals = new Set(nodes.flatMap(({ id, isGlobal }) => (isGlobal ? [id] : []))),
    endings = new Set([...sharedIds].filter(id => !globals.has(id) && reachableFrom(id).size <= MAX_ENDING_NODES + 1));
  const isSeparate = (id: string): boolean => globals.has(id) || endings.has(id);
  const stubs = new Set<number>(),
    groups = new Map<string, number>();
  const parts: Part[] = [];
  // walks breadth first, so that the first edge to a shared node stays a line
  const takePart = (title: string | null, seeds: readonly string[]): void => {
    const ids = seeds.filter(id => !groups.has(id));
    for (const id of ids) groups.set(id, parts.length);
    for (const id of ids)
      for (const i of outgoing.get(id) ?? []) {
        const { from, to } = edges[i]!;
        if (from === to) continue;
        if (groups.has(to) ? sharedIds.has(to) || groups.get(to) !== parts.length : isSeparate(to) && from !== 'start')
          stubs.add(i);
        else if (!groups.has(to)) {
          groups.set(to, parts.length);
          ids.push(to);
        }
      }
    if (ids.length > 0) parts.push({ title, ids });
  };
  takePart(
    null,
    nodes.filter(({ type }) => type === 'start').map(({ id }) => id),
  );
  takePart('From anywhere', [...globals]);
  takePart('Shared endings', [...endings]);
  const remainingIds = nodes.map(({ id }) => id).filter(id => !groups.has(id));
  if (parts.length === 0) takePart(null, remainingIds);
  else takePart('Unreachable', remainingIds);
  return { parts, stubs };
}
