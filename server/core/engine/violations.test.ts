import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { lint, RuleSet } from './lint.ts';

const set = new RuleSet(rules.filter(rule => 'violates' in rule));
const refusalsOf = (name: string, value: unknown): string[] => {
  const workspace = workspaceOf(`-- ${name}.json --\n${JSON.stringify(value)}\n`);
  return workspace.documents
    .flatMap(document => lint(document, workspace, set))
    .map(({ severity, rule, target }) => `${severity} ${rule} ${JSON.stringify(target)}`);
};
const node = { id: 'n', type: 'conversation', instruction: { type: 'prompt', text: 'Greet.' } };
const component = (fields: object) => ({ name: 'Verify', nodes: [node], start_node_id: 'n', ...fields });
const flow = (fields: object) => ({ conversation_flow_id: 'f', start_node_id: 'n', nodes: [node], ...fields });
const swap = { type: 'agent_swap', name: 'swap', post_call_analysis_setting: 'both_agents' };
const boolean = { type: 'boolean', name: '', description: 7 };

test('a violation of the specification is an error where the specification shows the field', () => {
  expect(refusalsOf('x.flow-component', component({ nodes: [{ id: 'n', type: 'conversation' }] }))).toEqual([
    'error missing-field "/nodes/0/instruction"',
  ]);
  expect(refusalsOf('x.flow-component', component({ nodes: [node, { type: 'end' }] }))).toEqual([
    'error missing-field "/nodes/1/id"',
  ]);
  expect(
    refusalsOf('x.flow-component', component({ tools: [{ type: 'custom', name: 1, url: 'https://a.example' }] })),
  ).toEqual(['error wrong-type "/tools/0/name"']);
  expect(refusalsOf('x.flow-component', component({ mcps: [{ name: 1 }] }))).toEqual([
    'error wrong-type "/mcps/0/name"',
  ]);
  expect(refusalsOf('x.agent-list-filter', { channel: 'voice' })).toEqual(['error wrong-type "/channel"']);
  expect(refusalsOf('x.agent-list-filter', { channel: { type: 7 } })).toEqual([
    'error missing-field "/channel/op"',
    'error missing-field "/channel/value"',
    'warning wrong-type "/channel/type"',
  ]);
  expect(refusalsOf('x.agent', { post_call_analysis_data: [boolean] })).toEqual([
    'error wrong-length "/post_call_analysis_data/0/name"',
    'error wrong-type "/post_call_analysis_data/0/description"',
  ]);
});

test('a shape with a section of its own in the specification is checked strictly anywhere', () => {
  expect(refusalsOf('x.llm', { general_prompt: '', general_tools: [swap] })).toEqual([
    'error missing-field "/general_tools/0/agent_id"',
  ]);
  expect(refusalsOf('x.phone-number', { phone_number: '+12137774445', inbound_agents: [{ agent_id: 'a' }] })).toEqual([
    'error missing-field "/inbound_agents/0/weight"',
  ]);
});

test('a problem in a field that the specification does not show is at most a warning, also inside the field', () => {
  const cases: [string, unknown, string][] = [
    ['x.flow-component', component({ tools: [{ type: 'end_call', name: 7 }] }), 'wrong-type "/tools/0/name"'],
    ['x.flow-component', component({ tools: [{ type: 'custom_two', name: 7 }] }), 'wrong-type "/tools/0/name"'],
    ['x.conversation-flow', flow({ components: [{ name: 'Verify' }] }), 'missing-field "/components/0/nodes"'],
    ['x.conversation-flow', flow({ components: ['Verify'] }), 'wrong-type "/components/0"'],
    ['x.conversation-flow', flow({ mcps: [{ name: 7 }] }), 'wrong-type "/mcps/0/name"'],
    ['x.conversation-flow', flow({ notes: [{ content: 7 }] }), 'wrong-type "/notes/0/content"'],
    ['x.conversation-flow', flow({ nodes: [node, { type: 'end' }] }), 'missing-field "/nodes/1/id"'],
    ['x.llm', { states: [{ name: 's', tools: [7] }] }, 'wrong-type "/states/0/tools/0"'],
    ['x.llm', { general_tools: [{ type: 'custom', description: 7 }] }, 'wrong-type "/general_tools/0/description"'],
    [
      'x.agent-override',
      { service_llm: { knowledge_base_ids: [7] } },
      'wrong-type "/service_llm/knowledge_base_ids/0"',
    ],
    [
      'x.llm',
      { general_tools: [{ type: 'custom', name: 'a', description: 'a'.repeat(1025) }] },
      'wrong-length "/general_tools/0/description"',
    ],
    ['x.agent', { voicemail_option: { action: 'hangup' } }, 'wrong-type "/voicemail_option/action"'],
  ];
  for (const [name, value, finding] of cases)
    expect(refusalsOf(name, value), JSON.stringify(value)).toContain(`warning ${finding}`);
  for (const holder of [
    { post_chat_analysis_data: [boolean] },
    { conversationFlow: flow({ nodes: [node, { id: 'e', type: 'extract_dynamic_variables', variables: [boolean] }] }) },
    { serviceLlmData: { general_tools: [{ type: 'extract_dynamic_variable', name: 'x', variables: [boolean] }] } },
  ])
    expect(refusalsOf('x.agent', holder).map(finding => finding.split(' ').slice(0, 2).join(' '))).toEqual([
      'warning wrong-length',
      'warning wrong-type',
    ]);
});

test('the edge of a swap node is required, but its form is not in the specification', () => {
  const swapNode = { id: 's', type: 'agent_swap', agent_id: 'a', post_call_analysis_setting: 'both_agents' };
  expect(refusalsOf('x.conversation-flow', flow({ nodes: [swapNode] }))).toEqual([
    'error missing-field "/nodes/0/edge"',
  ]);
  expect(refusalsOf('x.conversation-flow', flow({ nodes: [{ ...swapNode, edge: 'away' }] }))).toEqual([
    'warning wrong-type "/nodes/0/edge"',
  ]);
});
