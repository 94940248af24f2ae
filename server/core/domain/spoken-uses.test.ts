import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { engineOfCall } from '../../simulator/subjects/call.ts';
import { Document } from '../document.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import { Workspace } from '../workspace/workspace.ts';

/** What an agent with this engine reads out, according to lint and the simulator. */
function spokenVariables(engine: object, settings: object = {}): string[] {
  const isFlow = 'nodes' in engine;
  const files: Record<string, unknown> = {
    'desk.agent.json': {
      agent_id: 'agent_desk',
      version: 1,
      last_modification_timestamp: 1,
      voice_id: 'openai-Alloy',
      response_engine: isFlow
        ? { type: 'conversation-flow', conversation_flow_id: 'e1' }
        : { type: 'service-llm', llm_id: 'e1' },
      ...settings,
    },
    [isFlow ? 'e.conversation-flow.json' : 'e.llm.json']: {
      [isFlow ? 'conversation_flow_id' : 'llm_id']: 'e1',
      ...engine,
    },
    'all.agent-list.json': [
      { agent_id: 'agent_desk', agent_name: 'Desk', tags: { prod: { version: 1, dynamic_variables: { a: '1' } } } },
    ],
  };
  const documents = Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value)));
  const workspace = new Workspace(documents, {});
  const text = documents
    .flatMap(document => lint(document, workspace, RuleSet.of(rules)))
    .filter(({ rule }) => rule === 'unset-variable')
    .map(({ message }) => /\{\{(.*?)\}\}/.exec(message)![1]!);
  const { literal } = engineOfCall(documents[0]!.roots[0]!, workspace);
  const names = (list: readonly string[]): string[] => [...new Set(list)].sort();
  expect(names(literal.map(({ name }) => name))).toEqual(names(text));
  return names(text);
}

const conversationNode = (id: string, text: string, otherFields: object = {}) => ({
  id,
  type: 'conversation',
  instruction: { type: 'prompt', text },
  ...otherFields,
});
const edge = (destination: string, transition_condition: object = { type: 'prompt', prompt: 'yes' }) => ({
  id: `edge_${destination}`,
  destination_node_id: destination,
  transition_condition,
});
const equationWith = (operator: string) => ({
  type: 'equation',
  operator: '&&',
  equations: [{ left: '{{x}}', operator, right: '' }],
});
const flow = (nodes: object[], otherFields: object = {}) => ({ start_node_id: 'a', nodes, ...otherFields });
const tool = (otherFields: object = {}) => ({
  type: 'custom',
  name: 't',
  description: 'd',
  url: 'https://x.example/{{x}}',
  tool_id: 'tool_1',
  ...otherFields,
});
const component = {
  conversation_flow_component_id: 'component_1',
  name: 'C',
  start_node_id: 'z',
  nodes: [conversationNode('z', 'Hello {{x}}')],
};

test.each<[string, object, object?]>([
  ['asking whether it exists', flow([conversationNode('a', '{{y}}', { edges: [edge('a', equationWith('exists'))] })])],
  ['or not', flow([conversationNode('a', '{{y}}', { edges: [edge('a', equationWith('not_exist'))] })])],
  ['an unreachable node', flow([conversationNode('a', '{{y}}'), conversationNode('b', '{{x}}')])],
  ['a tool that no node uses', flow([conversationNode('a', '{{y}}')], { tools: [tool()] })],
  [
    'a server that nothing uses',
    flow([conversationNode('a', '{{y}}')], { mcps: [{ id: 'm', name: 'm', url: 'https://{{x}}' }] }),
  ],
  ['a component that no node enters', flow([conversationNode('a', '{{y}}')], { components: [component] })],
  [
    'a state that no edge leads to',
    {
      general_prompt: '{{y}}',
      starting_state: 'a',
      states: [
        { name: 'a', state_prompt: 'A' },
        { name: 'b', state_prompt: '{{x}}' },
      ],
    },
  ],
  ['an expressive prompt while that is off', { general_prompt: '{{y}}' }, { expressive_mode_prompt: '{{x}}' }],
  [
    'the words of a tool that does not speak',
    {
      general_prompt: '{{y}}',
      general_tools: [
        { type: 'end_call', name: 'e', speak_during_execution: false, execution_message_description: '{{x}}' },
      ],
    },
  ],
  ['a begin message while the user begins', { general_prompt: '{{y}}', start_speaker: 'user', begin_message: '{{x}}' }],
])('nobody hears %s', (_, engine, settings) => expect(spokenVariables(engine, settings)).toEqual(['y']));

