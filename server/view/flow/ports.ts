import { addTo } from '../../core/json/multimap.ts';
import type { Graph } from '../../simulator/graph.ts';
import type { SizeOf } from '../graph-layers.ts';

/** The sides at which a line leaves and enters its boxes. Lines with the same `way` leave at one port. */
export interface LineEnds {
  readonly way: string;
  /** Whether the line leaves at the side of its box, or returns to the same box. */
  readonly isUp: boolean;
  /**
   * The direction at the first box: negative for left, positive for right, 0 for straight down; `enters` is the
   * direction at the last box.
   */
  readonly leaves: number;
  readonly enters: number;
}
interface Port {
  /** The distance from the middle of the first box; for a line that leaves at the side, the number of its port. */
  readonly outDistance: number;
  /** The distance from the middle of the last box. */
  readonly inDistance: number;
  /** The number of texts below the text of this line. A flag is a text that begins at its line. */
  readonly row: number;
  readonly isFlag: boolean;
}

/**
 * Distances in pixels: between two ports, from the middle of a box to the first port beside it, and from the side of a
 * box; `most` is the maximum width of all entering ports.
 */
const gap = { port: 12, middle: 16, side: 14, most: 40 } as const;

/**
 * The ports at which lines leave the bottom of boxes and enter the top, so that no line begins or ends on another line
 * or overlaps a line from a box above. Straight lines use the middle, other leaving lines use ports near the middle,
 * and other entering lines use ports near the left side. Each of several entering lines has its own text.
 * @returns the ports by edge, and the number of texts above each box
 */
export function portsOf(
  edges: Graph['edges'],
  lineEnds: readonly LineEnds[],
  sizeOf: SizeOf,
): { readonly list: readonly Port[]; readonly texts: ReadonlyMap<string, number> } {
  const leavingEnds = new Map<string, LineEnds[]>(),
    enteringEdges = new Map<string, number[]>(),
    outOffsets = new Map<LineEnds, number>(),
    list: Port[] = [],
    texts = new Map<string, number>();
  edges.forEach(({ from, to }, i) => {
    addTo(leavingEnds, from, lineEnds[i]!);
    if (from !== to) addTo(enteringEdges, to, i);
  });
  for (const [id, allEdges] of leavingEnds) {
    const maxOffset = sizeOf(id).width / 2 - gap.side,
      pathsOf = (isIncluded: (edge: LineEnds) => boolean): string[] => [
        ...new Set(allEdges.filter(isIncluded).map(({ way }) => way)),
      ];
    allEdges.sort((a, b) => a.leaves - b.leaves);
    const loops = pathsOf(({ isUp, leaves }) => isUp && leaves === 0),
      upWays = pathsOf(({ isUp, leaves }) => isUp && leaves !== 0),
      straight = new Set(pathsOf(({ isUp, leaves }) => !isUp && leaves === 0)),
      isBeside = ({ isUp, way }: LineEnds): boolean => !isUp && !straight.has(way),
      leftWays = pathsOf(edge => isBeside(edge) && edge.leaves < 0).reverse(),
      right = pathsOf(edge => isBeside(edge) && edge.leaves > 0).filter(way => !leftWays.includes(way));
    const offsetAt = (nth: number, total: number, room: number): number =>
      Math.min(maxOffset, gap.middle + nth * Math.min(gap.port, (room - gap.middle) / Math.max(1, total - 1)));
    for (const edge of allEdges) {
      const nth = leftWays.indexOf(edge.way);
      if (edge.isUp) outOffsets.set(edge, (edge.leaves === 0 ? loops : upWays).indexOf(edge.way));
      else if (straight.has(edge.way)) outOffsets.set(edge, 0);
      else if (nth >= 0) outOffsets.set(edge, -offsetAt(nth, leftWays.length, 52));
      else outOffsets.set(edge, offsetAt(right.indexOf(edge.way), right.length, maxOffset));
    }
  }
  edges.forEach(
    (_, i) => (list[i] = { outDistance: outOffsets.get(lineEnds[i]!)!, inDistance: 0, row: 0, isFlag: false }),
  );
  for (const [id, edgesIn] of enteringEdges) {
    const first = gap.side - sizeOf(id).width / 2,
      step = Math.min(gap.port, gap.most / Math.max(1, edgesIn.length - 1));
    // the straight line comes last, because its text is the lowest
    const order = (i: number): number => lineEnds[i]!.enters || Infinity;
    edgesIn.sort((a, b) => order(a) - order(b));
    let row = edgesIn.filter(i => edges[i]!.label !== '').length;
    texts.set(id, row);
    edgesIn.forEach((i, nth) => {
      const isFlag = edgesIn.length > 1 && lineEnds[i]!.enters !== 0;
      if (edges[i]!.label !== '') row--;
      list[i] = { ...list[i]!, inDistance: isFlag ? first + nth * step : 0, row, isFlag };
    });
  }
  return { list, texts };
}
