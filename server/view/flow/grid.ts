import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';
import { largest } from '../../core/numbers.ts';
import type { PlacedBox, Point, SizeOf } from '../graph-boxes.ts';
import { loop, within, type Layout } from '../graph-layout.ts';

/** Pixels: between boxes of a row without lines, between rows without texts and lines, of one text or line there. */
const gap = { column: 32, row: 40, text: 13, lane: 6 } as const;

/** Where a box stands: its column and row, both from 0. */
interface Cell {
  readonly column: number;
  readonly row: number;
}
/** A piece of a line in the channel left of a column, or above a row. All that leave the same box share one. */
interface Piece {
  readonly from: string;
  readonly low: number;
  readonly high: number;
}
/** The way of a line: down or up beside a column, and along the channels below its first box and above its last. */
interface Route {
  /** The channel between columns that it takes; null: straight down. */
  readonly beside: number | null;
  /** The channel above a row by which it gets there from below its first box; null: it leaves at the side. */
  readonly below: number | null;
  /** The channel above the row of its last box; null: it comes straight from above. */
  readonly above: number | null;
}

/**
 * Boxes in columns and rows, as an organization chart: lines run in the channels between, those of one box on each
 * other, so that they cross no box and one sees where they lead. A layer with too many boxes takes several rows.
 * @param most columns
 */
export function grid({ edges }: Graph, layers: readonly (readonly string[])[], most: number, sizeOf: SizeOf): Layout {
  const { cells, rows } = cellsOf(edges, layers, most),
    taken = new Set([...cells.values()].map(({ column, row }) => `${column} ${row}`));
  const beside = new Map<number, Piece[]>(),
    above = new Map<number, Piece[]>();
  const routes = edges.map(({ from, to }): Route => {
    const a = cells.get(from)!,
      b = cells.get(to)!;
    const isDown = b.row > a.row;
    let isFree = isDown && a.column === b.column;
    for (let row = a.row + 1; row < b.row; row++) isFree &&= !taken.has(`${b.column} ${row}`);
    if (isFree || from === to) return { beside: null, below: null, above: null };
    const isNext = isDown && b.row === a.row + 1,
      side = isNext ? null : a.column + (b.column < a.column ? 0 : 1),
      below = isDown && !isNext ? a.row + 1 : null;
    if (side !== null) addTo(beside, side, pieceOf(from, 2 * (a.row + 1) + (isDown ? 0 : -1), 2 * b.row));
    if (below !== null) addTo(above, below, pieceOf(from, 2 * a.column + 1, 2 * side!));
    addTo(above, b.row, pieceOf(from, side === null ? 2 * a.column + 1 : 2 * side, 2 * b.column + 1));
    return { beside: side, below, above: b.row };
  });
  const across = new Map([...beside].map(([at, pieces]) => [at, lanesOf(pieces)])),
    along = new Map([...above].map(([at, pieces]) => [at, lanesOf(pieces)]));
  const texts = new Map<string, number>();
  edges.forEach(({ from, to, label }) => label !== '' && from !== to && texts.set(to, (texts.get(to) ?? 0) + 1));

  // coordinates, once it is known how many lines each channel takes
  const columns: { left: number; width: number }[] = [],
    tops: number[] = [],
    bottoms: number[] = [];
  const widths: number[] = [];
  for (const [id, { column }] of cells) widths[column] = Math.max(widths[column] ?? 0, sizeOf(id).width);
  for (let at = 0, right = 0; at <= most; at++) {
    const left = right + gap.column + widthOf(across.get(at));
    columns.push({ left, width: widths[at] ?? 0 });
    right = left + columns[at]!.width;
  }
  rows.forEach((row, at) => {
    const lines = largest(row.map(id => texts.get(id) ?? 0));
    tops[at] = (bottoms[at - 1] ?? 0) + gap.row + lines * gap.text + widthOf(along.get(at));
    bottoms[at] = tops[at]! + largest(row.map(id => sizeOf(id).height));
  });
  const boxes = new Map(
    [...cells].map(([id, { column, row }]): [string, PlacedBox] => {
      const { left, width } = columns[column]!,
        size = sizeOf(id);
      return [id, { x: left + width / 2, y: tops[row]! + size.height / 2, ...size }];
    }),
  );
  const xOf = (at: number, from: string): number =>
      columns[at]!.left - gap.column / 2 - across.get(at)!.get(from)! * gap.lane,
    yOf = (at: number, from: string): number => (bottoms[at - 1] ?? 0) + 10 + along.get(at)!.get(from)! * gap.lane;
  const into = new Map<string, number>();
  const lines = edges.map(({ from, to, label }, i): Layout['lines'][number] => {
    const a = boxes.get(from)!,
      b = boxes.get(to)!,
      route = routes[i]!;
    if (from === to) return loop(a, 0);
    const nth = into.get(to) ?? 0;
    if (label !== '') into.set(to, nth + 1);
    const end = { x: b.x, y: b.y - b.height / 2 },
      text = { x: b.x, y: end.y - 18 - nth * gap.text };
    const points: Point[] = [{ x: a.x, y: a.y + a.height / 2 }];
    if (route.beside !== null) {
      const x = xOf(route.beside, from),
        isRight = x > a.x;
      if (route.below === null) points[0] = { x: a.x + ((isRight ? 1 : -1) * a.width) / 2, y: a.y - a.height / 2 + 14 };
      const y = route.below === null ? points[0]!.y : yOf(route.below, from);
      points.push({ x: points[0]!.x, y }, { x, y }, { x, y: yOf(route.above!, from) });
    }
    if (route.above !== null) {
      const y = yOf(route.above, from);
      points.push({ x: points.at(-1)!.x, y }, { x: b.x, y });
    }
    return { points: [...points, end].filter((one, k, all) => !isSame(one, all[k - 1])), label: text };
  });
  return within(boxes, lines, false);
}

