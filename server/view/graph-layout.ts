import dagre from '@dagrejs/dagre';
import { addTo } from '../core/json/multimap.ts';
import type { Graph } from '../simulator/graph.ts';
import { type PlacedBox, type Point, type SizeOf, inLayers } from './graph-layers.ts';
import { cornersBetween, MAX_BOXES } from './graph-routes.ts';

export interface Layout {
  readonly boxes: ReadonlyMap<string, PlacedBox>;
  /**
   * The points of each line, from border to border, and the position of its text: the middle of the text, or the
   * beginning of a flag.
   */
  readonly lines: readonly { readonly points: readonly Point[]; readonly label: Point; readonly isFlag?: boolean }[];
  /** Whether lines leave and enter boxes at their sides, so that they can be drawn as curves. */
  readonly isLayered: boolean;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 24;
/** Pixels between lines that end at the same side of a box. */
const PORT_GAP = 24;
/**
 * The number of boxes and lines above which crossings are not minimized, because that would take seconds or minutes.
 */
const MAX_SIZE = 240;
export const isLarge = ({ nodes, edges }: Graph): boolean => nodes.length + edges.length > MAX_SIZE;

/** The layout of a graph in layers from left to right. In a large graph, crossings are not minimized. */
export const layoutOf = (graph: Graph, sizeOf: SizeOf): Layout =>
  isLarge(graph) ? largeLayout(graph, sizeOf) : layeredLayout(graph, sizeOf, false);

/** The layout of a large graph without minimized crossings, with straight lines around the boxes in between. */
function largeLayout(graph: Graph, sizeOf: SizeOf): Layout {
  const boxes = inLayers(graph, sizeOf);
  if (boxes.size <= MAX_BOXES) return straightLayout(graph, boxes);
  const lines = graph.edges.map(({ from, to }) => {
    const [a, b] = [boxes.get(from)!, boxes.get(to)!];
    if (from === to) return loop(a, 28);
    // a line within a layer also enters on the left side
    const points = [sideOf(a, b, false), sideOf(b, { x: a.x - 1, y: a.y }, false)];
    return { points, label: middleOf(points) };
  });
  return fitLayout(boxes, lines, true);
}

/**
 * Draws straight lines between placed boxes, and around boxes in between; lines between the same two boxes are
 * parallel.
 */
export function straightLayout({ edges }: Graph, boxes: ReadonlyMap<string, PlacedBox>): Layout {
  const edgeCounts = new Map<string, number>(),
    allBoxes = [...boxes.values()];
  const lines = edges.map(({ from, to }) => {
    const pair = [from, to].sort().join('\n'),
      nth = edgeCounts.get(pair) ?? 0;
    edgeCounts.set(pair, nth + 1);
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
      middlePoint = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
    const label = nth === 0 ? middlePoint : middle;
    return { points: nth === 0 ? [start, end] : [start, middle, end], label };
  });
  return fitLayout(boxes, lines, false);
}

/** The middle of the longest segment, where the text has the most room. */
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

/** The points of a line from a box back to the same box. @param size the distance of the line from the box */
export const loop = ({ x, y, width, height }: PlacedBox, size: number): { points: Point[]; label: Point } => {
  const right = x + width / 2,
    farX = right + size;
  return {
    points: [
      { x: right, y: y - height / 4 },
      { x: farX, y: y - height / 4 },
      { x: farX, y: y + height / 4 },
      { x: right, y: y + height / 4 },
    ],
    label: { x: farX, y },
  };
};

/** The point where a line from the center of a box crosses the border of the box. */
function border({ x, y, width, height }: PlacedBox, target: Point): Point {
  const dx = target.x - x,
    dy = target.y - y;
  if (dx === 0 && dy === 0) return { x, y };
  const scale = Math.min(width / 2 / Math.abs(dx || 1e-9), height / 2 / Math.abs(dy || 1e-9));
  return { x: x + dx * scale, y: y + dy * scale };
}

export function layeredLayout({ nodes, edges }: Graph, sizeOf: SizeOf, isDown: boolean): Layout {
  const graph = new dagre.graphlib.Graph({ multigraph: true })
    .setGraph({ rankdir: isDown ? 'TB' : 'LR', nodesep: 22, ranksep: isDown ? 56 : 90, edgesep: 14 })
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
  const lines = edges.map(({ from, to }, i) => {
    const { points, x, y } = graph.edge(from, to, String(i)) as { points: Point[]; x?: number; y?: number };
    const middle = points[Math.floor(points.length / 2)]!;
    const innerPoints = points.slice(1, -1).flatMap(point => routeLine(point, points.at(-1)!, boxes, isDown)),
      endBoxes = [boxes.get(from)!, boxes.get(to)!] as const;
    const surroundingPoints =
      from === to
        ? points.map(point => ({ x: point.x, y: point.y }))
        : [
            sideOf(endBoxes[0], innerPoints[0] ?? endBoxes[1], isDown),
            ...innerPoints,
            sideOf(endBoxes[1], innerPoints.at(-1) ?? endBoxes[0], isDown),
          ];
    return { points: surroundingPoints, label: { x: x ?? middle.x, y: y ?? middle.y } };
  });
  return fitLayout(boxes, isDown ? separateLines(edges, lines, boxes) : lines, true);
}

/** Spreads lines that all end in the middle of the same side of a box. */
function separateLines(
  edges: Graph['edges'],
  lines: Layout['lines'],
  boxes: ReadonlyMap<string, PlacedBox>,
): Layout['lines'] {
  const sides = new Map<string, { line: number; point: number; next: number }[]>(),
    movedLines = lines.map(({ points }) => points.map(point => ({ ...point })));
  edges.forEach(({ from, to }, line) => {
    const points = movedLines[line]!;
    for (const [id, point, next] of [
      [from, 0, points[1]],
      [to, points.length - 1, points.at(-2)],
    ] as const)
      if (from !== to && next) addTo(sides, `${id}\n${points[point]!.y}`, { line, point, next: next.x });
  });
  for (const [side, entries] of sides) {
    const room = boxes.get(side.slice(0, side.lastIndexOf('\n')))!.width - 40,
      step = Math.min(PORT_GAP, room / entries.length);
    entries.sort((a, b) => a.next - b.next);
    entries.forEach(({ line, point }, nth) => (movedLines[line]![point]!.x += (nth - (entries.length - 1) / 2) * step));
  }
  return lines.map((line, i) => ({ ...line, points: movedLines[i]! }));
}

/**
 * The points at which a line passes a layer: it runs straight beside the boxes, so that its curve does not cut their
 * corners.
 */
function routeLine({ x, y }: Point, end: Point, boxes: ReadonlyMap<string, PlacedBox>, isDown: boolean): Point[] {
  let half = 0;
  for (const box of boxes.values())
    if (Math.abs(isDown ? box.y - y : box.x - x) < 1) half = Math.max(half, (isDown ? box.height : box.width) / 2);
  if (half === 0) return [{ x, y }];
  const shift = (isDown ? end.y < y : end.x < x) ? -half : half;
  return isDown
    ? [
        { x, y: y - shift },
        { x, y: y + shift },
      ]
    : [
        { x: x - shift, y },
        { x: x + shift, y },
      ];
}

/** The middle of the side of a box that faces a point. */
const sideOf = ({ x, y, width, height }: PlacedBox, target: Point, isDown: boolean): Point =>
  isDown
    ? { x, y: target.y < y ? y - height / 2 : y + height / 2 }
    : { x: target.x < x ? x - width / 2 : x + width / 2, y };

/** The maximum number of characters of a line's text. */
export const LABEL = 26;

/** Shifts a layout so that everything is within the picture. */
export function fitLayout(boxes: ReadonlyMap<string, PlacedBox>, lines: Layout['lines'], isLayered: boolean): Layout {
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
  const smallest = (valueOf: (point: Point) => number): number =>
      allPoints.reduce((minimum, point) => Math.min(minimum, valueOf(point)), Infinity),
    maximumOf = (valueOf: (point: Point) => number): number =>
      allPoints.reduce((maximum, point) => Math.max(maximum, valueOf(point)), -Infinity);
  const layout = { boxes, lines, isLayered };
  if (allPoints.length === 0) return { ...layout, width: MARGIN * 2, height: MARGIN * 2 };
  const leftEdge = smallest(p => p.x) - MARGIN,
    top = smallest(p => p.y) - MARGIN;
  const move = <T extends Point>(point: T): T => ({ ...point, x: point.x - leftEdge, y: point.y - top });
  return {
    ...layout,
    boxes: new Map([...boxes].map(([id, box]) => [id, move(box)])),
    lines: lines.map(line => ({ ...line, points: line.points.map(move), label: move(line.label) })),
    width: maximumOf(p => p.x) - leftEdge + MARGIN,
    height: maximumOf(p => p.y) - top + MARGIN,
  };
}
