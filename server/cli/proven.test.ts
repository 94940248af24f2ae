import { expect, test } from 'vitest';
import { committed, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const edge = (targetId: string): object => ({
  id: 'e1',
  transition_condition: { type: 'prompt', prompt: 'Pay' },
  destination_node_id: targetId,
});
const talk = { type: 'conversation', instruction: { type: 'prompt', text: 'Greet.' } };
const flow = {
  conversation_flow_id: 'flow_desk',
  version: 0,
  start_node_id: 'greet',
  nodes: [
    { id: 'greet', ...talk, edges: [edge('bye')] },
    { id: 'book', type: 'function', tool_id: 'tool_book', tool_type: 'local', wait_for_result: true },
    { id: 'pay', type: 'component', component_id: 'payment', component_type: 'local', else_edge: edge('greet') },
    { id: 'find', type: 'mcp', mcp_id: 'mcp_find', mcp_tool_name: 'find', wait_for_result: true },
  ],
  tools: [],
  components: [],
  mcps: [],
};
const engine = {
  llm_id: 'llm_desk',
  version: 0,
  starting_state: 'hello',
  states: [{ name: 'greet', edges: [{ destination_state_name: 'pay', description: 'Pay' }] }],
};
const files = (flowValue: object = flow): Record<string, string> => ({
  'desk.conversation-flow.json': JSON.stringify(flowValue, null, 2),
  'desk.llm.json': JSON.stringify(engine, null, 2),
});
const ofFlow = 'desk.conversation-flow.json';
const places = [
  `${ofFlow} unknown-node /nodes/0/edges/0/destination_node_id`,
  `${ofFlow} unknown-tool /nodes/1/tool_id`,
  `${ofFlow} unknown-component /nodes/2/component_id`,
  `${ofFlow} unknown-mcp-server /nodes/3/mcp_id`,
  'desk.llm.json unknown-state /starting_state',
  'desk.llm.json unknown-state /states/0/edges/0/destination_state_name',
];

/** Returns the exit code and the findings about references. */
const unknownIn = async (folder: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> => {
  const { code, lines } = await lintJson([], folder);
  return { code, lines: lines.filter(line => line.includes(' unknown-')) };
};

test('a reference that a complete file proves to be broken is an error', async () => {
  expect(await unknownIn(folderWith(files()))).toEqual({ code: 1, lines: places.map(place => `${place} error`) });
});

test('a part of a file proves nothing about the other parts', async () => {
  const { tools: _, components: __, mcps: ___, ...part } = flow;
  const { states: ____, ...settings } = engine;
  const folder = folderWith({
    ...files(part),
    'desk.llm.json': JSON.stringify(settings),
    'patch.conversation-flow.json': JSON.stringify({ start_node_id: 'greet', global_prompt: 'Be kind.' }),
  });
  expect((await unknownIn(folder)).lines.filter(line => !line.endsWith(' info'))).toEqual([`${places[0]} error`]);
});

test('a file that is cut off anywhere may define the record in the missing part', async () => {
  const wholeFiles = {
    ...flow,
    nodes: [...flow.nodes, { id: 'bye', type: 'end' }],
    tools: [{ type: 'end_call', name: 'hang_up', tool_id: 'tool_book' }],
    components: [{ conversation_flow_component_id: 'payment', name: 'Payment', nodes: [] }],
    mcps: [{ id: 'mcp_find', name: 'find', url: 'https://mcp.clinic.example' }],
  };
  const text = JSON.stringify(wholeFiles, null, 2),
    line = JSON.stringify(wholeFiles),
    cuts = (cutText: string): string[] =>
      Array.from({ length: 60 }, (_, i) => cutText.slice(0, Math.ceil((cutText.length * i) / 60)));
  const folder = folderWith(
    Object.fromEntries(
      [...cuts(text), ...cuts(line)].map((cutText, i) => [`cut-${i}.conversation-flow.json`, cutText]),
    ),
  );
  expect((await unknownIn(folder)).lines.filter(line => line.endsWith(' error'))).toEqual([]);
});

test('a nested export and a component prove a reference broken in the same way', async () => {
  const { mcps: _, ...nested } = flow;
  const component = { name: 'Payment', nodes: flow.nodes.slice(0, 2), start_node_id: 'greet', tools: [] };
  const folder = folderWith({
    'desk.agent.json': JSON.stringify({
      agent_id: '',
      response_engine: { type: 'conversation-flow', conversation_flow_id: '' },
      voice_id: '11labs-Myra',
      conversationFlow: { ...nested, components: [{ ...component, conversation_flow_component_id: 'payment' }] },
    }),
    'payment.flow-component.json': JSON.stringify(component),
  });
  const { lines } = await unknownIn(folder);
  const [nestedFile, componentFile] = ['desk.agent.json', 'payment.flow-component.json'];
  expect(lines.filter(line => line.endsWith(' error'))).toEqual(
    [
      `${nestedFile} unknown-node /conversationFlow/nodes/0/edges/0/destination_node_id`,
      `${nestedFile} unknown-tool /conversationFlow/nodes/1/tool_id`,
      `${nestedFile} unknown-node /conversationFlow/components/0/nodes/0/edges/0/destination_node_id`,
      `${nestedFile} unknown-tool /conversationFlow/components/0/nodes/1/tool_id`,
      `${componentFile} unknown-node /nodes/0/edges/0/destination_node_id`,
      `${componentFile} unknown-tool /nodes/1/tool_id`,
    ].map(line => `${line} error`),
  );
});

test('a finding that a baseline, suppression or severity accepted as a warning is still accepted', async () => {
  // the format of version 0.2.0
  const findings = [
    ['unreachable-node', ofFlow, '/nodes[id=book]/id', 'f45a2b4e'],
    ['unknown-tool', ofFlow, '/nodes[id=book]/tool_id', 'f6a2e64d'],
    ['unknown-mcp-server', ofFlow, '/nodes[id=find]/mcp_id', '86f9387f'],
    ['unknown-node', ofFlow, '/nodes[id=greet]/edges[id=e1]/destination_node_id', '4f174333'],
    ['unknown-component', ofFlow, '/nodes[id=pay]/component_id', '66888d89'],
    ['unknown-state', 'desk.llm.json', '/starting_state', 'df47ee8b'],
    [
      'unknown-state',
      'desk.llm.json',
      '/states[name=greet]/edges[destination_state_name=pay]/destination_state_name',
      '57ff4591',
    ],
  ].map(([rule, file, at, text]) => ({ rule, file, at, text }));
  const baseline = JSON.stringify({ version: 2, findings });
  const folder = folderWith({ ...files(), 'preflight.baseline.json': baseline });
  const { code, summary } = await lintJson([], folder);
  expect([code, summary]).toEqual([0, expect.objectContaining({ errors: 0, baselined: 7 })]);
  const suppress = places.map(place => {
    const [file, rule, at] = place.split(' ');
    return { rule, file, at, reason: 'The pages come in March.' };
  });
  write(folder, {
    'preflight.baseline.json': '{ "version": 2, "findings": [] }',
    'preflight.config.json': JSON.stringify({ suppress }),
  });
  expect(await unknownIn(folder)).toEqual({ code: 0, lines: [] });
  const rules = { 'group:references': 'warning' };
  write(folder, { 'preflight.config.json': JSON.stringify({ rules }) });
  expect(await unknownIn(folder)).toEqual({ code: 0, lines: places.map(place => `${place} warning`) });
});

test('ci reports the same findings with and without a base', async () => {
  const wholeFlow = { ...flow, nodes: [...flow.nodes, { id: 'bye', type: 'end' }] };
  const folder = folderWith({
    'desk.conversation-flow.json': JSON.stringify({ ...wholeFlow, nodes: [wholeFlow.nodes[0], wholeFlow.nodes[4]] }),
  });
  committed(folder);
  write(folder, { 'desk.conversation-flow.json': JSON.stringify({ ...wholeFlow, nodes: [wholeFlow.nodes[0]] }) });
  const verdict = async (args: string[]): Promise<[number, string[]]> => {
    const { code, stdout } = await preflight(['ci', '--format', 'json', ...args], folder);
    const { findings } = (JSON.parse(stdout) as { lint: { findings: { pointer: string; severity: string }[] } }).lint;
    return [code, findings.filter(finding => finding.severity === 'error').map(finding => finding.pointer)];
  };
  expect(await verdict(['--base', 'HEAD'])).toEqual([1, ['/nodes/0/edges/0/destination_node_id']]);
  expect(await verdict([])).toEqual([1, ['/nodes/0/edges/0/destination_node_id']]);
});
