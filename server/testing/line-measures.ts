import type { FlowLayout, FlowView } from '../view/panels.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}
type Line = FlowLayout['lines'][number];
/** Pixels between two samples of a line; lines nearer than `tolerance` count as one. */
const step = 4,
  tolerance = 2;

/** The points of a drawn line; a curve becomes short straight pieces. */
function drawnPoints({ points, row }: Pick<Line, 'points' | 'row'>, curved: boolean): Point[] {
  if (!curved || row !== null || points.length === 0) return [...points];
  const list: Point[] = [points[0]!];
  points.slice(1).forEach((to, i) => {
    const from = points[i]!,
      y = (from.y + to.y) / 2;
    for (let k = 1; k <= 16; k++) {
      const t = k / 16,
        along = (p: number, q: number, r: number, s: number): number =>
          (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t ** 2 * r + t ** 3 * s;
      list.push({ x: along(from.x, from.x, to.x, to.x), y: along(from.y, y, y, to.y) });
    }
  });
  return list;
}

/** Measures of how hard lines are to follow. Lengths are in pixels. */
interface LineMeasures {
  readonly length: number;
  readonly crossings: number;
  /**
   * The length of line parts that cover another line. `foreignLength` counts only lines of other boxes, and `longest`
   * is the longest part of those.
   */
  readonly sharedLength: number;
  readonly foreignLength: number;
  readonly longest: number;
}

/**
 * Measures the lines of a drawing.
 * @param isFan whether lines of a box may overlap, given the number of its lines
 */
export function measureLines(
  { edges }: { readonly edges: readonly Pick<FlowView<unknown>['edges'][number], 'from' | 'to'>[] },
  layout: Pick<FlowLayout, 'lines' | 'isCurved'>,
  isFan: (lines: number) => boolean = () => true,
): LineMeasures {
  const counts = new Map<string, number>();
  edges.forEach(({ from }, i) => {
    if (layout.lines[i]!.row === null) counts.set(from, (counts.get(from) ?? 0) + 1);
  });
  const lines = layout.lines.map((line, i) =>
    line.row !== null ? [] : drawnPoints(line, layout.isCurved && edges[i]!.from !== edges[i]!.to),
  );
  const cells = new Map<string, { x: number; y: number; dx: number; dy: number; line: number }[]>(),
    keyOf = (x: number, y: number): string => `${Math.floor(x / 8)} ${Math.floor(y / 8)}`;
  const samples = lines.map((points, line) =>
    points.slice(1).flatMap((to, i) => {
      const from = points[i]!,
        length = Math.hypot(to.x - from.x, to.y - from.y),
        count = Math.max(1, Math.round(length / step));
      return Array.from({ length: length === 0 ? 0 : count }, (_, k) => {
        const t = (k + 0.5) / count;
        return {
          x: from.x + (to.x - from.x) * t,
          y: from.y + (to.y - from.y) * t,
          dx: (to.x - from.x) / length,
          dy: (to.y - from.y) / length,
          line,
          size: length / count,
        };
      });
    }),
  );
  for (const point of samples.flat()) {
    const key = keyOf(point.x, point.y);
    cells.set(key, [...(cells.get(key) ?? []), point]);
  }
  let length = 0,
    sharedLength = 0,
    foreignLength = 0,
    longest = 0;
  samples.forEach((sample, i) => {
    let run = 0;
    for (const { x, y, dx, dy, size } of sample) {
      const neighbors = [-1, 0, 1]
        .flatMap(cx => [-1, 0, 1].flatMap(cy => cells.get(keyOf(x + cx * 8, y + cy * 8)) ?? []))
        .filter(
          otherPoint =>
            otherPoint.line !== i &&
            Math.abs(dx * otherPoint.dy - dy * otherPoint.dx) < 0.2 &&
            Math.abs((otherPoint.x - x) * dy - (otherPoint.y - y) * dx) < tolerance &&
            Math.abs((otherPoint.x - x) * dx + (otherPoint.y - y) * dy) <= step,
        );
      length += size;
      if (neighbors.length > 0) sharedLength += size;
      const isForeign = neighbors.some(
        one => edges[one.line]!.from !== edges[i]!.from || !isFan(counts.get(edges[i]!.from)!),
      );
      if (isForeign) foreignLength += size;
      run = isForeign ? run + size : 0;
      longest = Math.max(longest, run);
    }
  });
  return { length, sharedLength, foreignLength, longest, crossings: crossingsOf(lines) };
}

/** The number of places where lines cross. Lines that only touch or overlap do not cross. */
function crossingsOf(lines: readonly (readonly Point[])[]): number {
  const pieces = lines.flatMap((points, line) => points.slice(1).map((b, i) => ({ a: points[i]!, b, line })));
  const side = (a: Point, b: Point, c: Point): number => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  const names = new Set<string>();
  pieces.forEach((piece, i) => {
    for (const otherPiece of pieces.slice(i + 1)) {
      if (piece.line === otherPiece.line) continue;
      const [p, q] = [side(piece.a, piece.b, otherPiece.a), side(piece.a, piece.b, otherPiece.b)],
        [r, s] = [side(otherPiece.a, otherPiece.b, piece.a), side(otherPiece.a, otherPiece.b, piece.b)];
      if (p * q >= 0 || r * s >= 0) continue;
      // two overlapping lines that cross a third line count once
      const t = p / (p - q);
      names.add(
        [otherPiece.a.x + (otherPiece.b.x - otherPiece.a.x) * t, otherPiece.a.y + (otherPiece.b.y - otherPiece.a.y) * t]
          .map(Math.round)
          .join(' '),
      );
    }
  });
  return names.size;
}
