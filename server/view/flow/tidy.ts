import { largest } from '../../core/numbers.ts';
import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';
import type { PlacedBox, Point, SizeOf } from '../graph-boxes.ts';
import { isLarge, layered, within, type Layout } from '../graph-layout.ts';
import { ranksOf } from '../graph-layers.ts';
import { fitOf } from './fit.ts';
import { grid } from './grid.ts';
import type { Part } from './shared-ends.ts';

/** Pixels above a part with a title: below another one, and at the top. */
const BETWEEN_PARTS = 60,
  ABOVE = 30;
/** A drawing of more pixels cannot be read in a window of usual size. */
const WIDEST = 1950;
/** Columns of the drawings that are made, and of parts at the side; of a flow with more nodes, only the widest is. */
const COLUMNS = { least: 4, most: 12 } as const,
  NARROW = [1, 2, 3],
  SEVERAL = 240;
/**
 * The value of a drawing apart from its size. Curved drawings have fewer crossings; shortest ways make more lines lead
 * up. A wider drawing has to be better, because not every window is wide.
 */
const WORTH = { curves: 1.25, short: 0.8, wider: 1.04 } as const;

interface Titled {
  readonly layout: Layout;
  /** Where the titles of the parts stand. */
  readonly titles: readonly (Point & { readonly text: string })[];
}

/**
 * Each part in layers from top to bottom, below the first or beside it the others: of several drawings the one that is
 * the largest in a window of usual size.
 * @param graph without stubs: no line leaves its part
 */
export function tidy(graph: Graph, parts: readonly Part[], sizeOf: SizeOf): Titled {
  const requests = parts.map(({ ids }) => {
    const all = new Set(ids),
      edges = [...graph.edges.keys()].filter(i => all.has(graph.edges[i]!.from));
    const part: Graph = {
      title: '',
      nodes: graph.nodes.filter(({ id }) => all.has(id)),
      edges: edges.map(i => graph.edges[i]!),
    };
    return { part, edges, curves: isLarge(part) ? undefined : layered(part, sizeOf, true) };
  });
  const curves = requests.flatMap(({ curves }) => (curves && curves.width <= WIDEST ? curves : [])),
    short = requests.map(({ part }) => ranksOf(part)),
    long = requests.map(({ curves }, i) => (curves ? rowsOf(curves) : short[i]!));
  const arrangements = curves.length === requests.length ? [arranged(curves, false, WORTH.curves)] : [],
    isLong = graph.nodes.length > SEVERAL;
  for (const rows of isLong ? [long] : [long, short]) {
    const gridOf = (i: number, most: number): Layout => grid(requests[i]!.part, rows[i]!, most, sizeOf),
      others = [...requests.keys()].slice(1),
      sides = NARROW.map(most => others.map(i => gridOf(i, most))),
      worth = rows === long ? 1 : WORTH.short;
    for (let most = isLong ? COLUMNS.most : COLUMNS.least; most <= COLUMNS.most; most++) {
      const layouts = [...requests.keys()].map(i => gridOf(i, most));
      arrangements.push(
        arranged(layouts, false, worth),
        ...sides.map(drawnLayouts => arranged([...layouts.slice(0, 1), ...drawnLayouts], true, worth)),
      );
    }
  }
  const scoreOf = (one: Arrangement): number => fitOf(one) * one.worth;
  return drawn(
    arrangements.reduce((arrangement, one) => (scoreOf(one) > scoreOf(arrangement) * WORTH.wider ? one : arrangement)),
    requests.map(({ edges }) => edges),
    parts,
  );
}

/** Where the drawing of each part stands. */
interface Arrangement {
  readonly layouts: readonly Layout[];
  readonly corners: readonly Point[];
  readonly width: number;
  readonly height: number;
  readonly worth: number;
}

/** The first part, and below it the others, as many in a row as there is room for; or at its right, each in a row. */
function arranged([first, ...otherLayouts]: readonly Layout[], isBeside: boolean, worth: number): Arrangement {
  if (!first) return { layouts: [], corners: [], width: 0, height: 0, worth };
  const widest = largest(
      otherLayouts.map(layout => layout.width),
      first.width,
    ),
    by = isBeside ? { x: first.width, y: ABOVE } : { x: 0, y: first.height + BETWEEN_PARTS };
  let left = 0,
    right = 0,
    { y: top } = by,
    bottom = first.height,
    tall = 0;
  const corners = otherLayouts.map((layout): Point => {
    if (left > 0 && (isBeside || left + layout.width > widest)) {
      left = 0;
      top += BETWEEN_PARTS + tall;
      tall = 0;
    }
    const x = by.x + left;
    left += layout.width;
    tall = Math.max(tall, layout.height);
    right = Math.max(right, by.x + left);
    bottom = Math.max(bottom, top + layout.height);
    return { x, y: top };
  });
  const width = Math.max(first.width, right);
  return {
    layouts: [first, ...otherLayouts],
    corners: [{ x: isBeside ? 0 : (width - first.width) / 2, y: 0 }, ...corners],
    width,
    height: bottom,
    worth,
  };
}

function drawn(
  { layouts, corners }: Arrangement,
  edges: readonly (readonly number[])[],
  parts: readonly Part[],
): Titled {
  const boxes = new Map<string, PlacedBox>(),
    lines: Layout['lines'][number][] = [],
    titles: (Point & { text: string })[] = [];
  layouts.forEach((layout, i) => {
    const by = corners[i]!,
      { title } = parts[i]!,
      move = <T extends Point>(point: T): T => ({ ...point, x: point.x + by.x, y: point.y + by.y });
    if (title !== null) titles.push({ x: by.x + 24, y: by.y - 4, text: title });
    for (const [id, box] of layout.boxes) boxes.set(id, move(box));
    layout.lines.forEach((line, k) => {
      lines[edges[i]![k]!] = { ...line, points: line.points.map(move), label: move(line.label) };
    });
  });
  const curved = layouts.every((layout, i) => layout.layered || edges[i]!.length === 0),
    allLayout = within(boxes, lines, curved, true),
    [first] = boxes,
    shift = first
      ? { x: allLayout.boxes.get(first[0])!.x - first[1].x, y: allLayout.boxes.get(first[0])!.y - first[1].y }
      : null;
  return {
    layout: allLayout,
    titles: titles.map(title => ({ ...title, x: title.x + (shift?.x ?? 0), y: title.y + (shift?.y ?? 0) })),
  };
}

/** The boxes of each layer, from left to right. */
function rowsOf({ boxes }: Layout): string[][] {
  const rows = new Map<number, [string, PlacedBox][]>();
  for (const one of boxes) addTo(rows, Math.round(one[1].y), one);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort(([, a], [, b]) => a.x - b.x).map(([id]) => id));
}
