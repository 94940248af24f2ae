import dagre from '@dagrejs/dagre';
import { addTo } from '../core/json/multimap.ts';
import type { Graph } from '../simulator/graph.ts';
import type { PlacedBox, Point, SizeOf } from './graph-boxes.ts';
import { inLayers } from './graph-layers.ts';
import { cornersBetween, ROUTED } from './graph-routes.ts';

export interface Layout {
  readonly boxes: ReadonlyMap<string, PlacedBox>;
  /**
   * For each line of the graph its points, from the border of one box to that of the other, and the position of its
   * text: its middle, or of a flag its beginning.
   */
  readonly lines: readonly { readonly points: readonly Point[]; readonly label: Point; readonly isFlag?: boolean }[];
  /** Whether lines leave and enter boxes at their sides, so that they can be drawn as curves. */
  readonly layered: boolean;
  /** Whether the layers, and so the curves, go from top to bottom. */
  readonly down: boolean;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 24;
/** Pixels between lines that end at the same side of a box. */
const PORT = 24;
/** Beyond this many boxes and lines, minimizing crossings takes seconds, and soon minutes. */
const LARGE = 240;
export const isLarge = ({ nodes, edges }: Graph): boolean => nodes.length + edges.length > LARGE;

/** The position of everything, in layers from left to right. A large graph's crossings are not minimized. */
export const layoutOf = (graph: Graph, sizeOf: SizeOf): Layout =>
  isLarge(graph) ? largeLayout(graph, sizeOf) : layered(graph, sizeOf, false);

/** If crossings were not minimized, lines run straight, around the boxes in between. */
function largeLayout(graph: Graph, sizeOf: SizeOf): Layout {
  const boxes = inLayers(graph, sizeOf);
  if (boxes.size <= ROUTED) return straight(graph, boxes);
  const lines = graph.edges.map(({ from, to }) => {
    const [a, b] = [boxes.get(from)!, boxes.get(to)!];
    if (from === to) return loop(a, 28);
    // within a layer a line enters on the left, as all others do
    const points = [sideOf(a, b, false), sideOf(b, { x: a.x - 1, y: a.y }, false)];
    return { points, label: middleOf(points) };
  });
  return within(boxes, lines, true);
}

/**
 * Straight lines between placed boxes, around those in between; lines between the same two boxes are parallel.
 */
export function straight({ edges }: Graph, boxes: ReadonlyMap<string, PlacedBox>): Layout {
  const between = new Map<string, number>(),
    allBoxes = [...boxes.values()];
  const lines = edges.map(({ from, to }) => {
    const pair = [from, to].sort().join('\n'),
      nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    const a = boxes.get(from)!,
      b = boxes.get(to)!;
    if (from === to) return loop(a, 28 + nth * 14);
    const corners = cornersBetween(a, b, allBoxes);
    if (corners.length > 0) {
      const points = [border(a, corners[0]!), ...corners, border(b, corners.at(-1)!)];
      return { points, label: middleOf(points) };
    }
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1,
      shift = nth * 18 * (from < to ? 1 : -1);
    const middle = {
      x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * shift,
      y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * shift,
    };
    const start = border(a, middle),
      end = border(b, middle),
      own = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    const label = nth === 0 ? own : middle;
    return { points: nth === 0 ? [start, end] : [start, middle, end], label };
  });
  return within(boxes, lines, false);
}

/** The middle of the longest segment, which has the most room for a text. */
function middleOf(points: readonly Point[]): Point {
  let longest = 0,
    middle = points[0]!;
  points.slice(1).forEach((b, i) => {
    const a = points[i]!,
      length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length > longest) {
      longest = length;
      middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    }
  });
  return middle;
}

/** @param by how far it goes from its box */
export const loop = ({ x, y, width, height }: PlacedBox, by: number): { points: Point[]; label: Point } => {
  const right = x + width / 2,
    far = right + by;
  return {
    points: [
      { x: right, y: y - height / 4 },
      { x: far, y: y - height / 4 },
      { x: far, y: y + height / 4 },
      { x: right, y: y + height / 4 },
    ],
    label: { x: far, y },
  };
};

/** Where a line from the center of a box to a point crosses its border. */
function border({ x, y, width, height }: PlacedBox, to: Point): Point {
  const dx = to.x - x,
    dy = to.y - y;
  if (dx === 0 && dy === 0) return { x, y };
  const scale = Math.min(width / 2 / Math.abs(dx || 1e-9), height / 2 / Math.abs(dy || 1e-9));
  return { x: x + dx * scale, y: y + dy * scale };
}

