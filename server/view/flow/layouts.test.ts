import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import { flowGraph } from '../../simulator/flow-graph.ts';
import type { Graph, GraphNode } from '../../simulator/graph.ts';
import { measureLines } from '../../testing/line-measures.ts';
import { ranksOf } from '../graph-layers.ts';
import type { FlowLayout } from '../panels.ts';
import { openingLayout } from './flow-svg.ts';
import { nameLines } from './flow-text.ts';
import { grid } from './grid.ts';
import { flowLayouts } from './layouts.ts';
import { partsOf } from './shared-ends.ts';

const node = (id: string, more: Partial<GraphNode> = {}): GraphNode => ({
  id,
  type: id === 'start' ? 'start' : 'step',
  label: id,
  detail: '',
  ...more,
});
const graph = (edges: string, more: Readonly<Record<string, Partial<GraphNode>>> = {}): Graph => {
  const pairs = edges.split(' ').map(edge => edge.split('>') as [string, string]);
  return {
    title: 'T',
    nodes: [...new Set(pairs.flat())].filter(Boolean).map(id => node(id, more[id])),
    edges: pairs.filter(([, to]) => to).map(([from, to]) => ({ from, to, label: 'next' })),
  };
};
const layoutOf = (flow: Graph, text: FlowLayout['way']): FlowLayout | undefined =>
  flowLayouts(flow).find(layout => layout.way === text);

/** Points along a drawn line, curves included, without its two ends. */
function* pointsAlong(
  { points, row }: FlowLayout['lines'][number],
  curved: boolean,
): Iterable<{ x: number; y: number }> {
  for (const [i, to] of points.slice(1).entries()) {
    const from = points[i]!,
      y = (from.y + to.y) / 2,
      middle = { x: (from.x + to.x) / 2, y };
    const [a, b, c, d] =
      curved && row === null ? [from, { x: from.x, y }, { x: to.x, y }, to] : [from, middle, middle, to];
    for (let t = 0.05; t < 1; t += 0.05) {
      const along = (p: number, q: number, r: number, s: number): number =>
        (1 - t) ** 3 * p + 3 * (1 - t) ** 2 * t * q + 3 * (1 - t) * t ** 2 * r + t ** 3 * s;
      yield { x: along(a.x, b.x, c.x, d.x), y: along(a.y, b.y, c.y, d.y) };
    }
  }
}
/** The lines that cross a box other than the two boxes at their ends. */
const crossedBoxes = ({ nodes, edges }: Graph, { boxes, lines, isCurved: curved }: FlowLayout): string[] =>
  edges.flatMap(({ from, to }, i) =>
    boxes.flatMap(({ x, y, width, height }, k) => {
      const { id } = nodes[k]!,
        isOver = [...pointsAlong(lines[i]!, curved && from !== to)].some(
          point => Math.abs(point.x - x) < width / 2 - 1 && Math.abs(point.y - y) < height / 2 - 1,
        );
      return id !== from && id !== to && isOver ? [`${from} to ${to} over ${id}`] : [];
    }),
  );
const overlapCount = ({ boxes }: FlowLayout): number =>
  boxes.filter((a, i) =>
    boxes
      .slice(i + 1)
      .some(b => Math.abs(a.x - b.x) < (a.width + b.width) / 2 && Math.abs(a.y - b.y) < (a.height + b.height) / 2),
  ).length;

const samples = ['clinic/flows/', 'clinic/components/', 'broken/flows/', 'broken/components/'],
  files = samples.map(folder => new URL(`../../../samples/${folder}`, import.meta.url)),
  flows = files.flatMap(folder => readdirSync(folder).map(name => new URL(name, folder)));
describe.each(flows.map(file => [file.pathname.split('/').slice(-3).join('/'), file] as const))(
  'no line of %s crosses a box',
  (name, file) => {
    const [flow] = new Document(name, readFileSync(file, 'utf8')).roots;
    const graph = flowGraph(flow!, name, []);
    test.each(flowLayouts(graph).map(layout => [layout.way, layout] as const))('%s', (_, layout) =>
      expect(crossedBoxes(graph, layout)).toEqual([]),
    );
  },
);

