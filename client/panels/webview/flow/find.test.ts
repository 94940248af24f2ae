import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FlowNode } from '../../../../server/lsp/protocol.ts';
import { textOf, type Element } from '../../../../server/view/element.ts';
import type { DrawnFlow } from '../../../../server/view/flow/flow-drawing.ts';
import { nodesBetween, matches, neighbor, reachable, step, adjacencyOf } from './find.ts';
import { lights, undoOf } from './light.ts';
import { namesAt, namesOf } from './names.ts';

/** A flow of nodes with the given names, and edges such as `a>b`. */
function flow(names: string, edges = '', moreFields: Readonly<Record<string, Partial<FlowNode>>> = {}): DrawnFlow {
  const nodes = names.split(' ').map(label => ({
    id: `node ${label}`,
    role: 'node',
    label,
    type: 'conversation',
    detail: '',
    facts: [],
    swap: null,
    isStart: false,
    ...moreFields[label],
  }));
  const ways = edges.split(' ').flatMap(edge => {
    const [from, to] = edge.split('>');
    return to === undefined ? [] : [{ from: `node ${from}`, to: `node ${to}`, label: '', field: 'edges' }];
  });
  return { title: 'T', nodes, edges: ways, findings: [] } as unknown as DrawnFlow;
}
const diamond = flow('a b c d e', 'a>b a>c b>d c>d e>d'),
  adjacency = adjacencyOf(diamond);

describe('a search', () => {
  const greetFlow = flow('Greet Book Ask', '', {
    Greet: { facts: [{ name: 'text', value: 'Say good morning.' }] },
    Book: { type: 'function', facts: [{ name: 'tool', value: 'book_slot · tool_7' }] },
    Ask: { facts: [{ name: 'number', value: '+14155550100' }] },
  });
  test.each([
    ['greet', [0]],
    ['MORNING say', [0]],
    ['tool_7', [1]],
    ['function', [1]],
    ['555', [2]],
    ['node', []],
    ['', []],
    ['morning tool', []],
  ])('finds %j', (query, numbers) => expect(matches(greetFlow, query)).toEqual(numbers));
  test('lists names first, then conditions, then texts', () => {
    const four = flow('Text Asks Booking Other', 'Asks>Other', {
      Text: { facts: [{ name: 'text', value: 'Never book twice.' }] },
    });
    const edges = four.edges.map(edge => ({ ...edge, label: 'Wants to book', field: 'edges' }));
    expect(matches({ ...four, edges }, 'book')).toEqual([2, 1, 0]);
    expect(matches({ ...four, edges }, 'asks book')).toEqual([1]);
  });
  test('continues after the selected match, wraps around at the ends, and begins at the first match', () => {
    expect([3, 9, 5].map(node => step([9, 5, 3], node, 1))).toEqual([9, 5, 3]);
    expect([3, 9, 5].map(node => step([9, 5, 3], node, -1))).toEqual([5, 3, 9]);
    expect([null, 4].map(node => step([9, 5, 3], node, 1))).toEqual([9, 9]);
    expect([step([9, 5, 3], null, -1), step([], 1, 1)]).toEqual([3, undefined]);
  });
  test('is cleared by the first Escape, before a filter and a selection', () => {
    expect(undoOf('a', true, true)).toBe('search');
    expect(undoOf(' ', true, true)).toBe('filter');
    expect(undoOf('', false, true)).toBe('selection');
    expect(undoOf('', false, false)).toBeNull();
  });
});

describe('paths', () => {
  test('start at one node, or connect two nodes', () => {
    expect([...reachable(1, adjacency.next)]).toEqual([1, 3]);
    expect([...nodesBetween(0, 3, adjacency)].sort()).toEqual([0, 1, 2, 3]);
    expect(nodesBetween(3, 0, adjacency).size).toBe(0);
  });
  test('between two nodes contain only nodes on a path from the first to the second', () => {
    const edges = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 15 });
    fc.assert(
      fc.property(edges, fc.nat(6), fc.nat(6), (pairs, from, to) => {
        const names = [...'0123456'].join(' '),
          anyWays = adjacencyOf(flow(names, pairs.map(([a, b]) => `${a}>${b}`).join(' ')));
        const leads = (a: number, b: number, steps = 7): boolean =>
          a === b || (steps > 0 && pairs.some(([x, y]) => x === a && leads(y, b, steps - 1)));
        for (let i = 0; i < 7; i++) expect(nodesBetween(from, to, anyWays).has(i)).toBe(leads(from, i) && leads(i, to));
      }),
    );
  });
  test('are followed by arrow keys, or lead to a neighbor below the same node', () => {
    const boxes = [
      { x: 100, y: 0 },
      { x: 0, y: 100 },
      { x: 200, y: 100 },
      { x: 100, y: 200 },
      { x: 400, y: 100 },
    ];
    const go = (index: number, key: Parameters<typeof neighbor>[1]): number | undefined =>
      neighbor(index, key, adjacency, boxes);
    expect([go(1, 'ArrowDown'), go(1, 'ArrowUp'), go(3, 'ArrowUp')]).toEqual([3, 0, 1]);
    expect([go(0, 'ArrowUp'), go(0, 'ArrowLeft'), go(0, 'ArrowRight')]).toEqual([undefined, 1, 2]);
  });
});

