import type { PlacedBox, Point } from './graph-layers.ts';

/** The distance between a line and the boxes that it avoids; the boxes themselves are at least twice as far apart. */
const GAP = 13;
/** The number of boxes above which all lines stay straight. */
export const MAX_BOXES = 400;
/** The number of boxes in the path of a line above which the line stays straight. */
const MAX_CROSSED_BOXES = 8;

/**
 * The corners of the shortest line between two boxes that crosses no other box; empty if the straight line crosses no
 * box, or if there is no such line.
 */
export function cornersBetween(startBox: PlacedBox, endBox: PlacedBox, boxes: readonly PlacedBox[]): readonly Point[] {
  const otherBoxes = boxes.filter(box => box !== startBox && box !== endBox);
  if (boxes.length > MAX_BOXES) return [];
  const isFree = (a: Point, b: Point): boolean => !otherBoxes.some(box => crosses(a, b, box));
  const blockingBoxes = otherBoxes.filter(box => crosses(startBox, endBox, box));
  // boxes in the detour around a box must be avoided as well
  for (let last = 0; last < blockingBoxes.length && blockingBoxes.length <= MAX_CROSSED_BOXES;) {
    last = blockingBoxes.length;
    const corners = blockingBoxes.flatMap(cornersOf).filter(corner => !otherBoxes.some(box => isInside(box, corner)));
    const path = shortestPath(startBox, endBox, corners, isFree);
    if (path) return path;
    for (const box of otherBoxes)
      if (
        !blockingBoxes.includes(box) &&
        corners.some(corner => crosses(startBox, corner, box) || crosses(corner, endBox, box))
      )
        blockingBoxes.push(box);
  }
  return [];
}

/** Whether a line crosses a box, or comes closer to it than half the gap. */
export function crosses(a: Point, b: Point, { x, y, width, height }: PlacedBox): boolean {
  let first = 0,
    last = 1;
  // clips the line to the left and right side, then to the top and bottom
  for (const [start, step, middle, size] of [
    [a.x, b.x - a.x, x, width],
    [a.y, b.y - a.y, y, height],
  ] as const) {
    const entry = middle - size / 2 - GAP / 2 - start,
      exit = middle + size / 2 + GAP / 2 - start;
    if (step === 0) {
      if (entry >= 0 || exit <= 0) return false;
      continue;
    }
    first = Math.max(first, Math.min(entry / step, exit / step));
    last = Math.min(last, Math.max(entry / step, exit / step));
  }
  return first < last;
}

const cornersOf = ({ x, y, width, height }: PlacedBox): Point[] =>
  [-1, 1].flatMap(right =>
    [-1, 1].map(down => ({ x: x + right * (width / 2 + GAP), y: y + down * (height / 2 + GAP) })),
  );
const isInside = (box: PlacedBox, { x, y }: Point): boolean =>
  Math.abs(x - box.x) < box.width / 2 && Math.abs(y - box.y) < box.height / 2;

/** The shortest path over the corners (Dijkstra), without its ends; undefined if there is no path. */
function shortestPath(
  start: Point,
  end: Point,
  corners: readonly Point[],
  isFree: (a: Point, b: Point) => boolean,
): readonly Point[] | undefined {
  const points = [start, ...corners, end],
    goal = points.length - 1;
  const length = points.map((_, i) => (i === 0 ? 0 : Infinity)),
    before = points.map(() => -1);
  const remainingIndices = new Set(points.keys());
  while (remainingIndices.size > 0) {
    const index = [...remainingIndices].reduce((nearest, next) => (length[next]! < length[nearest]! ? next : nearest));
    if (length[index] === Infinity) return undefined;
    if (index === goal) break;
    remainingIndices.delete(index);
    for (const next of remainingIndices) {
      const distance =
        length[index]! + Math.hypot(points[next]!.x - points[index]!.x, points[next]!.y - points[index]!.y);
      if (distance < length[next]! && isFree(points[index]!, points[next]!)) {
        length[next] = distance;
        before[next] = index;
      }
    }
  }
  const path: Point[] = [];
  for (let index = before[goal]!; index > 0; index = before[index]!) path.unshift(points[index]!);
  return path;
}
