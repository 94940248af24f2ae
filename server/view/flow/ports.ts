import { addTo } from '../../core/json/multimap.ts';
import type { Graph } from '../../simulator/graph.ts';
import type { SizeOf } from '../graph-boxes.ts';

/** The two ends of a line. Lines with a shared path leave at one port. */
export interface Ends {
  readonly way: string;
  /** Whether the line leaves at the side of its box, or returns to the same box. */
  readonly isUp: boolean;
  /** The side at which the line leaves and enters boxes: below 0 is left, above 0 is right, 0 is straight down. */
  readonly leaves: number;
  readonly enters: number;
}
interface Port {
  /** The distance from the middle of the first box; for a line that leaves at the side, the number of its port. */
  readonly out: number;
  /** The distance from the middle of the last box. */
  readonly in: number;
  /** The number of texts below the text of the line; the text of a flag begins at the line. */
  readonly row: number;
  readonly isFlag: boolean;
}

/** Pixels between two ports, from the middle of a box to its first port that is not straight, and from its side. */
const gap = { port: 12, middle: 16, side: 14, most: 40 } as const;

/**
 * The ports where lines leave at the bottom of boxes and enter at their top, so that no line begins or ends on another
 * line, or overlaps a line from a box above. Straight lines take the middle, other leaving lines are near it, and other
 * entering lines are near the left side. Each of several entering lines has its own text.
 * @returns ports by edge, and by box the number of texts above it
 */
export function portsOf(
  edges: Graph['edges'],
  ends: readonly Ends[],
  sizeOf: SizeOf,
): { readonly list: readonly Port[]; readonly texts: ReadonlyMap<string, number> } {
  const leaving = new Map<string, Ends[]>(),
    entering = new Map<string, number[]>(),
    outs = new Map<Ends, number>(),
    list: Port[] = [],
    texts = new Map<string, number>();
  edges.forEach(({ from, to }, i) => {
    addTo(leaving, from, ends[i]!);
    if (from !== to) addTo(entering, to, i);
  });
  for (const [id, allEdges] of leaving) {
    const maxOffset = sizeOf(id).width / 2 - gap.side,
      ways = (isIncluded: (edge: Ends) => boolean): string[] => [
        ...new Set(allEdges.filter(isIncluded).map(({ way }) => way)),
      ];
    allEdges.sort((a, b) => a.leaves - b.leaves);
    const loops = ways(({ isUp, leaves }) => isUp && leaves === 0),
      upWays = ways(({ isUp, leaves }) => isUp && leaves !== 0),
      straight = new Set(ways(({ isUp, leaves }) => !isUp && leaves === 0)),
      isBeside = ({ isUp, way }: Ends): boolean => !isUp && !straight.has(way),
      leftWays = ways(edge => isBeside(edge) && edge.leaves < 0).reverse(),
      right = ways(edge => isBeside(edge) && edge.leaves > 0).filter(way => !leftWays.includes(way));
    const offsetAt = (nth: number, total: number, room: number): number =>
      Math.min(maxOffset, gap.middle + nth * Math.min(gap.port, (room - gap.middle) / Math.max(1, total - 1)));
    for (const edge of allEdges) {
      const nth = leftWays.indexOf(edge.way);
      if (edge.isUp) outs.set(edge, (edge.leaves === 0 ? loops : upWays).indexOf(edge.way));
      else if (straight.has(edge.way)) outs.set(edge, 0);
      else if (nth >= 0) outs.set(edge, -offsetAt(nth, leftWays.length, 52));
      else outs.set(edge, offsetAt(right.indexOf(edge.way), right.length, maxOffset));
    }
  }
  edges.forEach((_, i) => (list[i] = { out: outs.get(ends[i]!)!, in: 0, row: 0, isFlag: false }));
  for (const [id, edgesIn] of entering) {
    const first = gap.side - sizeOf(id).width / 2,
      step = Math.min(gap.port, gap.most / Math.max(1, edgesIn.length - 1));
    // the straight line comes last, because its text is the lowest
    const order = (i: number): number => ends[i]!.enters || Infinity;
    edgesIn.sort((a, b) => order(a) - order(b));
    let row = edgesIn.filter(i => edges[i]!.label !== '').length;
    texts.set(id, row);
    edgesIn.forEach((i, nth) => {
      const isFlag = edgesIn.length > 1 && ends[i]!.enters !== 0;
      if (edges[i]!.label !== '') row--;
      list[i] = { ...list[i]!, in: isFlag ? first + nth * step : 0, row, isFlag };
    });
  }
  return { list, texts };
}
