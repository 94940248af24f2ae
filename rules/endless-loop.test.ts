import { expect, test } from 'vitest';
import { Document } from '../server/core/document.ts';
import { monologuesIn } from './endless-loop.ts';

const edge = (target: string, prompt = 'Else'): object => ({
  id: `edge_${target}`,
  destination_node_id: target,
  transition_condition: { type: 'prompt', prompt },
});
const talk = { id: 'talk', type: 'conversation', skip_response_edge: edge('next') };
const branch = { id: 'next', type: 'branch', edges: [edge('bye', 'They are done')], else_edge: edge('talk') };
const endNode = { id: 'bye', type: 'end' };
const loopsOf = (nodes: readonly object[], fields: object = {}): string[][] =>
  monologuesIn(
    new Document('a.conversation-flow.json', JSON.stringify({ nodes: [...nodes, endNode], ...fields })).at(''),
  ).map(loop => loop.map(node => String(node.peek('id'))));
/** Returns a node that runs between the speaking node and the edge back to it. */
const run = (fields: object): object => ({
  id: 'next',
  edges: [edge('bye', 'count is 3')],
  else_edge: edge('talk'),
  ...fields,
});

test.each([
  ['a branch', talk, branch],
  ['a subagent', { ...talk, type: 'subagent' }, branch],
  [
    'a switch in place of the edge',
    { id: 'talk', type: 'conversation', skip_response: true, edges: [edge('next')] },
    branch,
  ],
  ['code', talk, run({ type: 'code' })],
  ['a server that is not waited for', talk, run({ type: 'mcp', wait_for_result: false })],
])('%s: the loop continues without the caller', (_: string, first: object, end: object) =>
  expect(loopsOf([first, end])).toEqual([['talk', 'next']]),
);

const counter = (wait_for_result: boolean | undefined): object =>
  run({ type: 'function', tool_id: 'count', wait_for_result, speak_during_execution: true });
const tool = { type: 'custom', tool_id: 'count', name: 'count' };
test('a function that does not wait continues the loop', () => {
  const holdNode = { id: 'talk', type: 'branch', edges: [edge('bye', 'They are done')], else_edge: edge('next') };
  expect(loopsOf([counter(false), holdNode], { tools: [tool] })).toEqual([['next', 'talk']]);
  expect(loopsOf([counter(true), holdNode], { tools: [tool] })).toEqual([]);
  expect(loopsOf([counter(undefined), holdNode], { tools: [tool] })).toEqual([]);
});

test.each([
  ['a node that waits', talk, { id: 'next', type: 'conversation', edges: [edge('talk')] }],
  ['another edge', { ...talk, edges: [edge('bye')] }, branch],
  ['a tool, which may end the call', { ...talk, type: 'subagent', tool_ids: ['count'] }, branch],
  ['code that counts', talk, run({ type: 'code', response_variables: { count: '$.count' } })],
  ['keys that are pressed', talk, run({ type: 'press_digit' })],
])('%s: the loop waits or may end', (_: string, first: object, end: object) =>
  expect(loopsOf([first, end])).toEqual([]),
);

test('edges do not count in flex mode', () => expect(loopsOf([talk, branch], { flex_mode: true })).toEqual([]));
