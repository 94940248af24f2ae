import { largest } from '../../core/numbers.ts';
import type { Graph, GraphNode } from '../../simulator/graph.ts';
import type { FlowLayout } from '../panels.ts';
import type { PlacedBox, Point, SizeOf } from '../graph-layers.ts';
import { straightLayout, type Layout } from '../graph-layout.ts';
import { nameLines } from './flow-text.ts';
import { partsOf } from './shared-ends.ts';
import { tidy } from './tidy.ts';

/** The measures of a box in pixels: its width, its head, an additional line of its name, and a row for each stub. */
const box = { width: 236, head: 52, line: 15, row: 16 } as const;
const START = { width: 52, height: 26 };
/** The factor for heights, which need less scaling, because boxes are wide and low. */
const HEIGHT_SCALE = 0.6;
/** The space for the text of a line between two boxes. */
const GAP = { x: 156, y: 28 };
/** The maximum distance from one box to the next, as a multiple of the space that the box needs. */
const MAX_SPACING = 1.2;

/** The height of the head of a box with this name. */
export const headHeight = (label: string): number => box.head + (nameLines(label).length - 1) * box.line;

/**
 * The layouts of a flow: the author's layout from the dashboard, if most nodes have positions, and a tidy layout, in
 * layers from the start downward.
 * @returns boxes in the order of the nodes, lines in the order of the edges
 */
export function flowLayouts(graph: Graph): FlowLayout[] {
  const { parts, stubs } = partsOf(graph),
    rows = new Map<string, number>(),
    stubRows = graph.edges.map(({ from }, i) => {
      if (!stubs.has(i)) return null;
      const row = rows.get(from) ?? 0;
      rows.set(from, row + 1);
      return row;
    });
  const heads = new Map(graph.nodes.map(({ id, label }) => [id, headHeight(label)]));
  const sizeOf: SizeOf = id =>
    id === 'start'
      ? START
      : { width: box.width, height: heads.get(id)! + (rows.has(id) ? rows.get(id)! * box.row + 6 : 0) };
  const lines: Graph = { ...graph, edges: graph.edges.filter((_, i) => !stubs.has(i)) };
  const withTitles = (way: FlowLayout['way'], layout: Layout, titles: FlowLayout['titles']): FlowLayout => {
    const linePoints = layout.lines.values();
    return {
      way,
      width: layout.width,
      height: layout.height,
      isCurved: layout.isLayered,
      boxes: graph.nodes.map(({ id }) => layout.boxes.get(id)!),
      lines: graph.edges.map(({ from }, i) =>
        stubRows[i] === null
          ? { ...linePoints.next().value!, row: null }
          : stubOf(layout.boxes.get(from)!, heads.get(from)!, stubRows[i]!),
      ),
      titles,
    };
  };
  const boxes = placedBoxes(graph.nodes, sizeOf),
    arrangement = tidy(lines, parts, sizeOf);
  return [
    ...(boxes ? [withTitles('placed', straightLayout(lines, boxes), [])] : []),
    withTitles('tidy', arrangement.layout, arrangement.titles),
  ];
}

/** The line and label of a stub: a row in the box of its node, with a short line from the side of the box. */
function stubOf({ x, y, width, height }: PlacedBox, head: number, row: number): FlowLayout['lines'][number] {
  const right = x + width / 2,
    rowY = y - height / 2 + head + (row + 0.5) * box.row - 2;
  return {
    points: [
      { x: right, y: rowY },
      { x: right + 13, y: rowY },
    ],
    label: { x: x - width / 2 + 14, y: rowY },
    row,
  };
}

/**
 * Places boxes at the author's positions, spread out as far as the boxes need; boxes without positions form a row
 * below. Returns undefined if most boxes have no position.
 */
