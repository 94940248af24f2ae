import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { neverEnds } from './endless-components.ts';
import { reachIn } from './reach.ts';

const edge = (target: string): object => ({ id: `to_${target}`, destination_node_id: target });
const talk = (id: string, ...targets: string[]): object => ({ id, type: 'conversation', edges: targets.map(edge) });
const run = (id: string, component: string, target: string): object => ({
  id,
  type: 'component',
  component_id: component,
  component_type: 'shared',
  edges: [],
  else_edge: edge(target),
});
const endNode = { id: 'end', type: 'end' };
const component = (id: string, nodes: readonly object[], fields: object = {}): string =>
  `-- ${id}.flow-component.json --\n${JSON.stringify({
    conversation_flow_component_id: id,
    name: id,
    start_node_id: 'start',
    nodes,
    ...fields,
  })}\n`;
const flow = `-- desk.conversation-flow.json --\n${JSON.stringify({
  start_node_id: 'start',
  nodes: [talk('start', 'verify'), run('verify', 'a', 'book'), { id: 'book', type: 'sms', name: 'Book' }, endNode],
})}\n`;
const isEndless = (...files: string[]): boolean => {
  const workspace = workspaceOf(files.join(''));
  return neverEnds(workspace.document('a.flow-component.json')!.at(''), workspace);
};
const loop = component('a', [talk('start', 'again'), talk('again', 'start')]);
const inner = (id: string, innerId: string, ...nodes: object[]): string =>
  component(id, [run('start', innerId, 'end'), endNode, ...nodes]);

test.each([
  ['a loop', [loop]],
  ['an end that no edge leads to', [component('a', [talk('start', 'start'), endNode])]],
  [
    'an end behind a component that never ends',
    [inner('a', 'b'), loop.replaceAll('"a"', '"b"').replace('a.flow', 'b.flow')],
  ],
])('%s: the component never ends', (_: string, files: string[]) => expect(isEndless(...files)).toBe(true));

test.each([
  ['an end', [component('a', [talk('start', 'end'), endNode])]],
  ['a node without an edge', [component('a', [talk('start', 'again'), talk('again')])]],
  ['an edge without a destination', [component('a', [{ id: 'start', type: 'conversation', edges: [{ id: 'e' }] }])]],
  ['a global end', [component('a', [talk('start', 'start'), { ...endNode, global_node_setting: { condition: 'x' } }])]],
  ['an unknown start', [loop.replace('"start_node_id":"start"', '"start_node_id":"gone"')]],
  ['flex mode', [component('a', [talk('start', 'start'), endNode], { flex_mode: true })]],
  ['a component in no file', [inner('a', 'c')]],
  ['components that run each other', [inner('a', 'b'), inner('b', 'a')]],
  ['a component that runs itself', [inner('a', 'a')]],
])('%s: the component may end', (_: string, files: string[]) => expect(isEndless(...files)).toBe(false));

test('callers do not come past a component that never ends', () => {
  const thingsWith = (file: string): string[] => {
    const workspace = workspaceOf(flow + file);
    return [...reachIn(workspace.document('desk.conversation-flow.json')!.at(''), workspace).things.keys()];
  };
  expect(thingsWith(component('a', [talk('start', 'end'), endNode]))).toEqual(['component a', 'tool book']);
  expect(thingsWith(loop)).toEqual(['component a']);
});
