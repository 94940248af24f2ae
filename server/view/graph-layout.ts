import dagre from '@dagrejs/dagre';
import type { Graph } from '../simulator/graph.ts';
import type { PlacedBox, Point, SizeOf } from './graph-boxes.ts';
import { layersOf } from './graph-layers.ts';
import { cornersBetween, ROUTED } from './graph-routes.ts';

export interface Layout {
  readonly boxes: ReadonlyMap<string, PlacedBox>;
  /**
   * For each line of the graph its points, from the border of one box to that of the other, and the position of its
   * text.
   */
  readonly lines: readonly { readonly points: readonly Point[]; readonly label: Point }[];
  /** Whether lines leave and enter boxes at their sides, so that they can be drawn as curves. */
  readonly layered: boolean;
  /** Whether the layers, and so the curves, go from top to bottom. */
  readonly down: boolean;
  /** Whether the positions from the platform's editor are unusable. */
  readonly anew: boolean;
  readonly width: number;
  readonly height: number;
}

const MARGIN = 24;
/** These boxes are wide and low, so heights need less scaling. */
const FLAT = 0.6;

/** Beyond this many boxes and lines, minimizing crossings takes seconds, and soon minutes. */
const LARGE = 240;

/** The visible part of a picture, in its own units. */
export interface Room {
  readonly width: number;
  readonly height: number;
}
/** If at most three boxes with their texts fit beside each other, a picture goes from top to bottom. */
const NARROW = 930;

/**
 * The position of everything: as in the platform's editor if most boxes have positions there, otherwise in layers, from
 * left to right or from top to bottom, whichever shows more in the available room.
 * @param large number of boxes and lines from which crossings are not minimized, and layers go from left to right
 * @param room without it: from left to right
 */
export function layoutOf(graph: Graph, sizeOf: SizeOf, large = LARGE, room?: Room): Layout {
  const isLarge = graph.nodes.length + graph.edges.length > large,
    isNarrow = room !== undefined && room.width < NARROW;
  const boxes = isNarrow && !isLarge ? undefined : asPlaced(graph, sizeOf);
  if (boxes) return straight(graph, boxes);
  if (isNarrow && !isLarge) return layered(graph, sizeOf, true);
  return { ...(isLarge ? largeLayout(graph, sizeOf) : inLayers(graph, sizeOf, room)), anew: true };
}

function inLayers(graph: Graph, sizeOf: SizeOf, room: Room | undefined): Layout {
  const across = layered(graph, sizeOf, false);
  if (!room || seen(across, room) === 1) return across;
  const down = layered(graph, sizeOf, true);
  return seen(down, room) > seen(across, room) ? down : across;
}

/** The part of a picture that is visible at once. */
const seen = ({ width, height }: Layout, room: Room): number =>
  Math.min(1, room.width / width) * Math.min(1, room.height / height);

/** If crossings were not minimized, lines run straight, around the boxes in between. */
function largeLayout(graph: Graph, sizeOf: SizeOf): Layout {
  const { boxes, lines } = layersOf(graph, sizeOf);
  return boxes.size > ROUTED ? within(boxes, lines, true) : straight(graph, boxes);
}

/**
 * The editor's own positions, spread out as far as these boxes need, with the boxes without positions in a row below;
 * undefined if most have none, or if two boxes overlap at any scale.
 */
function asPlaced({ nodes }: Graph, sizeOf: SizeOf): Map<string, PlacedBox> | undefined {
  const placed = nodes.filter(({ type, position }) => type !== 'start' && position !== undefined),
    rest = nodes.filter(({ type, position }) => type !== 'start' && position === undefined);
  if (placed.length === 0 || rest.length > placed.length) return undefined;
  for (let scale = 0.4; scale <= 4.01; scale += 0.2) {
    const boxes = new Map(
      placed.map(({ id, position }): [string, PlacedBox] => [
        id,
        { x: position!.x * scale, y: position!.y * scale * FLAT, ...sizeOf(id) },
      ]),
    );
    const list = [...boxes.values()];
    if (list.some((a, i) => list.slice(i + 1).some(b => overlap(a, b, LABEL * 6, 28)))) continue;
    const left = Math.min(...list.map(({ x, width }) => x - width / 2)),
      first = list[0]!;
    const start = nodes.find(({ type }) => type === 'start');
    if (start) {
      const size = sizeOf(start.id),
        at = start.position && { x: start.position.x * scale, y: start.position.y * scale * FLAT, ...size };
      boxes.set(
        start.id,
        at && !list.some(box => overlap(at, box, 8, 8)) ? at : { x: left - size.width, y: first.y, ...size },
      );
    }
    const bottom = Math.max(...list.map(({ y, height }) => y + height / 2));
    let x = left;
    for (const { id } of rest) {
      const size = sizeOf(id);
      boxes.set(id, { x: x + size.width / 2, y: bottom + 60 + size.height / 2, ...size });
      x += size.width + LABEL * 6;
    }
    return boxes;
  }
  return undefined;
}

/**
 * Whether two boxes overlap, or are nearer than these gaps: between neighbors there has to be room for a line's text.
 */
const overlap = (a: PlacedBox, b: PlacedBox, gapX: number, gapY: number): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gapX && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gapY;

/** Straight lines between placed boxes, around those in between; lines between the same two boxes are parallel. */
function straight({ edges }: Graph, boxes: ReadonlyMap<string, PlacedBox>): Layout {
  const between = new Map<string, number>(),
    all = [...boxes.values()];
  const lines = edges.map(({ from, to }) => {
    const pair = [from, to].sort().join('\n'),
      nth = between.get(pair) ?? 0;
    between.set(pair, nth + 1);
    const a = boxes.get(from)!,
      b = boxes.get(to)!;
    if (from === to) return loop(a, nth);
    const corners = cornersBetween(a, b, all);
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

const loop = ({ x, y, width, height }: PlacedBox, nth: number): { points: Point[]; label: Point } => {
  const right = x + width / 2,
    far = right + 28 + nth * 14;
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

function layered({ nodes, edges }: Graph, sizeOf: SizeOf, down: boolean): Layout {
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
  const lines = edges.map(({ from, to }, i) => {
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
  return within(boxes, lines, true, down);
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
function within(
  boxes: ReadonlyMap<string, PlacedBox>,
  lines: Layout['lines'],
  isLayered: boolean,
  down = false,
): Layout {
  const all = [
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
      all.reduce((low, point) => Math.min(low, of(point)), Infinity),
    most = (of: (point: Point) => number): number => all.reduce((high, point) => Math.max(high, of(point)), -Infinity);
  const common = { boxes, lines, layered: isLayered, down, anew: false };
  if (all.length === 0) return { ...common, width: MARGIN * 2, height: MARGIN * 2 };
  const left = least(p => p.x) - MARGIN,
    top = least(p => p.y) - MARGIN;
  const move = <T extends Point>(point: T): T => ({ ...point, x: point.x - left, y: point.y - top });
  return {
    ...common,
    boxes: new Map([...boxes].map(([id, box]) => [id, move(box)])),
    lines: lines.map(({ points, label }) => ({ points: points.map(move), label: move(label) })),
    width: most(p => p.x) - left + MARGIN,
    height: most(p => p.y) - top + MARGIN,
  };
}
