import type { PlacedBox, Point } from './graph-boxes.ts';

/**
 * The distance between a line and the boxes that it goes around; the boxes themselves are at least twice as far apart.
 */
const GAP = 13;
/** In a picture with more boxes than this, lines stay straight. */
export const ROUTED = 400;
/** With more boxes than this in its path, a line stays straight. */
const MOST_IN_THE_WAY = 8;

/**
 * The corners on the shortest path of a line between two boxes that crosses no other box; none if the straight line
 * crosses none, or there is no such path.
 */
export function cornersBetween(from: PlacedBox, to: PlacedBox, boxes: readonly PlacedBox[]): readonly Point[] {
  const otherBoxes = boxes.filter(box => box !== from && box !== to);
  if (boxes.length > ROUTED) return [];
  const isFree = (a: Point, b: Point): boolean => !otherBoxes.some(box => crosses(a, b, box));
  const inTheWay = otherBoxes.filter(box => crosses(from, to, box));
  // boxes that block the path around one box have to be avoided as well
  for (let last = 0; last < inTheWay.length && inTheWay.length <= MOST_IN_THE_WAY;) {
    last = inTheWay.length;
    const corners = inTheWay.flatMap(cornersOf).filter(corner => !otherBoxes.some(box => holds(box, corner)));
    const way = shortest(from, to, corners, isFree);
    if (way) return way;
    for (const box of otherBoxes)
      if (!inTheWay.includes(box) && corners.some(corner => crosses(from, corner, box) || crosses(corner, to, box)))
        inTheWay.push(box);
  }
  return [];
}

/** Whether a line crosses a box, or comes nearer to it than half the gap. */
export function crosses(a: Point, b: Point, { x, y, width, height }: PlacedBox): boolean {
  let first = 0,
    last = 1;
  // the part of the line between left and right side, and of that the part between top and bottom
  for (const [start, by, middle, size] of [
    [a.x, b.x - a.x, x, width],
    [a.y, b.y - a.y, y, height],
  ] as const) {
    const low = middle - size / 2 - GAP / 2 - start,
      high = middle + size / 2 + GAP / 2 - start;
    if (by === 0) {
      if (low >= 0 || high <= 0) return false;
      continue;
    }
    first = Math.max(first, Math.min(low / by, high / by));
    last = Math.min(last, Math.max(low / by, high / by));
  }
  return first < last;
}

const cornersOf = ({ x, y, width, height }: PlacedBox): Point[] =>
  [-1, 1].flatMap(right =>
    [-1, 1].map(down => ({ x: x + right * (width / 2 + GAP), y: y + down * (height / 2 + GAP) })),
  );
const holds = (box: PlacedBox, { x, y }: Point): boolean =>
  Math.abs(x - box.x) < box.width / 2 && Math.abs(y - box.y) < box.height / 2;

/** Dijkstra's shortest path over the corners, without its ends; undefined if there is none. */
function shortest(
  from: Point,
  to: Point,
  corners: readonly Point[],
  isFree: (a: Point, b: Point) => boolean,
): readonly Point[] | undefined {
  const points = [from, ...corners, to],
    goal = points.length - 1;
  const length = points.map((_, i) => (i === 0 ? 0 : Infinity)),
    before = points.map(() => -1);
  const left = new Set(points.keys());
  while (left.size > 0) {
    const at = [...left].reduce((near, next) => (length[next]! < length[near]! ? next : near));
    if (length[at] === Infinity) return undefined;
    if (at === goal) break;
    left.delete(at);
    for (const next of left) {
      const far = length[at]! + Math.hypot(points[next]!.x - points[at]!.x, points[next]!.y - points[at]!.y);
      if (far < length[next]! && isFree(points[at]!, points[next]!)) {
        length[next] = far;
        before[next] = at;
      }
    }
  }
  const way: Point[] = [];
  for (let at = before[goal]!; at > 0; at = before[at]!) way.unshift(points[at]!);
  return way;
}
