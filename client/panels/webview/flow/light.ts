import { familyOf, type Family } from '../../../../server/view/flow/node-shapes.ts';
import type { DrawnFlow } from '../../../../server/view/flow/flow-drawing.ts';
import type { Adjacency } from './find.ts';

/** The selection, the search and the filters of the user. */
export interface LightOptions {
  /** The selected node; null if the user wants all nodes drawn in full. */
  readonly focus: number | null;
  /** The nodes that a search has found; null without a search. */
  readonly matches: ReadonlySet<number> | null;
  /** The kind of nodes to draw in full; null for all kinds. */
  readonly kind: Family | null;
  /** The nodes to draw at all; null for all nodes. */
  readonly onlyNodes: ReadonlySet<number> | null;
}

/**
 * The next thing that Escape clears. The search is first because it is often the last action, and the selection is
 * last because it is easily made again.
 */
export function undoOf(
  query: string,
  isFiltered: boolean,
  isSelected: boolean,
): 'search' | 'filter' | 'selection' | null {
  if (query.trim()) return 'search';
  if (isFiltered) return 'filter';
  return isSelected ? 'selection' : null;
}

/** The way in which a node or edge is drawn: in full, pale, or not at all. */
export type Light = 'full' | 'pale' | 'out';

/** The lights of all nodes and edges, by index. */
export function lights(
  { nodes, edges }: DrawnFlow,
  { next, previous }: Adjacency,
  { focus, matches, kind, onlyNodes }: LightOptions,
): { readonly nodes: readonly Light[]; readonly edges: readonly Light[] } {
  const indexes = new Map(nodes.map(({ id }, i) => [id, i])),
    neighbors = focus === null || matches ? null : new Set([focus, ...next[focus]!, ...previous[focus]!]);
  const lights = nodes.map((node, i): Light => {
    if (onlyNodes && !onlyNodes.has(i)) return 'out';
    const isFull =
      (!matches || matches.has(i)) && (kind === null || familyOf(node) === kind) && (!neighbors || neighbors.has(i));
    return isFull ? 'full' : 'pale';
  });
  return {
    nodes: lights,
    edges: edges.map(({ from, to }): Light => {
      const a = indexes.get(from) ?? -1,
        b = indexes.get(to) ?? -1;
      if (lights[a] === 'out' || lights[b] === 'out') return 'out';
      if (neighbors) return a === focus || b === focus ? 'full' : 'pale';
      return lights[a] === 'pale' && lights[b] === 'pale' ? 'pale' : 'full';
    }),
  };
}

/** Draws nodes and edges according to their lights. */
export function applyLights(svg: Element, { nodes, edges }: ReturnType<typeof lights>): void {
  const setLight = (id: string, light: Light): void => {
    const list = svg.querySelector(`#${id}`)?.classList;
    list?.toggle('pale', light === 'pale');
    list?.toggle('out', light === 'out');
  };
  nodes.forEach((light, i) => setLight(`n${i}`, light));
  edges.forEach((light, i) => {
    setLight(`e${i}`, light);
    setLight(`l${i}`, light);
  });
}
