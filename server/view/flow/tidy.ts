import { largest } from '../../core/numbers.ts';
import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';
import type { PlacedBox, Point, SizeOf } from '../graph-boxes.ts';
import { isLarge, layered, within, type Layout } from '../graph-layout.ts';
import { ranksOf } from '../graph-layers.ts';
import { grid } from './grid.ts';
import type { Part } from './shared-ends.ts';

/** Pixels above a part with a title. */
const BETWEEN_PARTS = 84;
/** A drawing of more pixels cannot be read in a window of usual size. */
const WIDEST = 1950;

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
  const drawn = drawnParts(graph, parts, sizeOf),
    widest = largest(
      drawn.map(({ layout }) => layout.width),
      0,
    );
  let top = 0,
    curved = true;
  drawn.forEach(({ layout, edges }, i) => {
    const { title } = parts[i]!;
    if (i > 0) top += BETWEEN_PARTS;
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

interface Drawn {
  readonly layout: Layout;
  readonly edges: readonly number[];
}

/** All parts as a drawing of curves, if that is small enough to be read at once, otherwise all in a grid. */
function drawnParts(graph: Graph, parts: readonly Part[], sizeOf: SizeOf): Drawn[] {
  const asked = parts.map(({ ids }) => {
    const all = new Set(ids),
      edges = [...graph.edges.keys()].filter(i => all.has(graph.edges[i]!.from));
    const part: Graph = {
      title: '',
      nodes: graph.nodes.filter(({ id }) => all.has(id)),
      edges: edges.map(i => graph.edges[i]!),
    };
    return { part, edges, layout: isLarge(part) ? undefined : layered(part, sizeOf, true) };
  });
  if (asked.every(({ layout }) => layout && layout.width <= WIDEST))
    return asked.map(({ layout, edges }) => ({ layout: layout!, edges }));
  const most = Math.min(12, Math.max(6, Math.ceil(Math.sqrt(graph.nodes.length) * 0.8)));
  return asked.map(({ part, edges, layout }) => ({
    layout: grid(part, layout ? rowsOf(layout) : ranksOf(part), most, sizeOf),
    edges,
  }));
}

/** The boxes of each layer, from left to right. */
function rowsOf({ boxes }: Layout): string[][] {
  const rows = new Map<number, [string, PlacedBox][]>();
  for (const one of boxes) addTo(rows, Math.round(one[1].y), one);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort(([, a], [, b]) => a.x - b.x).map(([id]) => id));
}
