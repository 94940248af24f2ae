import type { Graph } from '../../simulator/graph.ts';
import { addTo } from '../../core/json/multimap.ts';
import { largest } from '../../core/numbers.ts';
import type { PlacedBox, Point, SizeOf } from '../graph-layers.ts';
import { loop, fitLayout, type Layout } from '../graph-layout.ts';
import { portsOf, type LineEnds } from './ports.ts';

/**
 * Distances in pixels: between columns without lines, between rows without texts and lines, and for each text or line
 * between two rows.
 */
const gap = { column: 32, row: 36, text: 13, lane: 8 } as const;
/** The number of lines from which the lines of one box share a path up to their branch; fewer lines run separately. */
const MIN_SHARED_LINES = 5;

/** The position of a box: column and row, both from 0. */
interface Cell {
  readonly column: number;
  readonly row: number;
}
/**
 * A part of a path in a channel, which is left of a column or above a row. `start` is where the path begins; `low` and
 * `end` are its bounds.
 */
interface Piece {
  readonly way: string;
  readonly start: number;
  readonly low: number;
  readonly end: number;
}
/** The route of a line: beside a column, and through the channels below the first box and above the last box. */
interface Route extends LineEnds {
  /** The channel between columns that the line takes; null if it runs straight down. */
  readonly sideChannel: number | null;
  /** The channel above a row that the line takes below its first box; null if it leaves at the side. */
  readonly lowerChannel: number | null;
  /** The channel above the row of the last box; null if the line comes straight from above. */
  readonly upperChannel: number | null;
}

/**
 * Places boxes in columns and rows, as in an organization chart. Lines run in the channels between boxes, each path in
 * its own lane, so that no line crosses a box and the ends of lines are visible. A layer with too many boxes takes
 * several rows.
 * @param maxColumns the maximum number of columns
 */
export function grid(
  { edges }: Graph,
  layers: readonly (readonly string[])[],
  maxColumns: number,
  sizeOf: SizeOf,
): Layout {
  const { cells, rows } = cellsOf(edges, layers, maxColumns),
    routes = routesOf(edges, cells);
  const sidePieces = new Map<number, Piece[]>(),
    upperPieces = new Map<number, Piece[]>();
  edges.forEach(({ from, to }, i) => {
    const a = cells.get(from)!,
      b = cells.get(to)!,
      { way, sideChannel, lowerChannel, upperChannel } = routes[i]!;
    const origin = 2 * (sideChannel ?? a.column + 0.5);
    if (sideChannel !== null)
      addTo(sidePieces, sideChannel, pieceOf(way, 2 * (a.row + 1) + (lowerChannel === null ? -1 : 0), 2 * b.row));
    if (lowerChannel !== null) addTo(upperPieces, lowerChannel, pieceOf(way, 2 * a.column + 1, origin));
    if (upperChannel !== null) addTo(upperPieces, upperChannel, pieceOf(way, origin, 2 * b.column + 1));
  });
  const sideLanes = new Map([...sidePieces].map(([column, pieces]) => [column, lanesOf(pieces)])),
    upperLanes = new Map([...upperPieces].map(([row, pieces]) => [row, lanesOf(pieces)])),
    ports = portsOf(edges, routes, sizeOf);

  // the coordinates can be computed now, because the number of lines in each channel is known
  const columns: { left: number; width: number }[] = [],
    tops: number[] = [],
    bottoms: number[] = [];
  const widths: number[] = [];
  for (const [id, { column }] of cells) widths[column] = Math.max(widths[column] ?? 0, sizeOf(id).width);
  for (let column = 0, right = 0; column <= maxColumns; column++) {
    const leftEdge = right + gap.column + widthOf(sideLanes.get(column));
    columns.push({ left: leftEdge, width: widths[column] ?? 0 });
    right = leftEdge + columns[column]!.width;
  }
  rows.forEach((row, at) => {
    const lines = largest(row.map(id => ports.texts.get(id) ?? 0));
    tops[at] = (bottoms[at - 1] ?? 0) + gap.row + lines * gap.text + widthOf(upperLanes.get(at));
    bottoms[at] = tops[at]! + largest(row.map(id => sizeOf(id).height));
  });
  const boxes = new Map(
    [...cells].map(([id, { column, row }]): [string, PlacedBox] => {
      const { left, width } = columns[column]!,
        size = sizeOf(id);
      return [id, { x: left + width / 2, y: tops[row]! + size.height / 2, ...size }];
    }),
  );
  const xOf = (column: number, way: string): number =>
      columns[column]!.left - gap.column / 2 - sideLanes.get(column)!.get(way)! * gap.lane,
    yOf = (row: number, way: string): number =>
      (bottoms[row - 1] ?? 0) + 10 + upperLanes.get(row)!.get(way)! * gap.lane;
  const lines = edges.map(({ from, to }, i): Layout['lines'][number] => {
    const a = boxes.get(from)!,
      b = boxes.get(to)!,
      { way, ...route } = routes[i]!,
      port = ports.list[i]!;
    if (from === to) return loop(a, 12 + port.outDistance * 3);
    const end = { x: b.x + port.inDistance, y: b.y - b.height / 2 },
      points: Point[] = [{ x: a.x + port.outDistance, y: a.y + a.height / 2 }];
    if (route.sideChannel !== null) {
      const x = xOf(route.sideChannel, way),
        right = x > a.x ? 1 : -1;
      // lines from two boxes that face each other get different heights
      if (route.lowerChannel === null)
        points[0] = {
          x: a.x + (right * a.width) / 2,
          y: a.y - a.height / 2 + 8 + port.outDistance * gap.lane + right * 2,
        };
      const y = route.lowerChannel === null ? points[0]!.y : yOf(route.lowerChannel, way);
      points.push({ x: points[0]!.x, y }, { x, y }, { x, y: yOf(route.upperChannel!, way) });
    }
    if (route.upperChannel !== null) {
      const y = yOf(route.upperChannel, way);
      points.push({ x: points.at(-1)!.x, y }, { x: end.x, y });
    }
    const y = end.y - 18 - port.row * gap.text;
    return {
      points: [...points, end].filter((point, k, points) => !isSame(point, points[k - 1])),
      label: port.isFlag ? { x: end.x + 6, y } : { x: b.x, y },
      isFlag: port.isFlag,
    };
  });
  return fitLayout(boxes, lines, false);
}