describe('the layouts of a flow', () => {
  const chain = graph(`start>n0 ${Array.from({ length: 11 }, (_, i) => `n${i}>n${i + 1}`).join(' ')}`);
  test('the tidy layout runs from the start downward', () => {
    const { boxes } = layoutOf(chain, 'tidy')!;
    expect(boxes.map(({ y }) => y)).toEqual(boxes.map(({ y }) => y).sort((a, b) => a - b));
    expect(layoutOf(chain, 'placed')).toBeUndefined();
  });
  test('the placed layout keeps the directions and proportions of the dashboard', () => {
    const at = [
        [0, 0],
        [600, 300],
        [600, -300],
        [1200, 0],
        [0, 900],
      ] as const,
      flow = graph(
        'a>b a>c b>d c>d a>e',
        Object.fromEntries([...'abcde'].map((id, i) => [id, { position: { x: at[i]![0], y: at[i]![1] } }])),
      );
    const { boxes } = layoutOf(flow, 'placed')!;
    const [a, b, , d] = boxes;
    expect((d!.x - a!.x) / (b!.x - a!.x)).toBeCloseTo(2);
    expect(b!.y).toBeGreaterThan(a!.y);
    expect(overlapCount(layoutOf(flow, 'placed')!)).toBe(0);
  });
  test('placed nodes that overlap are moved apart', () => {
    const samePosition = { position: { x: 5, y: 5 } },
      layout = layoutOf(graph('a>b b>c', { a: samePosition, b: samePosition, c: samePosition }), 'placed')!;
    expect(overlapCount(layout)).toBe(0);
  });
  test('the placed layout removes unused space and keeps the order of the boxes', () => {
    const nodeAt = (x: number, y: number): Partial<GraphNode> => ({ position: { x, y } }),
      { boxes, width, height } = layoutOf(
        graph('a>b b>c', { a: nodeAt(0, 0), b: nodeAt(9000, 100), c: nodeAt(300, 8000) }),
        'placed',
      )!;
    expect([width < 1600, height < 600]).toEqual([true, true]);
    const [a, b, c] = boxes;
    expect([a!.x < c!.x, c!.x < b!.x, a!.y <= b!.y, b!.y < c!.y]).toEqual([true, true, true, true]);
  });
  test('a long name takes two lines in a higher box', () => {
    const { boxes } = layoutOf(
      graph('start>a a>b', { a: { label: 'Cancel — Ask Reason + Offer Reschedule' } }),
      'tidy',
    )!;
    expect(boxes[1]!.height - boxes[2]!.height).toBe(15);
    expect(nameLines('Cancel — Ask Reason + Offer Reschedule')).toEqual(['Cancel — Ask Reason +', 'Offer Reschedule']);
    expect(nameLines('One two three four five six seven eight nine ten eleven')[1]).toMatch(/…$/);
    expect(nameLines('')).toEqual(['']);
  });
  test('no line crosses a box that is placed in columns and rows', () => {
    const pairs = fc.array(fc.tuple(fc.nat(29), fc.nat(29)), { maxLength: 40 });
    fc.assert(
      fc.property(pairs, more => {
        const fan = Array.from({ length: 30 }, (_, i) => `a>n${i}`),
          one = graph(['start>a', ...fan, ...more.map(([from, to]) => `n${from}>n${to}`)].join(' ')),
          layout = layoutOf(one, 'tidy')!;
        expect([overlapCount(layout), crossedBoxes(one, layout)]).toEqual([0, []]);
        expect(layout.width).toBeLessThan(2500);
      }),
      { numRuns: 40 },
    );
  });
  test('no two lines overlap, except lines of a box with at least five lines', () => {
    const pairs = fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 2, max: 9 }), (drawn, most) => {
        // only one edge from a node to itself is kept
        const all = drawn.filter(([a, b], i) => a !== b || drawn.findIndex(([c, d]) => a === c && b === d) === i);
        const one = graph(['start>n0', ...all.map(([from, to]) => `n${from}>n${to}`)].join(' ')),
          { lines } = grid(one, ranksOf(one), most, id => ({ width: id === 'start' ? 52 : 236, height: 52 })),
          layout = { isCurved: false, lines: lines.map(line => ({ ...line, row: null })) };
        expect(measureLines(one, layout, lines => lines >= 5).longest).toBeLessThanOrEqual(12);
      }),
      { numRuns: 100 },
    );
  });
  test('a layer that is too wide takes several rows, without overlapping boxes', () => {
    const fan = graph(`start>a ${Array.from({ length: 30 }, (_, i) => `a>n${i}`).join(' ')}`),
      layout = layoutOf(fan, 'tidy')!;
    expect(layout.width).toBeLessThan(8 * 300);
    expect(new Set(layout.boxes.slice(2).map(({ y }) => y)).size).toBe(6);
    expect([overlapCount(layout), crossedBoxes(fan, layout)]).toEqual([0, []]);
  });
  test('no boxes overlap in any flow, and every coordinate is a number', () => {
    const flow = fc
      .array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 })
      .chain(pairs =>
        fc.record({
          pairs: fc.constant(pairs),
          globals: fc.uniqueArray(fc.nat(14), { maxLength: 3 }),
          places: fc.array(
            fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
            {
              minLength: 15,
              maxLength: 15,
            },
          ),
        }),
      )
      .map(({ pairs, globals, places }) =>
        graph(
          ['start>n0', ...pairs.map(([a, b]) => `n${a}>n${b}`)].join(' '),
          Object.fromEntries(places.map((position, i) => [`n${i}`, { position, isGlobal: globals.includes(i) }])),
        ),
      );
    fc.assert(
      fc.property(flow, graph => {
        for (const layout of flowLayouts(graph)) {
          expect(overlapCount(layout)).toBe(0);
          expect([layout.boxes.length, layout.lines.length]).toEqual([graph.nodes.length, graph.edges.length]);
          expect(JSON.stringify(layout)).not.toContain('null,"y"');
        }
      }),
      { numRuns: 40 },
    );
  });
  test('the placed layout is opened first if its names are readable', () => {
    const layouts = (width: number): FlowLayout[] =>
      (['placed', 'tidy'] as const).map(one => ({ ...layoutOf(chain, 'tidy')!, way: one, width, height: 300 }));
    expect([1000, 2600, 9000].map(width => openingLayout(layouts(width)).way)).toEqual(['placed', 'placed', 'tidy']);
    expect(openingLayout(layouts(2600), { width: 600, height: 900 }).way).toBe('tidy');
  });
});

