import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import { join, type Pointer } from '../json/pointer.ts';
import type { Json } from '../json/json.ts';
import { resolveStable, stablePointer, stablePointerProblem } from './stable-pointer.ts';

const flow = (nodes: Json): Document =>
  new Document('a.conversation-flow.json', JSON.stringify({ start_node_id: 'a', nodes }));

describe('a stable pointer', () => {
  const document = flow([
    { id: 'greet', type: 'conversation', edges: [{ id: 'e1' }, { id: 'e/2]~[x' }] },
    { id: 'twin' },
    { id: 'twin', instruction: {} },
    { type: 'end' },
    { id: 7 },
  ]);
  test.each([
    ['/nodes/0/instruction', '/nodes[id=greet]/instruction'],
    ['/nodes/0/edges/0', '/nodes[id=greet]/edges[id=e1]'],
    ['/nodes/1', '/nodes[id=twin][0]'],
    ['/nodes/2/instruction', '/nodes[id=twin][1]/instruction'],
    ['/nodes/3/type', '/nodes/3/type'],
    ['/nodes/4', '/nodes[id=7]'],
    ['', ''],
    ['/start_node_id', '/start_node_id'],
    ['/nodes/99/x', '/nodes/99/x'],
    ['/nothing/0', '/nothing/0'],
  ] as const)('of the place %s is %s', (pointer, stable) => {
    expect(stablePointer(document, pointer)).toBe(stable);
  });
  test('without an index selects all equal items', () =>
    expect(resolveStable(document, '/nodes[id=twin]')).toEqual(['/nodes/1', '/nodes/2']));
  test('selects nothing if its place does not exist', () => {
    for (const stable of [
      '/nodes[id=gone]',
      '/nodes[id=twin][2]',
      '/nodes[name=greet]',
      '/x[id=greet]',
      '/nodes[id=greet]/nope',
      '/start_node_id[id=a]',
    ])
      expect(resolveStable(document, stable)).toEqual([]);
    expect(resolveStable(new Document('a.agent.json', ''), '')).toEqual([]);
  });
  test('still selects its item after other items are inserted or moved', () => {
    const before = flow([
        { id: 'a', x: 1 },
        { id: 'b', x: 2 },
      ]),
      after = flow([{ id: 'new' }, { id: 'b', x: 2 }, { id: 'a', x: 1 }]);
    expect(resolveStable(after, stablePointer(before, '/nodes/0/x'))).toEqual(['/nodes/2/x']);
  });
  test('of a list at the root begins with a selector', () => {
    const list = new Document(
      'a.agent-list.json',
      JSON.stringify([{ agent_id: 'x' }, { agent_id: 'y', tags: { prod: {} } }]),
    );
    expect(stablePointer(list, '/1/tags/prod')).toBe('/[agent_id=y]/tags/prod');
    expect(resolveStable(list, '/[agent_id=y]/tags/prod')).toEqual(['/1/tags/prod']);
    const weights = new Document('a.agent-weights.json', JSON.stringify([{ agent_id: 'x', weight: 1 }]));
    expect(resolveStable(weights, stablePointer(weights, '/0/weight'))).toEqual(['/0/weight']);
  });
  test('accepts an index, like a plain pointer', () =>
    expect(resolveStable(document, '/nodes/0/edges/1')).toEqual(['/nodes/0/edges/1']));
  test('with an unclosed bracket is rejected', () => {
    expect(
      ['', '/a', '/a[id=b]/c', '/a[b]', '/a[id=b][0]', '/a~0~1~2'].filter(text => stablePointerProblem(text)),
    ).toEqual([]);
    expect(['/a[id=b', '/a[id=b/c]', '/a~3'].map(stablePointerProblem)).toEqual([
      '[ without ]',
      '[ without ]',
      '~ without 0, 1 or 2',
    ]);
  });
});

test('the stable pointer of every place of every document selects that place alone', () => {
  const id = fc.oneof(
    fc.constantFrom('a', 'b', 'a/b', '~', ']', '[', 'x=y', '~2', '', 'a]', '0'),
    fc.string(),
    fc.integer(),
  );
  const node = fc.record(
    {
      id,
      edges: fc.array(fc.record({ id, 'k[id=a]': fc.constant(1) }, { requiredKeys: [] })),
      'edges[id=a]': fc.constant(2),
      '': fc.constant(3),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.array(node, { maxLength: 6 }),
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })),
      fc.boolean(),
      (nodes, fields, list) => {
        const document = list
          ? new Document(
              'a.agent-list.json',
              JSON.stringify(nodes.map(({ id, ...rest }) => ({ agent_id: id, ...rest }))),
            )
          : new Document('a.conversation-flow.json', JSON.stringify({ ...fields, nodes, 'nodes[id=a]': 1 }));
        for (const pointer of places(document.value!)) {
          const stable = stablePointer(document, pointer);
          expect([stable, resolveStable(document, stable)]).toEqual([stable, [pointer]]);
        }
      },
    ),
    { numRuns: 400 },
  );
});

function* places(value: Json, pointer: Pointer = ''): Generator<Pointer> {
  yield pointer;
  if (value !== null && typeof value === 'object')
    for (const key of Object.keys(value)) yield* places((value as Record<string, Json>)[key]!, join(pointer, key));
}