function routesOf(edges: Graph['edges'], cells: ReadonlyMap<string, Cell>): Route[] {
  const takenCells = new Set([...cells.values()].map(({ column, row }) => `${column} ${row}`)),
    pairs = new Set<string>(),
    sizes = new Map<string, number>();
  for (const { from } of edges) sizes.set(from, (sizes.get(from) ?? 0) + 1);
  return edges.map(({ from, to }, i): Route => {
    const a = cells.get(from)!,
      b = cells.get(to)!,
      isDown = b.row > a.row,
      isNext = b.row === a.row + 1,
      way = from === to || sizes.get(from)! < MIN_SHARED_LINES ? `${from}\n${i}` : from,
      pair = `${from}\n${to}`;
    let isStraight = isDown && a.column === b.column && !pairs.has(pair);
    pairs.add(pair);
    for (let row = a.row + 1; row < b.row; row++) isStraight &&= !takenCells.has(`${b.column} ${row}`);
    if (isStraight || from === to)
      return {
        way,
        sideChannel: null,
        lowerChannel: null,
        upperChannel: null,
        isUp: from === to,
        leaves: 0,
        enters: 0,
      };
    const sideChannel = isNext ? null : a.column + (b.column < a.column ? 0 : 1),
      leaves = (sideChannel ?? b.column + 0.5) - a.column - 0.5,
      enters = (sideChannel ?? a.column + 0.5) - b.column - 0.5;
    const rowBelow = isDown && !isNext ? a.row + 1 : null;
    return {
      way,
      sideChannel,
      lowerChannel: rowBelow,
      upperChannel: b.row,
      isUp: !isDown,
      leaves: leaves || 0.1,
      enters: enters || -0.1,
    };
  });
}

const isSame = (a: Point, b: Point | undefined): boolean => a.x === b?.x && a.y === b.y;
const pieceOf = (way: string, start: number, end: number): Piece => ({
  way,
  start,
  low: Math.min(start, end),
  end: Math.max(start, end),
});
const widthOf = (lanes: ReadonlyMap<string, number> | undefined): number =>
  lanes === undefined ? 0 : (largest(lanes.values()) + 1) * gap.lane;

/**
 * The lane of each path in a channel: two paths that overlap never share a lane. Of two paths in the same direction,
 * the path that begins further ahead comes first, so that the two do not cross.
 */
function lanesOf(pieces: readonly Piece[]): Map<string, number> {
  const spans = new Map<string, Piece>(),
    lanes = new Map<string, number>(),
    settledPieces: Piece[] = [];
  for (const piece of pieces) {
    const { low, end } = spans.get(piece.way) ?? piece;
    spans.set(piece.way, { ...piece, low: Math.min(piece.low, low), end: Math.max(piece.end, end) });
  }
  const orderOf = ({ start, low, end: high }: Piece): number => (high - start > start - low ? -start : start - 1e6);
  for (const piece of [...spans.values()].sort((a, b) => orderOf(a) - orderOf(b))) {
    const meeting = settledPieces.filter(({ low, end: high }) => low <= piece.end && high >= piece.low);
    lanes.set(
      piece.way,
      1 +
        largest(
          meeting.map(({ way }) => lanes.get(way)!),
          -1,
        ),
    );
    settledPieces.push(piece);
  }
  return lanes;
}

/** Places each box in the column nearest to its sources, in the order of its layer. */
function cellsOf(
  edges: Graph['edges'],
  layers: readonly (readonly string[])[],
  maxColumns: number,
): { readonly cells: ReadonlyMap<string, Cell>; readonly rows: readonly (readonly string[])[] } {
  const sources = new Map<string, string[]>(),
    cells = new Map<string, Cell>(),
    rows: string[][] = [];
  for (const { from, to } of edges) addTo(sources, to, from);
  const columns = Math.min(
      maxColumns,
      largest(
        layers.map(({ length }) => length),
        1,
      ),
    ),
    middle = (columns - 1) / 2;
  for (const layer of layers) {
    const partCount = Math.ceil(layer.length / columns),
      length = Math.ceil(layer.length / partCount);
    for (let first = 0; first < layer.length; first += length) {
      const row = layer.slice(first, first + length),
        preferred = row.map(id => {
          const sourceColumns = (sources.get(id) ?? []).flatMap(source => cells.get(source)?.column ?? []);
          return sourceColumns.length === 0
            ? middle
            : sourceColumns.reduce((sum, x) => sum + x, 0) / sourceColumns.length;
        });
      // places boxes in order, each as near as possible to its preferred column
      const positions: number[] = [];
      for (const x of preferred) positions.push(Math.max((positions.at(-1) ?? -Infinity) + 1, x));
      const shift = preferred.reduce((sum, x, i) => sum + x - positions[i]!, 0) / row.length;
      let last = -1;
      row.forEach((id, i) => {
        last = Math.min(columns - row.length + i, Math.max(last + 1, Math.round(positions[i]! + shift)));
        cells.set(id, { column: last, row: rows.length });
      });
      rows.push(row);
    }
  }
  return { cells, rows };
}
