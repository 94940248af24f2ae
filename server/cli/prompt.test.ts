import { expect, test } from 'vitest';
import type { Prompt } from '../core/generated/outputs.js';
import { expectOutput } from '../testing/outputs.ts';
import { preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const agent = (id: string, version: number, engine: object): string =>
  JSON.stringify({ agent_id: id, agent_name: id.slice(6), version, response_engine: engine });
const files = {
  'desk.agent.json': agent('agent_desk', 1, { type: 'service-llm', llm_id: 'llm_desk' }),
  'bill.agent.json': agent('agent_bill', 0, { type: 'conversation-flow', conversation_flow_id: 'flow_bill' }),
  'own.agent.json': agent('agent_own', 0, { type: 'custom-llm', llm_websocket_url: 'wss://llm.example' }),
  'all.agent-list.json': JSON.stringify([
    {
      agent_id: 'agent_desk',
      agent_name: 'desk',
      tags: {
        prod: { version: 1, dynamic_variables: { clinic: 'North' } },
        night: { version: 1, dynamic_variables: { clinic: 'Night' } },
      },
    },
  ]),
  'desk.llm.json': JSON.stringify({
    llm_id: 'llm_desk',
    begin_message: 'This is {{clinic}}.',
    general_prompt: 'You are {{clinic}}. It is {{current_time}}. Ask {{first_name}}, and {{ order }}.',
    general_tools: [{ type: 'end_call', name: 'end_call', description: 'Ends the call of {{first_name}}.' }],
    states: [
      { name: 'ask', state_prompt: 'Ask.', edges: [{ destination_state_name: 'tell', description: 'Asked.' }] },
      { name: 'tell', state_prompt: 'Tell {{clinic}}.' },
    ],
    starting_state: 'ask',
    default_dynamic_variables: { clinic: 'Any', order: 'none' },
  }),
  'bill.conversation-flow.json': JSON.stringify({
    conversation_flow_id: 'flow_bill',
    global_prompt: 'Be kind.',
    start_node_id: 'n1',
    nodes: [
      {
        id: 'n1',
        type: 'conversation',
        name: 'Greet',
        instruction: { type: 'static_text', text: 'Hello!' },
        edges: [{ id: 'e', destination_node_id: 'n2', transition_condition: { type: 'prompt', prompt: 'Greeted' } }],
      },
      { id: 'n2', type: 'conversation', name: 'Verify', instruction: { type: 'prompt', text: 'Verify {{pin}}.' } },
    ],
  }),
};

async function linesOf(...args: string[]): Promise<Prompt> {
  const { code, stdout, stderr } = await preflight(['prompt', '--format', 'json', ...args], folderWith(files));
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const output = JSON.parse(stdout) as Prompt;
  expectOutput('prompt', output);
  return output;
}
const textsIn = ({ parts }: Prompt): string[] => parts.map(({ kind, name, text }) => `${kind} ${name}: ${text}`);

test('prompt shows the begin message, prompts, edges and tools of the starting state, with the values of the tag', async () => {
  const output = await linesOf('agent_desk@prod');
  expect(textsIn(output)).toEqual([
    'begin-message : This is North.',
    'global-prompt : You are North. It is {{current_time}}. Ask {{first_name}}, and none.',
    'state ask: Ask.',
    'edge tell: transition_to_tell: Asked.',
    'tool end_call: end_call: Ends the call of {{first_name}}.',
  ]);
  const { agent_id: id, agent_version: version, state, node, tokens, parts, unset } = output;
  expect([id, version, state, node, unset]).toEqual(['agent_desk', 1, 'ask', null, ['first_name']]);
  expect(parts.map(part => part.tokens)).toEqual([4, 19, 2, 7, 12]);
  expect(tokens).toBe(19 + 2 + 7 + 12);
  expect(parts[1]).toMatchObject({ file: 'desk.llm.json', pointer: '/general_prompt', unset: ['first_name'] });
  expect(output.assumptions).toEqual(['request-contents', 'tokens-of-o200k', 'variable-precedence']);
});

test('a tag of another version only gives its values, and a remark says so', async () => {
  const newerFiles = { 'new.agent.json': agent('agent_desk', 2, { type: 'service-llm', llm_id: 'llm_desk' }) },
    folder = folderWith({ ...files, ...newerFiles });
  const remarkOf = async (...args: string[]): Promise<string> => (await preflight(['prompt', ...args], folder)).stderr;
  expect(await remarkOf('agent_desk@2', '--tag', 'night')).toBe(
    'tag night selects version 1; this is the text of version 2 with the values of the tag\n',
  );
  expect(await remarkOf('agent_desk@1', '--tag', 'night')).toBe('');
});

test('values from the command line override those of a tag, which override the defaults of the engine', async () => {
  const textOf = async (...args: string[]): Promise<string> =>
    textsIn(await linesOf('agent_desk@1', '--state', 'tell', ...args)).find(text => text.startsWith('state'))!;
  expect(await textOf()).toBe('state tell: Tell Any.');
  expect(await textOf('--tag', 'night')).toBe('state tell: Tell Night.');
  expect(await textOf('--tag', 'night', '--given', 'clinic=A=B')).toBe('state tell: Tell A=B.');
});

test('prompt shows a node of a flow by id or name, by default the start node', async () => {
  expect(textsIn(await linesOf('agent_bill'))).toEqual([
    'global-prompt : Be kind.',
    'static-text Greet: Hello!',
    'edge Verify: Greeted',
  ]);
  for (const node of ['n2', 'Verify']) {
    const output = await linesOf('bill.agent.json', '--node', node);
    expect([output.node, output.unset]).toEqual(['n2', ['pin']]);
    expect(textsIn(output)).toEqual(['global-prompt : Be kind.', 'node Verify: Verify {{pin}}.']);
  }
});

test('missing files are reported with exit code 1', async () => {
  const folder = folderWith(files);
  const outcomeOf = async (...args: string[]): Promise<readonly [number, string]> => {
    const { code, stderr } = await preflight(['prompt', ...args], folder);
    return [code, stderr.trim()];
  };
  expect((await outcomeOf('agent_desk@prdo'))[1]).toMatch(/did you mean "prod"\?$/);
  expect(await outcomeOf('agent_dsk')).toEqual([1, 'no agent agent_dsk in this workspace; did you mean "agent_desk"?']);
  expect(await outcomeOf('agent_bill', '--node', 'Verfy')).toEqual([
    1,
    'bill: no node "Verfy"; did you mean "Verify"?',
  ]);
  expect((await outcomeOf('agent_desk', '--state', 'x'))[0]).toBe(1);
  expect((await outcomeOf('agent_desk', '--node', 'n1'))[1]).toBe('desk: the engine has states and no nodes');
  expect((await outcomeOf('agent_own'))[1]).toBe('own: the engine is your own server');
  expect((await outcomeOf('agent_desk@9'))[0]).toBe(1);
  expect((await outcomeOf('agent_desk', '--tag', 'gone'))[0]).toBe(1);
  expect(await outcomeOf('agent_desk', '--given', 'frst_name=A')).toEqual([
    0,
    'no text contains {{frst_name}}; did you mean "first_name"?',
  ]);
  for (const wrongArgs of [[], ['a', 'b'], ['agent_desk', '--given', 'x'], ['agent_desk', '--tag', '1']])
    expect((await outcomeOf(...wrongArgs))[0]).toBe(2);
});

test('text and markdown show each part with its file and tokens, and mark unset variables', async () => {
  const folder = folderWith(files);
  const { stdout } = await preflight(['prompt', 'agent_desk@prod'], folder);
  expect(stdout).toContain('desk@prod (version 1), state ask\n');
  expect(stdout).toContain('Unset: {{first_name}}.');
  expect(stdout).toContain('prompt, 19 tokens\n  desk.llm.json /general_prompt\n  You are North.');
  expect(stdout).toContain('Ask {{first_name}} [unset], and none.');
  const markdown = (await preflight(['prompt', 'agent_desk@prod', '--format', 'markdown'], folder)).stdout;
  expect(markdown).toContain('```text\nend_call: Ends the call of {{first_name}} [unset].\n```');
});