test.each<[string, object, object?]>([
  ['a comparison', flow([conversationNode('a', '', { edges: [edge('a', equationWith('=='))] })])],
  [
    'a node that an edge leads to',
    flow([conversationNode('a', 'A', { edges: [edge('b')] }), conversationNode('b', '{{x}}')]),
  ],
  ['any node in flex mode', flow([conversationNode('a', 'A'), conversationNode('b', '{{x}}')], { flex_mode: true })],
  [
    'a tool of a node',
    flow([{ id: 'a', type: 'function', tool_id: 'tool_1', tool_type: 'local', wait_for_result: true }], {
      tools: [tool()],
    }),
  ],
  [
    'one of several tools of a node',
    flow([conversationNode('a', 'A', { type: 'subagent', tool_ids: ['tool_0', 'tool_1'] })], { tools: [tool()] }),
  ],
  ['a tool without an id', flow([conversationNode('a', 'A')], { tools: [tool({ tool_id: undefined })] })],
  ['a general tool', { general_prompt: 'A', general_tools: [tool()] }],
  [
    'a component that a node enters',
    flow([{ id: 'a', type: 'component', component_id: 'component_1', component_type: 'local' }], {
      components: [component],
    }),
  ],
  [
    'a state that an edge leads to',
    {
      general_prompt: 'A',
      starting_state: 'a',
      states: [
        { name: 'a', state_prompt: 'A', edges: [{ destination_state_name: 'b', description: 'd' }] },
        { name: 'b', state_prompt: '{{x}}' },
      ],
    },
  ],
  ['an expressive prompt', { general_prompt: 'A' }, { expressive_mode_prompt: '{{x}}', enable_expressive_mode: true }],
  [
    'a begin message after a silence',
    { general_prompt: 'A', start_speaker: 'user', begin_after_user_silence_ms: 2000, begin_message: '{{x}}' },
  ],
  ['a begin message', { general_prompt: 'A', begin_message: '{{x}}' }],
])('callers hear %s', (_, engine, settings) => expect(spokenVariables(engine, settings)).toEqual(['x']));

test('a text that no caller hears is not reported as heard', () => {
  const values: Record<string, unknown> = {
    'desk.agent.json': { agent_id: 'agent_desk', version: 1, response_engine: { type: 'service-llm', llm_id: 'e1' } },
    'e.llm.json': {
      llm_id: 'e1',
      general_prompt: 'Say {{said}}.',
      general_tools: [{ type: 'custom', name: 'look', url: 'https://a.example/{{shop}}', description: 'Of {{city}}' }],
    },
    'all.agent-list.json': [{ agent_id: 'agent_desk', tags: { prod: { version: 1, dynamic_variables: { a: '1' } } } }],
    'n.phone-number.json': {
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }],
    },
  };
  const documents = Object.entries(values).map(([file, value]) => new Document(file, JSON.stringify(value)));
  const workspace = new Workspace(documents, {});
  const messages = documents
    .flatMap(document => lint(document, workspace, RuleSet.of(rules)))
    .filter(({ rule }) => rule === 'unset-variable')
    .map(({ message }) => message.replace(/^.*; /, ''));
  expect(messages.sort()).toEqual([
    'callers of +14155550100 will hear the placeholder read out',
    'for callers of +14155550100, the model reads the placeholder',
    'for callers of +14155550100, the placeholder is used as it is',
  ]);
});
