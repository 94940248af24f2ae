import type { Graph } from '../simulator/graph.ts';
import type { PlacedBox, SizeOf } from './graph-boxes.ts';
import { addTo } from '../core/json/multimap.ts';

const BETWEEN_LAYERS = 150,
  BETWEEN_BOXES = 22,
  SWEEPS = 6;

/**
 * Ids by layer, each in the layer given by the shortest path from a box without incoming lines (or from the first box).
 * Linear in the number of lines: for graphs that are too large to minimize crossings.
 */
export function ranksOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): readonly (readonly string[])[] {
  const out = new Map<string, string[]>(),
    into = new Map<string, string[]>();
  for (const { from, to } of edges)
    if (from !== to) {
      addTo(out, from, to);
      addTo(into, to, from);
    }
  const layers: string[][] = [],
    seen = new Set<string>();
  const fill = (starts: readonly string[]): void => {
    for (let layer = starts, depth = 0; layer.length > 0; depth++) {
      const own = (layers[depth] ??= []);
      for (const id of layer) {
        seen.add(id);
        own.push(id);
      }
      layer = [...new Set(layer.flatMap(id => out.get(id) ?? []))].filter(id => !seen.has(id));
    }
  };
  fill(nodes.filter(({ id }) => !into.has(id)).map(({ id }) => id));
  for (const { id } of nodes) if (!seen.has(id)) fill([id]);
  const rank = new Map<string, number>();
  const number = (): void => {
    for (const layer of layers) layer.forEach((id, i) => rank.set(id, i / layer.length));
  };
  number();
  // a box is aligned with the middle of its neighbors, so that lines run level
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const near = sweep % 2 === 0 ? into : out;
    for (const layer of layers) {
      const preferred = new Map(
        layer.map(id => {
          const others = near.get(id) ?? [];
          return [
            id,
            others.length === 0
              ? rank.get(id)!
              : others.reduce((sum, other) => sum + rank.get(other)!, 0) / others.length,
          ];
        }),
      );
      layer.sort((a, b) => preferred.get(a)! - preferred.get(b)!);
    }
    number();
  }
  return layers;
}

/** The boxes of a large graph in layers from left to right. */
export function inLayers(graph: Graph, sizeOf: SizeOf): Map<string, PlacedBox> {
  const boxes = new Map<string, PlacedBox>();
  let left = 0;
  for (const layer of ranksOf(graph)) {
    const sizes = layer.map(sizeOf),
      width = sizes.reduce((most, size) => Math.max(most, size.width), 0);
    let top = -sizes.reduce((sum, { height }) => sum + height + BETWEEN_BOXES, -BETWEEN_BOXES) / 2;
    layer.forEach((id, i) => {
      const { height } = sizes[i]!;
      boxes.set(id, { x: left + width / 2, y: top + height / 2, ...sizes[i]! });
      top += height + BETWEEN_BOXES;
    });
    left += width + BETWEEN_LAYERS;
  }
  return boxes;
}
