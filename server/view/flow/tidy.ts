import { largest } from '../../core/numbers.ts';
import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';
import { type PlacedBox, type Point, type SizeOf, ranksOf } from '../graph-layers.ts';
import { isLarge, layeredLayout, fitLayout, type Layout } from '../graph-layout.ts';
import { fitOf } from './flow-svg.ts';
import { grid } from './grid.ts';
import type { Part } from './shared-ends.ts';

/** Pixels above a part with a title: below another part, and at the top of the drawing. */
const BETWEEN_PARTS = 60,
  TITLE_SPACE = 30;
/** The maximum width of a drawing with curves, in pixels; a wider drawing is unreadable in a common window. */
const MAX_WIDTH = 1950;
/**
 * The numbers of columns to try, the numbers to try for parts at the side, and the number of nodes above which only
 * the largest number is tried.
 */
const COLUMNS = { least: 4, most: 12 } as const,
  SIDE_COLUMNS = [1, 2, 3],
  MAX_SMALL_NODES = 240;
/**
 * Factors for choosing between drawings, beside their size: curved lines have fewer crossings; shortest paths have more
 * lines that run up; a wider drawing has to be clearly better, because some windows are narrow.
 */
const SCORE_FACTORS = { curves: 1.25, short: 0.8, wider: 1.04 } as const;

interface TitledLayout {
  readonly layout: Layout;
  /** The positions of the titles of the parts. */
  readonly titles: readonly (Point & { readonly text: string })[];
}

/**
 * Draws each part in layers from top to bottom, with the other parts below or beside the first part. Of several
 * arrangements, returns the largest in a common window.
 * @param graph a graph without stubs, in which every line stays within its part
 */
export function tidy(graph: Graph, parts: readonly Part[], sizeOf: SizeOf): TitledLayout {
  const requests = parts.map(({ ids }) => {
    const allIds = new Set(ids),
      edges = [...graph.edges.keys()].filter(i => allIds.has(graph.edges[i]!.from));
    const part: Graph = {
      title: '',
      nodes: graph.nodes.filter(({ id }) => allIds.has(id)),
      edges: edges.map(i => graph.edges[i]!),
    };
    return { part, edges, curves: isLarge(part) ? undefined : layeredLayout(part, sizeOf, true) };
  });
  const curves = requests.flatMap(({ curves }) => (curves && curves.width <= MAX_WIDTH ? curves : [])),
    shortRows = requests.map(({ part }) => ranksOf(part)),
    longRows = requests.map(({ curves }, i) => (curves ? rowsOf(curves) : shortRows[i]!));
  const arrangements = curves.length === requests.length ? [arrange(curves, false, SCORE_FACTORS.curves)] : [],
    isLong = graph.nodes.length > MAX_SMALL_NODES;
  for (const rows of isLong ? [longRows] : [longRows, shortRows]) {
    const gridOf = (i: number, maxColumns: number): Layout => grid(requests[i]!.part, rows[i]!, maxColumns, sizeOf),
      otherIndices = [...requests.keys()].slice(1),
      sides = SIDE_COLUMNS.map(maxColumns => otherIndices.map(i => gridOf(i, maxColumns))),
      factor = rows === longRows ? 1 : SCORE_FACTORS.short;
    for (let maxColumns = isLong ? COLUMNS.most : COLUMNS.least; maxColumns <= COLUMNS.most; maxColumns++) {
      const layouts = [...requests.keys()].map(i => gridOf(i, maxColumns));
      arrangements.push(
        arrange(layouts, false, factor),
        ...sides.map(drawnLayouts => arrange([...layouts.slice(0, 1), ...drawnLayouts], true, factor)),
      );
    }
  }
  const scoreOf = (arrangement: Arrangement): number => fitOf(arrangement) * arrangement.factor;
  return drawArrangement(
    arrangements.reduce((arrangement, candidate) =>
      scoreOf(candidate) > scoreOf(arrangement) * SCORE_FACTORS.wider ? candidate : arrangement,
    ),
    requests.map(({ edges }) => edges),
    parts,
  );
}

/** The drawings of the parts, with the positions of their corners. */
interface Arrangement {
  readonly layouts: readonly Layout[];
  readonly corners: readonly Point[];
  readonly width: number;
  readonly height: number;
  readonly factor: number;
}

/** Places the other parts below the first part, as many in a row as fit, or to its right, one in a row. */
function arrange([first, ...otherLayouts]: readonly Layout[], isBeside: boolean, factor: number): Arrangement {
  if (!first) return { layouts: [], corners: [], width: 0, height: 0, factor };
  const widest = largest(
      otherLayouts.map(layout => layout.width),
      first.width,
    ),
    partOffset = isBeside ? { x: first.width, y: TITLE_SPACE } : { x: 0, y: first.height + BETWEEN_PARTS };
  let leftEdge = 0,
    right = 0,
    { y: top } = partOffset,
    bottom = first.height,
    tallest = 0;
  const corners = otherLayouts.map((layout): Point => {
    if (leftEdge > 0 && (isBeside || leftEdge + layout.width > widest)) {
      leftEdge = 0;
      top += BETWEEN_PARTS + tallest;
      tallest = 0;
    }
    const x = partOffset.x + leftEdge;
    leftEdge += layout.width;
    tallest = Math.max(tallest, layout.height);
    right = Math.max(right, partOffset.x + leftEdge);
    bottom = Math.max(bottom, top + layout.height);
    return { x, y: top };
  });
  const width = Math.max(first.width, right);
  return {
    layouts: [first, ...otherLayouts],
    corners: [{ x: isBeside ? 0 : (width - first.width) / 2, y: 0 }, ...corners],
    width,
    height: bottom,
    factor,
  };
}

function drawArrangement(
  { layouts, corners }: Arrangement,
  edges: readonly (readonly number[])[],
  parts: readonly Part[],
): TitledLayout {
  const boxes = new Map<string, PlacedBox>(),
    lines: Layout['lines'][number][] = [],
    titles: (Point & { text: string })[] = [];
  layouts.forEach((layout, i) => {
    const offset = corners[i]!,
      { title } = parts[i]!,
      move = <T extends Point>(point: T): T => ({ ...point, x: point.x + offset.x, y: point.y + offset.y });
    if (title !== null) titles.push({ x: offset.x + 24, y: offset.y - 4, text: title });
    for (const [id, box] of layout.boxes) boxes.set(id, move(box));
    layout.lines.forEach((line, k) => {
      lines[edges[i]![k]!] = { ...line, points: line.points.map(move), label: move(line.label) };
    });
  });
  const isCurved = layouts.every((layout, i) => layout.isLayered || edges[i]!.length === 0),
    allLayout = fitLayout(boxes, lines, isCurved),
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
  for (const entry of boxes) addTo(rows, Math.round(entry[1].y), entry);
  return [...rows].sort(([a], [b]) => a - b).map(([, row]) => row.sort(([, a], [, b]) => a.x - b.x).map(([id]) => id));
}
