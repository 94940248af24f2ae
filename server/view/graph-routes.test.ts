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
/** Lines that cross a box other than their two ends. */
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

const samples = ['clinic/flows/', 'clinic/components/', 'broken/flows/', 'broken/components/'],
  files = samples.map(folder => new URL(`../../samples/${folder}`, import.meta.url)),
  flows = files.flatMap(folder => readdirSync(folder).map(name => new URL(name, folder)));
const narrow = { width: 800, height: 1200 };
const unplaced = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map(({ position: _, ...node }) => node),
});
describe.each(flows.map(file => [file.pathname.split('/').slice(-3).join('/'), file] as const))(
  'no line of %s runs over a box',
  (name, file) => {
    const [flow] = new Document(name, readFileSync(file, 'utf8')).roots;
    const graph = flowGraph(flow!, name, []);
    test('as the platform shows it', () => expect(over(graph, drawnLayout(graph))).toEqual([]));
    test('from top to bottom', () => {
      const layout = drawnLayout(graph, undefined, narrow);
      expect(over(graph, layout)).toEqual([]);
      expect(layout.down).toBe(true);
    });
    test('from left to right', () => expect(over(unplaced(graph), drawnLayout(unplaced(graph)))).toEqual([]));
    test('as of a large one', () => expect(over(unplaced(graph), drawnLayout(unplaced(graph), 0))).toEqual([]));
  },
);

describe('which way layers go', () => {
  const node = (id: string): Graph['nodes'][number] => ({ id, type: 'step', label: id, detail: '' });
  const chain: Graph = {
    title: 'a chain',
    nodes: Array.from({ length: 12 }, (_, i) => node(`n${i}`)),
    edges: Array.from({ length: 11 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}`, label: 'Goes on' })),
  };
  const isDown = (room?: { readonly width: number; readonly height: number }): boolean =>
    drawnLayout(chain, undefined, room).down;
  test('from left to right where nobody says how much is seen', () => expect(isDown()).toBe(false));
  test('from left to right where all of it is seen so', () => expect(isDown({ width: 6000, height: 500 })).toBe(false));
  test('from top to bottom where more is seen so', () => expect(isDown({ width: 2200, height: 1100 })).toBe(true));
  test('from top to bottom in what is narrow', () => expect(isDown({ width: 900, height: 200 })).toBe(true));
  test('as the platform shows it where it shows it, unless it is narrow', () => {
    const placed = { ...chain, nodes: chain.nodes.map((one, i) => ({ ...one, position: { x: i * 600, y: 0 } })) };
    const at = (width: number): boolean => drawnLayout(placed, undefined, { width, height: 1100 }).layered;
    expect([at(2200), at(900)]).toEqual([false, true]);
  });
});