const isSame = (a: Point, b: Point | undefined): boolean => a.x === b?.x && a.y === b.y;
const pieceOf = (from: string, a: number, b: number): Piece => ({ from, low: Math.min(a, b), high: Math.max(a, b) });
const widthOf = (lanes: ReadonlyMap<string, number> | undefined): number =>
  lanes === undefined ? 0 : (largest(lanes.values()) + 1) * gap.lane;

/** The lane of each box's lines in a channel: those of different boxes are not on each other. */
function lanesOf(pieces: readonly Piece[]): Map<string, number> {
  const spans = new Map<string, Piece>(),
    lanes: Piece[][] = [];
  for (const { from, low, high } of pieces) {
    const one = spans.get(from);
    spans.set(from, { from, low: Math.min(low, one?.low ?? low), high: Math.max(high, one?.high ?? high) });
  }
  const found = new Map<string, number>();
  for (const piece of [...spans.values()].sort((a, b) => a.low - b.low)) {
    const free = lanes.findIndex(lane => lane.at(-1)!.high < piece.low),
      at = free < 0 ? lanes.length : free;
    (lanes[at] ??= []).push(piece);
    found.set(piece.from, at);
  }
  return found;
}

/** Each box in the column nearest to those that lead to it, in the order of its layer. */
function cellsOf(
  edges: Graph['edges'],
  layers: readonly (readonly string[])[],
  most: number,
): { readonly cells: ReadonlyMap<string, Cell>; readonly rows: readonly (readonly string[])[] } {
  const into = new Map<string, string[]>(),
    cells = new Map<string, Cell>(),
    rows: string[][] = [];
  for (const { from, to } of edges) addTo(into, to, from);
  const columns = Math.min(
      most,
      largest(
        layers.map(({ length }) => length),
        1,
      ),
    ),
    middle = (columns - 1) / 2;
  for (const layer of layers) {
    const parts = Math.ceil(layer.length / columns),
      length = Math.ceil(layer.length / parts);
    for (let first = 0; first < layer.length; first += length) {
      const row = layer.slice(first, first + length),
        wanted = row.map(id => {
          const all = (into.get(id) ?? []).flatMap(from => cells.get(from)?.column ?? []);
          return all.length === 0 ? middle : all.reduce((sum, x) => sum + x, 0) / all.length;
        });
      // as near as possible to what is wanted, in order
      const placed: number[] = [];
      for (const x of wanted) placed.push(Math.max((placed.at(-1) ?? -Infinity) + 1, x));
      const off = wanted.reduce((sum, x, i) => sum + x - placed[i]!, 0) / row.length;
      let last = -1;
      row.forEach((id, i) => {
        last = Math.min(columns - row.length + i, Math.max(last + 1, Math.round(placed[i]! + off)));
        cells.set(id, { column: last, row: rows.length });
      });
      rows.push(row);
    }
  }
  return { cells, rows };
}
