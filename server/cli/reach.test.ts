import { expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { preflight, scratchFolders } from '../testing/preflight.ts';
import type { Reach } from '../core/generated/outputs.js';

const folderWith = scratchFolders();
const files = {
  'main.phone-number.json': JSON.stringify({
    phone_number: '+14155550101',
    inbound_agents: [
      { agent_id: 'agent_desk', agent_version: 1, weight: 0.9 },
      { agent_id: 'agent_desk', agent_version: 2, weight: 0.1 },
    ],
    outbound_agents: null,
  }),
  'desk.agent-list.json': JSON.stringify([
    { agent_id: 'agent_desk', agent_name: 'Desk', tags: { prod: { version: 1 } } },
  ]),
  'v1.agent.json': JSON.stringify({
    agent_id: 'agent_desk',
    version: 1,
    response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_desk' },
  }),
  'desk.conversation-flow.json': JSON.stringify({
    conversation_flow_id: 'flow_desk',
    start_node_id: 'greet',
    tools: [{ type: 'custom', tool_id: 't', name: 'find_patient' }],
    nodes: [
      { id: 'greet', type: 'conversation', name: 'Greet', edges: [{ id: 'e', destination_node_id: 'find' }] },
      { id: 'find', type: 'function', name: 'Find', tool_id: 't' },
      { id: 'text', type: 'sms', name: 'Confirm' },
      { id: 'bye', type: 'end', global_node_setting: { condition: 'Wants to end' } },
    ],
  }),
};
const reached = async (...args: string[]): Promise<Reach['entries']> => {
  const { code, stdout } = await preflight(['reach', '--format', 'json', ...args], folderWith(files));
  const output = JSON.parse(stdout) as Reach;
  expectOutput('reach', output);
  expect(code).toBe(0);
  return output.entries;
};
const inShort = ({ entry, agents }: Reach['entries'][number]): string[] => [
  `${entry.kind} ${entry.text}`,
  ...agents.flatMap(({ agent_id: id, agent_version: version, share, reaches, never, unknown }) => [
    `${id}@${version} ${share}`,
    ...reaches.map(({ what, way }) => `${what.kind} ${what.name}: ${way.join(' → ')}`),
    ...never.map(({ kind, name }) => `never reached: ${kind} ${name}`),
    ...unknown.map(({ because, file }) => `? ${because} in ${file}`),
  ]),
];
const things = ['end end: bye', 'tool find_patient: Greet → Find', 'never reached: tool text'];

test('reach shows for every entry who answers, and what callers reach (with the path), never reach, and may reach', async () => {
  expect((await reached()).map(inShort)).toEqual([
    [
      'number inbound calls of +14155550101',
      'agent_desk@1 0.9',
      ...things,
      'agent_desk@null 0.1',
      expect.stringMatching(/^\? .*version.* in main.phone-number.json$/),
    ],
    ['tag tag prod of Desk', 'agent_desk@1 1', ...things],
  ]);
});
test('reach shows a batch until the batch has ended', async () => {
  const tasks = [{ to_number: '+14155550111', override_agent_id: 'agent_desk', override_agent_version: 1 }],
    batch = { from_number: '+14155550101', trigger_timestamp: Date.parse('2026-03-01T12:00:00Z'), tasks };
  const folder = folderWith({ ...files, 'spring.batch-call.json': JSON.stringify(batch) });
  const prints = async (day: string): Promise<boolean> =>
    (await preflight(['reach', '--today', day], folder)).stdout.includes('spring.batch-call.json');
  expect([await prints('2026-02-28'), await prints('2026-04-01')]).toEqual([true, false]);
  expect((await preflight(['reach', '--today', 'spring'], folder)).code).toBe(2);
});

test('reach accepts a number, a version, the name of an agent, and files of several kinds', async () => {
  const [number] = await reached('+14155550101');
  expect(number!.agents).toHaveLength(2);
  for (const text of ['agent_desk@prod', 'Desk@1', 'v1.agent.json'])
    expect((await reached(text)).map(inShort)[0]!.slice(1)).toEqual(['agent_desk@1 1', ...things]);
  expect((await reached('desk.conversation-flow.json')).map(inShort)).toEqual([
    ['engine desk.conversation-flow.json', 'null@null 1', ...things],
  ]);
  expect(await reached('main.phone-number.json')).toEqual([number]);
  expect(await reached('desk.agent-list.json', '+14155550101')).toHaveLength(2);
});
test('reach says that an unknown agent is never reached, if the configuration declares agents complete', async () => {
  const edgeTo = (id: string) => ({
    'desk.conversation-flow.json': files['desk.conversation-flow.json'].replace(
      '"type":"sms"',
      `"type":"agent_swap","agent_id":"${id}","global_node_setting":{"condition":"Asks for it"}`,
    ),
  });
  const swap = async (id: string, complete: string[]): Promise<string | undefined> => {
    const folder = folderWith({ ...files, ...edgeTo(id), 'preflight.config.json': JSON.stringify({ complete }) });
    const { stdout } = await preflight(['reach', 'agent_desk@prod', '--format', 'json'], folder);
    return (JSON.parse(stdout) as Reach).entries.flatMap(inShort).find(line => line.includes('swap'));
  };
  expect(await swap('agent_dsek', ['agent'])).toBe('never reached: swap agent_dsek');
  expect(await swap('agent_dsek', [])).toBe('swap agent_dsek: Confirm');
  expect(await swap('agent_desk', ['agent'])).toBe('swap agent_desk: Confirm');
});
test('a table and a comment name the same things', async () => {
  const folder = folderWith(files);
  const table = await preflight(['reach', 'agent_desk@prod'], folder);
  expect(table.stdout).toContain('tool find_patient  Greet → Find');
  expect(table.stdout).toContain('Defined, but never reached\n      node "text" (Confirm)');
  const { stdout } = await preflight(['reach', 'agent_desk@prod', '--format', 'markdown'], folder);
  expect(stdout).toContain('| tool find\\_patient | Greet → Find |');
});
test.each([
  [['+14155550109'], 1, 'no such phone number; did you mean "+14155550101"?'],
  [['nobody'], 1, 'no agent nobody in this workspace'],
  [['agent_desk@V1'], 2, '"V1" is not a version'],
  [['gone.agent.json'], 2, 'there is no file gone.agent.json'],
  [['--format', 'html'], 2, 'html'],
])('reach refuses wrong usage: %j', async (args, code, message) => {
  const run = await preflight(['reach', ...args], folderWith(files));
  expect([run.code, run.stderr]).toEqual([code, expect.stringContaining(message)]);
  expect(run.stdout).toBe('');
});

test('only text formats say that several entries lead to the same version', async () => {
  const list = JSON.stringify([
    { agent_id: 'agent_desk', agent_name: 'Desk', tags: { prod: { version: 1 }, production: { version: 1 } } },
  ]);
  const folder = folderWith({ ...files, 'desk.agent-list.json': list });
  const { stdout } = await preflight(['reach'], folder);
  expect(stdout.match(/find_patient/g)).toHaveLength(1);
  expect(stdout.match(/The same as inbound calls of \+14155550101\./g)).toHaveLength(2);
  const { entries } = JSON.parse((await preflight(['reach', '-f', 'json'], folder)).stdout) as Reach;
  expect(entries.filter(({ agents }) => agents[0]!.reaches.length === 2)).toHaveLength(3);
});

test('only text formats say that two arms of a number reach the same things', async () => {
  const second = files['v1.agent.json'].replace('"version":1', '"version":2');
  const { stdout } = await preflight(['reach', '+14155550101'], folderWith({ ...files, 'v2.agent.json': second }));
  expect(stdout.match(/find_patient/g)).toHaveLength(1);
  expect(stdout).toContain('Desk v2, 10 %\n  The same as Desk v1.');
});

test('reach does not list code and extract nodes without a name', async () => {
  const node = (id: string, type: string, targetId: string, name?: string): object => ({
    id,
    type,
    ...(name !== undefined && { name }),
    edges: [{ id: `${id}-${targetId}`, destination_node_id: targetId }],
  });
  const flow = {
    conversation_flow_id: 'flow_desk',
    start_node_id: 'greet',
    nodes: [
      node('greet', 'conversation', 'v1'),
      node('v1', 'extract_dynamic_variables', 'v2'),
      node('v2', 'code', 'v3'),
      node('v3', 'code', 'v4', 'Rate the call'),
      node('v4', 'sms', 'bye'),
      { id: 'bye', type: 'end' },
    ],
  };
  const folder = folderWith({ ...files, 'desk.conversation-flow.json': JSON.stringify(flow) });
  const { stdout } = await preflight(['reach', 'agent_desk@1'], folder);
  expect(stdout.match(/node \S+/g)).toEqual(['node "v3"', 'node "v4"']);
});