export function layered({ nodes, edges }: Graph, sizeOf: SizeOf, down: boolean): Layout {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
    .setGraph({ rankdir: down ? 'TB' : 'LR', nodesep: 22, ranksep: down ? 56 : 90, edgesep: 14 })
    .setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...sizeOf(id) });
  edges.forEach(({ from, to, label }, i) =>
    graph.setEdge(
      from,
      to,
      { width: label === '' ? 0 : Math.min(label.length, LABEL) * 6, height: label === '' ? 0 : 14, labelpos: 'c' },
      String(i),
    ),
  );
  dagre.layout(graph);
  const boxes = new Map(
    nodes.map(({ id }): [string, PlacedBox] => {
      const { x, y } = graph.node(id) as Point;
      return [id, { x, y, ...sizeOf(id) }];
    }),
  );
  const drawn = edges.map(({ from, to }, i) => {
    const { points, x, y } = graph.edge(from, to, String(i)) as { points: Point[]; x?: number; y?: number };
    const middle = points[Math.floor(points.length / 2)]!;
    const inner = points.slice(1, -1).flatMap(point => along(point, points.at(-1)!, boxes, down)),
      ends = [boxes.get(from)!, boxes.get(to)!] as const;
    const around =
      from === to
        ? points.map(point => ({ x: point.x, y: point.y }))
        : [sideOf(ends[0], inner[0] ?? ends[1], down), ...inner, sideOf(ends[1], inner.at(-1) ?? ends[0], down)];
    return { points: around, label: { x: x ?? middle.x, y: y ?? middle.y } };
  });
  return within(boxes, down ? apart(edges, drawn, boxes) : drawn, true, down);
}

/** Lines at the same side of a box, in the middle of which all of them end, side by side there. */
function apart(edges: Graph['edges'], lines: Layout['lines'], boxes: ReadonlyMap<string, PlacedBox>): Layout['lines'] {
  const sides = new Map<string, { line: number; point: number; next: number }[]>(),
    moved = lines.map(({ points }) => points.map(point => ({ ...point })));
  edges.forEach(({ from, to }, line) => {
    const points = moved[line]!;
    for (const [id, point, next] of [
      [from, 0, points[1]],
      [to, points.length - 1, points.at(-2)],
    ] as const)
      if (from !== to && next) addTo(sides, `${id}\n${points[point]!.y}`, { line, point, next: next.x });
  });
  for (const [side, all] of sides) {
    const room = boxes.get(side.slice(0, side.lastIndexOf('\n')))!.width - 40,
      step = Math.min(PORT, room / all.length);
    all.sort((a, b) => a.next - b.next);
    all.forEach(({ line, point }, nth) => (moved[line]![point]!.x += (nth - (all.length - 1) / 2) * step));
  }
  return lines.map((line, i) => ({ ...line, points: moved[i]! }));
}

/** Next to a layer's boxes a line continues straight, so that its curve cuts no corner of theirs. */
function along({ x, y }: Point, end: Point, boxes: ReadonlyMap<string, PlacedBox>, down: boolean): Point[] {
  let half = 0;
  for (const box of boxes.values())
    if (Math.abs(down ? box.y - y : box.x - x) < 1) half = Math.max(half, (down ? box.height : box.width) / 2);
  if (half === 0) return [{ x, y }];
  const by = (down ? end.y < y : end.x < x) ? -half : half;
  return down
    ? [
        { x, y: y - by },
        { x, y: y + by },
      ]
    : [
        { x: x - by, y },
        { x: x + by, y },
      ];
}

/** The middle of the side of a box that faces a point. */
const sideOf = ({ x, y, width, height }: PlacedBox, to: Point, down: boolean): Point =>
  down ? { x, y: to.y < y ? y - height / 2 : y + height / 2 } : { x: to.x < x ? x - width / 2 : x + width / 2, y };

/** At most this many characters of a line's text are shown. */
export const LABEL = 26;

/** Shifted so that everything is within the picture. */
export function within(
  boxes: ReadonlyMap<string, PlacedBox>,
  lines: Layout['lines'],
  isLayered: boolean,
  down = false,
): Layout {
  const allPoints = [
    ...[...boxes.values()].flatMap(({ x, y, width, height }) => [
      { x: x - width / 2, y: y - height / 2 },
      { x: x + width / 2, y: y + height / 2 },
    ]),
    ...lines.flatMap(({ points, label }) => [
      ...points,
      { x: label.x - LABEL * 3, y: label.y - 10 },
      { x: label.x + LABEL * 3, y: label.y + 6 },
    ]),
  ];
  const least = (of: (point: Point) => number): number =>
      allPoints.reduce((low, point) => Math.min(low, of(point)), Infinity),
    most = (of: (point: Point) => number): number =>
      allPoints.reduce((high, point) => Math.max(high, of(point)), -Infinity);
  const common = { boxes, lines, layered: isLayered, down };
  if (allPoints.length === 0) return { ...common, width: MARGIN * 2, height: MARGIN * 2 };
  const left = least(p => p.x) - MARGIN,
    top = least(p => p.y) - MARGIN;
  const move = <T extends Point>(point: T): T => ({ ...point, x: point.x - left, y: point.y - top });
  return {
    ...common,
    boxes: new Map([...boxes].map(([id, box]) => [id, move(box)])),
    lines: lines.map(line => ({ ...line, points: line.points.map(move), label: move(line.label) })),
    width: most(p => p.x) - left + MARGIN,
    height: most(p => p.y) - top + MARGIN,
  };
}