describe('separate parts of a flow', () => {
  const answerOf = (flow: Graph): unknown => {
    const { parts, stubs } = partsOf(flow);
    return [
      parts.map(({ title, ids }) => `${title ?? ''}: ${ids.join(' ')}`.trim()),
      [...stubs].map(i => `${flow.edges[i]!.from}>${flow.edges[i]!.to}`),
    ];
  };
  test('begin at nodes that can be entered from anywhere, and include the nodes reached only from there', () =>
    expect(answerOf(graph('start>a a>b a>g g>h h>b', { g: { isGlobal: true } }))).toEqual([
      [': start a b', 'From anywhere: g h'],
      ['a>g', 'h>b'],
    ]));
  test('are endings with many incoming edges', () =>
    expect(answerOf(graph('start>a a>b a>c a>d a>e b>x c>x d>x e>x a>x x>z'))).toEqual([
      [': start a b c d e', 'Shared endings: x z'],
      ['a>x', 'b>x', 'c>x', 'd>x', 'e>x'],
    ]));
  test('keep the first edge to other nodes with many incoming edges', () =>
    expect(answerOf(graph('start>a a>b a>c a>d a>e b>x c>x d>x e>x a>x x>y y>z z>w'))).toEqual([
      [': start a b c d e x y z w'],
      ['b>x', 'c>x', 'd>x', 'e>x'],
    ]));
  test('are unreachable nodes', () =>
    expect(answerOf(graph('start>a b>c'))).toEqual([[': start a', 'Unreachable: b c'], []]));
  test('do not exist in a flow without a start', () => expect(answerOf(graph('a>b b>a'))).toEqual([[': a b'], []]));
});
