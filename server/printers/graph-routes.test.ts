import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { flowGraph } from '../simulator/flow-graph.ts';
import type { Graph } from '../simulator/graph.ts';
import { Document } from '../core/document.ts';
import { drawnLayout } from './graph-svg.ts';
import type { PlacedBox, Point } from './graph-boxes.ts';
import type { Layout } from './graph-layout.ts';
import { cornersBetween, crosses } from './graph-routes.ts';

const box = (x: number, y: number): PlacedBox => ({ x, y, width: 100, height: 40 });

describe('a line between two boxes', () => {
  const [a, b] = [box(0, 0), box(600, 0)];
  test('is straight where nothing is in between', () => expect(cornersBetween(a, b, [a, b, box(300, 80)])).toEqual([]));
  test('goes around what is in between on the nearer side', () =>
    expect(cornersBetween(a, b, [a, b, box(300, 5)])).toEqual([
      { x: 237, y: -28 },
      { x: 363, y: -28 },
    ]));
  test('goes around what blocks that way as well', () => {
    const wall = [-80, 0, 80].map(y => box(300, y)),
      corners = cornersBetween(a, b, [a, b, ...wall]);
    expect(corners.length).toBeGreaterThan(0);
    const way = [a, ...corners, b];
    for (const [i, to] of way.slice(1).entries()) for (const one of wall) expect(crosses(way[i]!, to, one)).toBe(false);
  });
  test('stays straight where there is no way', () => {
    const around = [-1, 0, 1].flatMap(x => [-1, 0, 1].map(y => box(600 + x * 101, y * 41)));
    expect(cornersBetween(a, b, [a, b, ...around.filter(({ x, y }) => x !== 600 || y !== 0)])).toEqual([]);
  });
});

/** Points along a line as it is drawn, curves included, without its ends. */
function* drawn(points: readonly Point[], { layered, down }: Layout): Iterable<Point> {
  for (const [i, to] of points.slice(1).entries()) {
    const from = points[i]!,
      x = (from.x + to.x) / 2,
      y = (from.y + to.y) / 2;
    const straight = [from, { x, y }, { x, y }, to] as const,
      turned = down
        ? ([from, { x: from.x, y }, { x: to.x, y }, to] as const)
        : ([from, { x, y: from.y }, { x, y: to.y }, to] as const);
    const [a, b, c, d] = layered ? turned : straight;
    for (let t = 0.05; t < 1; t += 0.05) {
      const along = (p: number, q: number, r: number, s: number): number =>
        (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t ** 2 * r + t ** 3 * s;
      yield { x: along(a.x, b.x, c.x, d.x), y: along(a.y, b.y, c.y, d.y) };
    }
  }
}
/** Lines that run over a box which is at none of their ends. */
const over = (graph: Graph, layout: Layout): string[] =>
  graph.edges.flatMap(({ from, to }, i) =>
    [...layout.boxes]
      .filter(([id]) => id !== from && id !== to)
      .filter(([, { x, y, width, height }]) =>
        [...drawn(layout.lines[i]!.points, layout)].some(
          point => Math.abs(point.x - x) < width / 2 - 1 && Math.abs(point.y - y) < height / 2 - 1,
        ),
      )
      .map(([id]) => `${from} to ${to} over ${id}`),
  );

const flows = new URL('../../samples/clinic/flows/', import.meta.url);
describe.each(readdirSync(flows))('no line of %s runs over a box', name => {
  const text = readFileSync(new URL(name, flows), 'utf8'),
    [flow] = new Document(name, text).roots;
  const graph = flowGraph(flow!, name, []);
  test('as the platform shows it', () => expect(over(graph, drawnLayout(graph))).toEqual([]));
  test('from top to bottom', () => {
    const layout = drawnLayout(graph, undefined, true);
    expect(over(graph, layout)).toEqual([]);
    expect(layout.down).toBe(true);
  });
  test('from left to right', () => {
    const anew = { ...graph, nodes: graph.nodes.map(({ position: _, ...node }) => node) };
    expect(over(anew, drawnLayout(anew))).toEqual([]);
  });
});
