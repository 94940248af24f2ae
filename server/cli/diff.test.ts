import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const record = (version: number, engine: object, extra: object = {}, id = 'agent_desk'): string =>
  JSON.stringify({
    ...(JSON.parse(agent('', id, version)) as object),
    response_engine: engine,
    ...extra,
  });
const onLlm = (version: number): object => ({ type: 'service-llm', llm_id: 'llm_1', version });
const onFlow = (version: number): object => ({
  type: 'conversation-flow',
  conversation_flow_id: 'conversation_flow_1',
  version,
});
const llm = (version: number, more: object): string => JSON.stringify({ llm_id: 'llm_1', version, ...more });
const tool = (name: string, more: object = {}): object => ({
  type: 'custom',
  name,
  description: `What ${name} does.`,
  url: 'https://crm.example.com',
  ...more,
});
const list = (tags: object): string =>
  JSON.stringify([{ agent_id: 'agent_desk', agent_name: 'Desk', channel: 'voice', user_modified_timestamp: 1, tags }]);

const desk: Record<string, string> = {
  'v1.agent.json': record(1, onLlm(1), { webhook_url: 'https://a.example', version_title: 'One' }),
  'v2.agent.json': record(2, onLlm(2), { webhook_url: 'https://b.example', version_title: 'Two', voice_speed: 1.2 }),
  'one.llm.json': llm(1, {
    begin_message: 'Hello.',
    general_prompt: 'You are the desk.\nNever say the price of {{item}}.\nBe kind.',
    general_tools: [tool('a'), tool('b', { headers: { Authorization: 'Bearer sk_live_1234567890' } }), tool('c')],
    default_dynamic_variables: { item: 'a pen' },
  }),
  'two.llm.json': llm(2, {
    begin_message: 'Good day.',
    general_prompt: 'You are the desk.\nAlways say the price of {{item}}.\nBe kind.',
    general_tools: [tool('c'), tool('b', { headers: { Authorization: 'Bearer sk_live_0987654321' } }), tool('d')],
    default_dynamic_variables: { item: 'a book' },
  }),
  'all.agent-list.json': list({ prod: { version: 1, dynamic_variables: { item: 'a lamp' } }, canary: { version: 2 } }),
};

describe('diff of two versions of one agent', () => {
  test('prints first what callers hear, then settings, tools, variables, and last what no caller notices', async () => {
    const { code, stdout, stderr } = await preflight(['diff', 'agent_desk@1', '@2'], folderWith(desk));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.slice(stdout.indexOf('\n\n') + 2)).toMatchInlineSnapshot(`
      "2 prompts or messages, 1 setting, 3 tools, 1 variable and 1 value that callers
      do not notice differ.

      Prompts and messages
        begin_message   "Hello." → "Good day."
        general_prompt  +1 −1 lines
           You are the desk.
          ~[-Never-]{+Always+} say the price of {{item}}.
           Be kind.

      Settings
        voice_speed  1 (default) → 1.2

      Tools
        tool b
            headers.Authorization  changed (not shown)
        tool a
            removed: custom tool, "What a does."
        tool d
            added: custom tool, "What d does."

      Variables
        item  "a lamp" from tag prod → "a book" from the engine default

      Not noticed by callers
        webhook_url  "https://a.example" → "https://b.example"

      Assumed where the specification is silent
        variable-precedence  values of the call request come first, then the tag's,
                             then the engine's \`default_dynamic_variables\`
      "
    `);
  });
  test('reports a changed credential without showing it', async () => {
    for (const format of ['text', 'json', 'markdown', 'html']) {
      const { stdout } = await preflight(['diff', 'agent_desk@1', '--format', format], folderWith(desk));
      expect(stdout).toContain('not shown');
      expect(stdout).not.toMatch(/sk_live/);
    }
  });
  test('prints JSON that matches the schema, with ids in every place', async () => {
    const { stdout } = await preflight(['diff', 'agent_desk@1', '--format', 'json'], folderWith(desk));
    const output = JSON.parse(stdout) as { changes: { labels: string[]; after: { at: string } | null }[] };
    expectOutput('diff', output);
    expect(output.changes.find(({ labels }) => labels.includes('headers.Authorization'))?.after?.at).toBe(
      '/general_tools[name=b]/headers/Authorization',
    );
  });
  test('includes the variables of a tag, even if both tags select one version', async () => {
    const tags = {
      prod: { version: 1, dynamic_variables: { item: 'a lamp' } },
      beta: { version: 1, dynamic_variables: { item: 'a chair' } },
    };
    const folder = folderWith({ ...desk, 'all.agent-list.json': list(tags) });
    const { stdout } = await preflight(['diff', 'agent_desk@prod', '@beta'], folder);
    expect(stdout).toContain('1 variable differs.');
    expect(stdout).toContain('item  "a lamp" from tag prod → "a chair" from tag beta');
    expect(stdout).toContain('tag prod is assigned to version 1 [Versioning 3]');
  });
  test('exits with the given code if the versions differ', async () => {
    const folder = folderWith(desk);
    const exits = async (option: string): Promise<[number, string]> => {
      const { code, stderr } = await preflight(['diff', 'agent_desk@1', option], folder);
      return [code, stderr];
    };
    expect(await exits('--exit-code')).toEqual([4, '']);
    expect(await exits('--exit-code=4')).toEqual([4, '']);
    expect(await exits('--exit-code=1')).toEqual([1, expect.stringMatching(/^--exit-code=1 is deprecated and .*\n$/)]);
    expect(await preflight(['diff', '--exit-code=2', 'agent_desk@1'], folder)).toEqual({
      code: 2,
      stdout: '',
      stderr: '--exit-code takes 4 or 1, not "2"\n',
    });
    const equalRun = await preflight(['diff', 'agent_desk@canary', '--exit-code'], folder);
    expect(equalRun.code).toBe(0);
    expect(equalRun.stdout).toContain('no differences.');
  });
});

