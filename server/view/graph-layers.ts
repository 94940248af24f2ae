import type { Graph } from '../simulator/graph.ts';
import { addTo } from '../core/json/multimap.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}
/** A box, placed by its center. */
export interface PlacedBox extends Point {
  readonly width: number;
  readonly height: number;
}
export type SizeOf = (id: string) => { readonly width: number; readonly height: number };

const BETWEEN_LAYERS = 150,
  BETWEEN_BOXES = 22,
  SWEEPS = 6;

/**
 * The ids of the boxes in each layer. The layer of a box is the length of the shortest path from a box without
 * incoming lines, or from the first box. This takes linear time, so it is used for graphs that are too large to
 * minimize crossings.
 */
export function ranksOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): readonly (readonly string[])[] {
  const outgoing = new Map<string, string[]>(),
    incoming = new Map<string, string[]>();
  for (const { from, to } of edges)
    if (from !== to) {
      addTo(outgoing, from, to);
      addTo(incoming, to, from);
    }
  const layers: string[][] = [],
    seenIds = new Set<string>();
  const fillLayers = (starts: readonly string[]): void => {
    for (let layer = starts, depth = 0; layer.length > 0; depth++) {
      const ownLayer = (layers[depth] ??= []);
      for (const id of layer) {
        seenIds.add(id);
        ownLayer.push(id);
      }
      layer = [...new Set(layer.flatMap(id => outgoing.get(id) ?? []))].filter(id => !seenIds.has(id));
    }
  };
  fillLayers(nodes.filter(({ id }) => !incoming.has(id)).map(({ id }) => id));
  for (const { id } of nodes) if (!seenIds.has(id)) fillLayers([id]);
  const rank = new Map<string, number>();
  const numberRanks = (): void => {
    for (const layer of layers) layer.forEach((id, i) => rank.set(id, i / layer.length));
  };
  numberRanks();
  // aligns each box with the middle of its neighbors, so that lines are horizontal
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const neighbors = sweep % 2 === 0 ? incoming : outgoing;
    for (const layer of layers) {
      const preferredRanks = new Map(
        layer.map(id => {
          const neighborIds = neighbors.get(id) ?? [];
          return [
            id,
            neighborIds.length === 0
              ? rank.get(id)!
              : neighborIds.reduce((sum, neighborId) => sum + rank.get(neighborId)!, 0) / neighborIds.length,
          ];
        }),
      );
      layer.sort((a, b) => preferredRanks.get(a)! - preferredRanks.get(b)!);
    }
    numberRanks();
  }
  return layers;
}

/** Places the boxes of a large graph in layers from left to right. */
export function inLayers(graph: Graph, sizeOf: SizeOf): Map<string, PlacedBox> {
  const boxes = new Map<string, PlacedBox>();
  let leftEdge = 0;
  for (const layer of ranksOf(graph)) {
    const sizes = layer.map(sizeOf),
      width = sizes.reduce((widest, size) => Math.max(widest, size.width), 0);
    let top = -sizes.reduce((sum, { height }) => sum + height + BETWEEN_BOXES, -BETWEEN_BOXES) / 2;
    layer.forEach((id, i) => {
      const { height } = sizes[i]!;
      boxes.set(id, { x: leftEdge + width / 2, y: top + height / 2, ...sizes[i]! });
      top += height + BETWEEN_BOXES;
    });
    leftEdge += width + BETWEEN_LAYERS;
  }
  return boxes;
}
