import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { endlessLoops, flowOf, unreachableNodes } from './flows.ts';

const file = 'a.flow-component.json';
const node = (id: string, target: string, fields: object = {}): object => ({
  id,
  type: 'conversation',
  name: id,
  instruction: { type: 'prompt', text: 'Ask.' },
  edges: [{ id: `edge_${id}`, destination_node_id: target }],
  ...fields,
});
const wholeText = JSON.stringify(
  {
    name: 'Desk',
    start_node_id: 'a',
    nodes: [
      node('a', 'b'),
      node('b', 'c', { global_node_setting: { condition: 'bye' } }),
      node('c', 'a', { type: 'branch' }),
      node('lost', 'lost'),
      { id: 'end', type: 'end' },
    ],
  },
  null,
  1,
);
const answerOf = (document: Document) => {
  const flow = flowOf(document.at(''));
  return [flow, unreachableNodes(flow), endlessLoops(flow)];
};
const edit = (document: Document, source: string, target: string): Document => {
  const start = document.text.indexOf(source);
  return document.withChanges([{ start, end: start + source.length, text: target }]);
};

test('a flow is updated by each edit', () => {
  const document = new Document(file, wholeText),
    before = flowOf(document.at(''));
  void document.parsed;
  const changedText = edit(document, 'Ask.', 'Ask for the name.');
  expect(flowOf(changedText.at(''))).toEqual(before);
  const start = edit(changedText, '"start_node_id": "a"', '"start_node_id": "c"');
  expect(flowOf(start.at(''))).toEqual({ ...before, start: 'c' });
  const edited = edit(start, '"destination_node_id": "c"', '"destination_node_id": "end"');
  expect([...flowOf(edited.at('')).next]).toEqual([
    ['a', ['b']],
    ['b', ['end']],
    ['c', ['a']],
    ['lost', ['lost']],
    ['end', []],
  ]);
});

test('after any edit, a flow equals the flow of a new document with the same text', () => {
  const pieces = fc.constantFrom(
    'a',
    'b',
    'c',
    'lost',
    'x',
    '"',
    ', ',
    '{}',
    '',
    '',
    'branch',
    'end',
    '1',
    '{"id": "b"},',
    '"edges": [],',
    '"global_node_setting": {}, ',
    '"other": {"destination_node_id": "lost"}, ',
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: wholeText.length }), fc.nat({ max: 3 }), pieces), { minLength: 1, maxLength: 6 }),
      edits => {
        let document = new Document(file, wholeText);
        void document.parsed;
        for (const [offset, length, text] of edits) {
          const start = offset % document.text.length,
            change = { start, end: start + length, text };
          const undo = { start, end: start + text.length, text: document.text.slice(start, start + length) };
          for (const nextChange of text === '1' ? [change] : [change, undo, change]) {
            document = document.withChanges([nextChange]);
            expect(answerOf(document)).toEqual(answerOf(new Document(file, document.text)));
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});
