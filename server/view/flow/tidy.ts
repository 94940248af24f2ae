import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';
import type { PlacedBox, Point, SizeOf } from '../graph-boxes.ts';
import { isLarge, layered, straight, within, type Layout } from '../graph-layout.ts';
import { ranksOf } from '../graph-layers.ts';
import type { Part } from './shared-ends.ts';

/** Pixels between boxes of a row, between rows, and above a part with a title. */
const between = { boxes: 32, rows: 64, parts: 84 } as const;

interface Titled {
  readonly layout: Layout;
  /** Where the titles of the parts stand. */
  readonly titles: readonly (Point & { readonly text: string })[];
}

/** Each part in layers from top to bottom, one below the other. @param graph without stubs: no line leaves its part */
export function tidy(graph: Graph, parts: readonly Part[], sizeOf: SizeOf): Titled {
  const boxes = new Map<string, PlacedBox>(),
    lines: Layout['lines'][number][] = [],
    titles: (Point & { text: string })[] = [];
  const drawn = parts.map(({ ids }) => ofPart(graph, new Set(ids), sizeOf)),
    widest = Math.max(0, ...drawn.map(({ layout }) => layout.width));
  let top = 0,
    curved = true;
  drawn.forEach(({ layout, edges }, i) => {
    const { title } = parts[i]!;
    if (i > 0) top += between.parts;
    const by = { x: (widest - layout.width) / 2, y: top };
    if (title !== null) titles.push({ x: by.x + 24, y: top - 4, text: title });
    const move = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
    for (const [id, one] of layout.boxes) boxes.set(id, move(one));
    layout.lines.forEach(({ points, label }, k) => {
      lines[edges[k]!] = { points: points.map(move), label: move(label) };
    });
    curved &&= layout.layered || edges.length === 0;
    top += layout.height;
  });
  const all = within(boxes, lines, curved, true),
    [first] = boxes,
    shift = first ? { x: all.boxes.get(first[0])!.x - first[1].x, y: all.boxes.get(first[0])!.y - first[1].y } : null;
  return { layout: all, titles: titles.map(at => ({ ...at, x: at.x + (shift?.x ?? 0), y: at.y + (shift?.y ?? 0) })) };
}

function ofPart(graph: Graph, ids: ReadonlySet<string>, sizeOf: SizeOf): { layout: Layout; edges: readonly number[] } {
  const edges = [...graph.edges.keys()].filter(i => ids.has(graph.edges[i]!.from)),
    part: Graph = {
      title: '',
      nodes: graph.nodes.filter(({ id }) => ids.has(id)),
      edges: edges.map(i => graph.edges[i]!),
    };
  const most = Math.max(7, Math.ceil(Math.sqrt(part.nodes.length) * 0.8)),
    asLayers = isLarge(part) ? undefined : layered(part, sizeOf, true),
    rows = asLayers ? rowsOf(asLayers) : ranksOf(part);
  if (asLayers && rows.every(row => row.length <= most)) return { layout: asLayers, edges };
  return { layout: straight(part, wrapped(part, rows, most, sizeOf), true), edges };
}

/** The boxes of each layer, from left to right. */
function rowsOf({ boxes }: Layout): string[][] {
  const rows = new Map<number, [string, PlacedBox][]>();
  for (const one of boxes) addTo(rows, Math.round(one[1].y), one);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort(([, a], [, b]) => a.x - b.x).map(([id]) => id));
}

/** A layer that is too wide to be seen at once takes several rows. A box stands below what leads to it, if it can. */
function wrapped(
  { edges }: Graph,
  layers: readonly (readonly string[])[],
  most: number,
  sizeOf: SizeOf,
): Map<string, PlacedBox> {
  const into = new Map<string, string[]>(),
    boxes = new Map<string, PlacedBox>();
  for (const { from, to } of edges) addTo(into, to, from);
  let top = 0;
  for (const layer of layers) {
    const rows = Math.max(1, Math.ceil(layer.length / most)),
      length = Math.ceil(layer.length / rows);
    for (let first = 0; first < layer.length; first += length) {
      const row = layer.slice(first, first + length),
        placed = inRow(row, id => (into.get(id) ?? []).flatMap(from => boxes.get(from)?.x ?? []), sizeOf),
        height = Math.max(...row.map(id => sizeOf(id).height));
      // boxes of a row stand at its top, so that names are on one line
      placed.forEach((x, i) => {
        const size = sizeOf(row[i]!);
        boxes.set(row[i]!, { x, y: top + size.height / 2, ...size });
      });
      top += height + between.rows;
    }
  }
  return boxes;
}

/** The middle of each box of a row: as near as possible to the middle of those above, in order, and not overlapping. */
function inRow(row: readonly string[], above: (id: string) => readonly number[], sizeOf: SizeOf): number[] {
  const wanted = row.map(id => {
    const all = above(id);
    return all.length === 0 ? 0 : all.reduce((sum, x) => sum + x, 0) / all.length;
  });
  const placed: number[] = [];
  row.forEach((id, i) => {
    const left =
      i === 0 ? -Infinity : placed[i - 1]! + (sizeOf(row[i - 1]!).width + sizeOf(id).width) / 2 + between.boxes;
    placed.push(Math.max(left, wanted[i]!));
  });
  const off = wanted.reduce((sum, x, i) => sum + x - placed[i]!, 0) / (row.length || 1);
  return placed.map(x => x + off);
}