function placedBoxes(nodes: readonly GraphNode[], sizeOf: SizeOf): Map<string, PlacedBox> | undefined {
  const placedNodes = nodes.filter(({ type, position }) => type !== 'start' && position !== undefined),
    remainingNodes = nodes.filter(({ type, position }) => type !== 'start' && position === undefined);
  if (placedNodes.length === 0 || remainingNodes.length > placedNodes.length) return undefined;
  const boxAt = ({ id, position }: GraphNode, scale: number): PlacedBox => ({
    x: position!.x * scale,
    y: position!.y * scale * HEIGHT_SCALE,
    ...sizeOf(id),
  });
  const { scale, list: spreadList } = spreadBoxes(scale => placedNodes.map(node => boxAt(node, scale))),
    start = nodes.find(({ type }) => type === 'start'),
    ownBox = start?.position && boxAt(start, scale),
    isFree = ownBox !== undefined && !spreadList.some(box => areClose(ownBox, box, { x: 8, y: 8 }));
  const list = removeGaps(isFree ? [...spreadList, ownBox] : spreadList),
    boxes = new Map(placedNodes.map(({ id }, i) => [id, list[i]!])),
    leftEdge = -largest(list.map(({ x, width }) => width / 2 - x));
  if (start) {
    const size = sizeOf(start.id);
    boxes.set(start.id, isFree ? list.at(-1)! : { x: leftEdge - size.width, y: list[0]!.y, ...size });
  }
  const bottom = largest(list.map(({ y, height }) => y + height / 2));
  let x = leftEdge;
  for (const { id } of remainingNodes) {
    const size = sizeOf(id);
    boxes.set(id, { x: x + size.width / 2, y: bottom + 60 + size.height / 2, ...size });
    x += size.width + GAP.x;
  }
  return boxes;
}

/** Removes unused space between boxes; the order of the boxes stays the same. */
function removeGaps(list: readonly PlacedBox[]): PlacedBox[] {
  const positionsAlong = (axis: 'x' | 'y', size: 'width' | 'height'): readonly number[] => {
    const positions: number[] = [],
      maxDistance = (largest(list.map(box => box[size])) + GAP[axis]) * MAX_SPACING,
      order = [...list.keys()].sort((a, b) => list[a]![axis] - list[b]![axis]);
    order.forEach((i, k) => {
      const before = order[k - 1];
      positions[i] =
        before === undefined
          ? list[i]![axis]
          : positions[before]! + Math.min(maxDistance, list[i]![axis] - list[before]![axis]);
    });
    return positions;
  };
  const [xs, ys] = [positionsAlong('x', 'width'), positionsAlong('y', 'height')];
  return list.map((box, i) => ({ ...box, x: xs[i]!, y: ys[i]! }));
}

/** The smallest scale at which no boxes overlap; if there is none, scale 1, with overlapping boxes moved down. */
function spreadBoxes(listAt: (scale: number) => PlacedBox[]): { scale: number; list: PlacedBox[] } {
  for (let scale = 0.4; scale <= 2.01; scale += 0.2) {
    const list = listAt(scale);
    if (!list.some((a, i) => list.slice(i + 1).some(b => areClose(a, b, GAP)))) return { scale, list };
  }
  const list = listAt(1),
    boxes: PlacedBox[] = [];
  for (const [i, first] of [...list.entries()].sort(([, a], [, b]) => a.y - b.y)) {
    let box = first;
    for (let lowerBox: PlacedBox | undefined; (lowerBox = boxes.find(other => areClose(other, box, GAP)));)
      box = { ...box, y: lowerBox.y + (lowerBox.height + box.height) / 2 + GAP.y + 1 };
    boxes.push(box);
    list[i] = box;
  }
  return { scale: 1, list };
}

/** Whether two boxes overlap or are closer than `gap`, which is the space for the text of a line. */
const areClose = (a: PlacedBox, b: PlacedBox, gap: Point): boolean =>
  Math.abs(a.x - b.x) < (a.width + b.width) / 2 + gap.x && Math.abs(a.y - b.y) < (a.height + b.height) / 2 + gap.y;
