import { describe, expect, test } from 'vitest';
import type { FlowView } from '../../server/lsp/protocol.ts';
import { endOf } from '../session/positions.ts';
import { flowOf, whereIn, type CursorText } from './flow-place.ts';

const text = '{ "nodes": [ { "id": "a}", "edges": [ { "id": "e" } ] }, { "id": "b" } ], "notes": [] }';
const document: CursorText = { uri: 'file:///f', text, offsetAt: ({ character }) => character };
const place = (words: string, uri = 'file:///f') => ({
  uri,
  range: { start: { line: 0, character: text.indexOf(words) }, end: { line: 0, character: text.indexOf(words) + 1 } },
});
const flow = (component: string | null, uri: string): FlowView =>
  ({
    componentId: component,
    place: place('{', uri),
    nodes: [{ place: null }, { place: place('{ "id": "a}"', uri) }, { place: place('{ "id": "b"', uri) }],
    edges: [{ place: null }, { place: place('{ "id": "e"', uri) }],
    components: [],
  }) as unknown as FlowView;
const view: FlowView = { ...flow(null, 'file:///f'), components: [flow('c1', 'file:///c')] };
const pick = (words: string, uri = 'file:///f') => {
  const answer = whereIn(view, { ...document, uri }, { line: 0, character: text.indexOf(words) });
  return answer && [answer.flow.componentId, answer.node, answer.edge];
};

describe('the place of a cursor in a flow', () => {
  test('is a node, one of its edges, or the last node before the cursor', () =>
    expect([pick('"a}"'), pick('"edges"'), pick('"e"'), pick('"b"'), pick('"nodes"'), pick('"notes"')]).toEqual([
      [null, 1, null],
      [null, 1, null],
      [null, 1, 1],
      [null, 2, null],
      [null, null, null],
      [null, null, null],
    ]));
  test('can be in a component that the flow runs', () => expect(pick('"b"', 'file:///c')).toEqual(['c1', 2, null]));
  test('is not known in a file that the flow does not contain', () => expect(pick('"b"', 'file:///other')).toBeNull());
  test('continues to the end of an unclosed object', () => {
    expect([
      endOf('{"a": [1', 0, 8),
      endOf('{"a}": 1} x', 0, 11),
      endOf('{"a\n}', 0, 5),
      endOf('', 0, 0),
      endOf('{"\\"}"}', 0, 7),
    ]).toEqual([8, 9, 5, 0, 7]);
  });
  test('is in a component with the given id, and not known if there is no such component', () =>
    expect([flowOf(view, null), flowOf(view, 'c1')?.componentId, flowOf(view, 'gone')]).toEqual([view, 'c1', null]));
});