describe('diff of a flow', () => {
  const node = (id: string, text: string, edges: object[] = []): object => ({
    id,
    type: 'conversation',
    name: id.toUpperCase(),
    instruction: { type: 'prompt', text },
    edges,
  });
  const edge = (id: string, targetId: string, prompt: string): object => ({
    id,
    destination_node_id: targetId,
    transition_condition: { type: 'prompt', prompt },
  });
  const flow = (version: number, nodes: object[]): string =>
    JSON.stringify({ conversation_flow_id: 'conversation_flow_1', version, start_node_id: 'a', nodes });
  const component = {
    id: 'check',
    type: 'component',
    component_type: 'shared',
    component_id: 'conversation_flow_component_1',
  };
  const files = {
    'all.agent-list.json': list({}),
    'v1.agent.json': record(1, onFlow(1)),
    'v2.agent.json': record(2, onFlow(2)),
    'one.conversation-flow.json': flow(1, [
      node('a', 'Greet.', [edge('a-b', 'b', 'a bill'), edge('a-c', 'c', 'a visit')]),
      node('b', 'Bills.'),
      node('c', 'Visits.'),
    ]),
    'two.conversation-flow.json': flow(2, [
      node('c', 'Visits.'),
      component,
      node('a', 'Greet them.', [edge('a-d', 'check', 'a claim'), edge('a-c', 'c', 'an appointment')]),
    ]),
    'shared.flow-component.json': JSON.stringify({
      conversation_flow_component_id: 'conversation_flow_component_1',
      name: 'Check',
      nodes: [node('x', 'Who is it?')],
    }),
  };
  test('matches nodes and edges by id, in any order, and includes shared components', async () => {
    const { stdout } = await preflight(['diff', 'agent_desk@1', '@2'], folderWith(files));
    expect(stdout.slice(stdout.indexOf('\nFlow'))).toMatchInlineSnapshot(`
      "
      Flow
        node a "A"
            instruction.text  "Greet." → "Greet them."
            edge a-c › transition_condition.prompt  "a visit" → "an appointment"
            edge a-b          removed: to b, "a bill"
            edge a-d          added: to check, "a claim"
        node b "B"
            removed: conversation node, "Bills."
        node check
            added: component node, conversation_flow_component_1
        component conversation_flow_component_1 "Check"
            added: 1 node, 0 tools
      "
    `);
  });
  test('does not compare a flow with an LLM engine, and says so', async () => {
    const mixedFiles = { ...files, 'v2.agent.json': record(2, onLlm(1)), 'one.llm.json': desk['one.llm.json']! };
    const { code, stdout } = await preflight(['diff', 'agent_desk@1', '--format', 'json'], folderWith(mixedFiles));
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { not_compared: string[] }).not_compared).toEqual([
      'one version runs on a conversation flow, the other on an LLM engine: their prompts, tools and flow are not compared',
    ]);
  });
  test('reports a flow that no file has as missing', async () => {
    const { 'two.conversation-flow.json': _, ...some } = files;
    const { stdout } = await preflight(['diff', 'agent_desk@1', '--format', 'json'], folderWith(some));
    expect((JSON.parse(stdout) as { not_compared: string[] }).not_compared).toEqual([
      'the engine of Desk v2 is not in this workspace: prompts, tools and flow are not compared',
    ]);
  });
});

