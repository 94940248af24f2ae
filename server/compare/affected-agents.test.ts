import { expect, test } from 'vitest';
import type { Json } from '../core/json/json.ts';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { affectedAgents } from './reach.ts';

const agent = (id: string, flow: string): Json => ({
  agent_id: id,
  version: 1,
  response_engine: { type: 'conversation-flow', conversation_flow_id: flow },
});
const speakingNode = (id: string, text: string, ...to: string[]): Json => ({
  id,
  type: 'conversation',
  instruction: { type: 'prompt', text },
  edges: to.map(destination_node_id => ({ id: `to-${destination_node_id}`, destination_node_id })),
});
/** Three agents: `desk` runs a component and hands over to `night`; `far` refers to neither agent. */
const files = {
  'desk.agent.json': agent('desk', 'flow_desk'),
  'night.agent.json': agent('night', 'flow_night'),
  'far.agent.json': agent('far', 'flow_far'),
  'desk.conversation-flow.json': {
    conversation_flow_id: 'flow_desk',
    start_node_id: 'hello',
    nodes: [
      speakingNode('hello', 'Hello.', 'verify', 'over'),
      { id: 'verify', type: 'component', component_type: 'shared', component_id: 'verify' },
      { id: 'over', type: 'agent_swap', agent_id: 'night', agent_version: 1 },
    ],
  },
  'verify.flow-component.json': {
    conversation_flow_component_id: 'verify',
    start_node_id: 'ask',
    nodes: [speakingNode('ask', 'Who?', 'look'), { id: 'look', type: 'function', tool_id: 't1' }],
    tools: [{ type: 'custom', tool_id: 't1', name: 'find' }],
  },
  'night.conversation-flow.json': {
    conversation_flow_id: 'flow_night',
    start_node_id: 'hello',
    nodes: [speakingNode('hello', 'Night.', 'end'), { id: 'end', type: 'end' }],
  },
  'far.conversation-flow.json': {
    conversation_flow_id: 'flow_far',
    start_node_id: 'a',
    nodes: [speakingNode('a', 'Hi.')],
  },
} satisfies Record<string, Json>;

const workspace = (changed: Partial<typeof files> = {}): Workspace =>
  new Workspace(
    Object.entries<Json>({ ...files, ...changed }).map(([file, value]) => new Document(file, JSON.stringify(value))),
  );
/** The names of the agents whose callers a change of one file may affect. */
const affected = (file: keyof typeof files, change: (text: string) => string): string[] => {
  const text = JSON.stringify(files[file]),
    changed = change(text);
  expect(changed).not.toBe(text);
  const after = workspace({ [file]: JSON.parse(changed) as never });
  return [...affectedAgents(workspace(), after)].map(key => /[a-z]+(?=\.agent\.json)/.exec(key)![0]).sort();
};

test('a change of spoken text alone affects no agent, in a component or in a flow', () => {
  expect(affected('verify.flow-component.json', text => text.replace('Who?', 'Who is it?'))).toEqual([]);
  expect(affected('night.conversation-flow.json', text => text.replace('Night.', 'Good night.'))).toEqual([]);
});
test('a removed edge affects the agents that run its flow or component, and the agents that hand over to them', () => {
  const withoutEdges = (text: string): string => text.replace(/"edges":\[\{[^\]]*\]/, '"edges":[]');
  expect(affected('verify.flow-component.json', withoutEdges)).toEqual(['desk']);
  expect(affected('night.conversation-flow.json', withoutEdges)).toEqual(['desk', 'night']);
});
test('a different tool behind a node affects its agent, and so does a different version in a swap', () => {
  expect(affected('verify.flow-component.json', text => text.replace('"find"', '"search"'))).toEqual(['desk']);
  expect(
    affected('desk.conversation-flow.json', text => text.replace('"agent_version":1', '"agent_version":2')),
  ).toEqual(['desk']);
});
test('a changed agent record affects that agent', () => {
  expect(affected('far.agent.json', text => text.replace('flow_far', 'flow_night'))).toEqual(['far']);
});