describe('the nodes that the graph draws in full', () => {
  const noOptions = { focus: null, matches: null, kind: null, onlyNodes: null };
  const linesOf = (options: Partial<Parameters<typeof lights>[2]>): string[] => {
    const { nodes, edges } = lights(diamond, adjacency, { ...noOptions, ...options });
    return [nodes, edges].map(lights => lights.map(light => light[0]).join(''));
  };
  test('are all nodes by default', () => expect(linesOf({})).toEqual(['fffff', 'fffff']));
  test('are the selected node, its sources and its destinations', () =>
    expect(linesOf({ focus: 1 })).toEqual(['ffpfp', 'fpfpp']));
  test('are the search results, even if a node is selected', () =>
    expect(linesOf({ focus: 1, matches: new Set([4]) })[0]).toBe('ppppf'));
  test('are those of the selected kind', () => expect(linesOf({ kind: 'end' })).toEqual(['ppppp', 'ppppp']));
  test('are the nodes of a part, while all others are hidden', () =>
    expect(linesOf({ onlyNodes: new Set([1, 3]) })).toEqual(['ofofo', 'oofoo']));
});

describe('names in a reduced picture', () => {
  const names = namesOf(flow('one two three').nodes, [1, 5, 3]);
  const boxesAt = (gap: number): { x: number; y: number; width: number; height: number }[] =>
    [0, 1, 2].map(i => ({ x: i * gap, y: 0, width: 216, height: 52 }));
  const answerOf = (gap: number, zoom: number, first: number | null = null, out?: number): (string | undefined)[] =>
    namesAt(names, boxesAt(gap), zoom, first, i => (i === out ? 'out' : 'full')).map(({ key }) => key);
  test('are all shown if there is room', () => expect(answerOf(300, 0.4)).toEqual(['f1', 'f2', 'f0']));
  test('are those of the more important nodes if there is little room', () =>
    expect(answerOf(300, 0.05)).toEqual(['f1']));
  test('include the selected node, but no hidden node', () => {
    expect(answerOf(330, 0.05, 0)).toEqual(['f0', 'f2']);
    expect(answerOf(300, 0.4, null, 2)).toEqual(['f1', 'f0']);
  });
  test('have the same size on the screen at every zoom', () =>
    expect(namesAt(names, boxesAt(300), 0.25, null, () => 'full')[0]!.attributes.transform).toBe(
      'translate(300 0) scale(4)',
    ));
  test('stay within boxes that are tall enough, so that the names of neighbors have room', () => {
    const namesAtHeight = (height: number): string[] =>
      namesAt(
        { labels: ['TICKET STATUS', 'CASE MANAGER'], order: [0, 1] },
        [0, 260].map(x => ({ x, y: 0, width: 232, height })),
        0.35,
        null,
        () => 'full',
      ).map(element => element.children.map(line => textOf(line as Element)).join('|'));
    expect(namesAtHeight(100)).toEqual(['TICKET|STATUS', 'CASE MANAGER']);
    expect(namesAtHeight(50)).toEqual(['TICKET STATUS']);
  });
  test('are slightly reduced if this makes them fit into their boxes', () => {
    const scaleOf = (label: string): number => {
      const [node] = flow('a').nodes,
        [element] = namesAt(namesOf([{ ...node!, label }], [1]), boxesAt(0), 0.4, null, () => 'full');
      return Number(/scale\((.*)\)/.exec(String(element!.attributes.transform))![1]) * 0.4;
    };
    expect(['Income', 'Finale Buchung', 'INCOME LETTER', 'ACCOMMODATIONS'].map(scaleOf)).toEqual([
      1,
      expect.closeTo(0.84, 2),
      expect.closeTo(0.83, 2),
      1,
    ]);
  });
  test('have more and shorter lines in narrower boxes', () => {
    const [node] = flow('a').nodes,
      longNames = namesOf([{ ...node!, label: 'Caregiver topic menu again' }], [1]),
      linesAt = (zoom: number): readonly unknown[] =>
        namesAt(longNames, boxesAt(0), zoom, null, () => 'full')[0]!.children.map(
          line => (line as { children: unknown[] }).children[0],
        );
    expect([linesAt(0.4), linesAt(0.3), linesAt(0.1)]).toEqual([
      ['Caregiver', 'topic menu…'],
      ['Caregiver', 'topic menu', 'again'],
      ['Caregi…', 'topic', 'menu…'],
    ]);
  });
  test('never overlap', () => {
    const places = fc.array(fc.tuple(fc.nat(3000), fc.nat(3000)), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(places, fc.double({ min: 0.03, max: 0.5, noNaN: true }), (points, zoom) => {
        const manyFlow = flow(points.map((_, i) => `name${i}`).join(' ')),
          boxes = points.map(([x, y]) => ({ x, y, width: 216, height: 52 }));
        const numbers = namesAt(
          namesOf(
            manyFlow.nodes,
            points.map(() => 1),
          ),
          boxes,
          zoom,
          null,
          () => 'full',
        ).map(({ key }) => Number(key!.slice(1)));
        for (const [n, i] of numbers.entries())
          for (const k of numbers.slice(n + 1))
            expect(
              Math.abs(boxes[i]!.x - boxes[k]!.x) * zoom >= 5 * 6 || Math.abs(boxes[i]!.y - boxes[k]!.y) * zoom >= 13,
            ).toBe(true);
      }),
    );
  });
});