describe('diff exits with 2 for input that cannot be compared', () => {
  test.each([
    ['an unknown tag', ['agent_desk@prd'], 'did you mean "prod"?'],
    ['an unknown agent', ['agent_dsk@prod'], 'no agent agent_dsk in this workspace; did you mean "agent_desk"?'],
    ['no agent', [], 'diff takes AGENT@REF or FILE, one or two'],
    ['three', ['agent_desk@1', '@2', '@3'], 'diff takes AGENT@REF or FILE, one or two'],
    ['latest alone', ['agent_desk'], 'agent_desk is already latest'],
    ['text that is no reference', ['agent_desk@1', '@V2'], 'a version is written by its number alone: 2'],
    ['a wrong format', ['agent_desk@1', '--format', 'jsn'], 'did you mean "json"?'],
  ])('%s', async (_, args, text) => {
    const { code, stdout, stderr } = await preflight(['diff', ...args], folderWith(desk));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(text);
  });
  test('a version of which only the summary is known', async () => {
    const summary = { version: 3, is_published: true, last_modification_timestamp: 3 };
    const files = { ...desk, 'agent_desk.agent-versions.json': JSON.stringify([summary]) };
    const { code, stderr } = await preflight(['diff', 'agent_desk@1', '@3'], folderWith(files));
    expect(code).toBe(2);
    expect(stderr).toContain(
      'Desk@3 selects version 3, whose record is not in this workspace; records in this workspace: 1, 2',
    );
  });
});

test('diff compares agents of two workspaces', async () => {
  const folder = folderWith({
    'north/preflight.config.json': '{}',
    'north/v1.agent.json': record(1, { type: 'custom-llm', llm_websocket_url: 'wss://a.example' }, {}, 'agent_north'),
    'south/preflight.config.json': '{}',
    'south/v1.agent.json': record(
      1,
      { type: 'custom-llm', llm_websocket_url: 'wss://a.example' },
      { voice_speed: 1.5 },
      'agent_south',
    ),
  });
  const { stdout } = await preflight(['diff', 'agent_north@1', 'agent_south@1'], folder);
  expect(stdout).toContain('north/v1.agent.json');
  expect(stdout).toContain('voice_speed  1 (default) → 1.5');
});

test('diff reports another engine as a changed setting, but not another version of the same engine', async () => {
  const engine = { general_prompt: 'You are the desk.' };
  const folder = folderWith({
    'v1.agent.json': record(1, onLlm(1)),
    'v2.agent.json': record(2, onLlm(2)),
    'one.llm.json': llm(1, engine),
    'two.llm.json': llm(2, engine),
    'v3.agent.json': record(3, onLlm(4)),
  });
  const differs = async (...args: string[]): Promise<unknown[]> => {
    const { changes } = JSON.parse((await preflight(['diff', ...args, '-f', 'json'], folder)).stdout) as {
      changes: { at: string }[];
    };
    return changes
      .map(change => JSON.stringify(change))
      .filter(changeText => changeText.includes('response_engine/version'));
  };
  expect(await differs('agent_desk@1', '@2')).toEqual([]);
  // an engine that is missing cannot be compared, so only the setting differs
  expect(await differs('agent_desk@2', '@3')).toHaveLength(1);
});
