import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, commitAll, committed, git, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
/** An export of the dashboard: the agent has no id and contains its engine. */
const inbound = (name: string, prompt: string, more: object = {}): string =>
  JSON.stringify({
    agent_id: '',
    agent_name: name,
    channel: 'voice',
    voice_id: '11labs-Adrian',
    response_engine: { type: 'conversation-flow', conversation_flow_id: 'conversation_flow_1', version: 0 },
    conversationFlow: {
      conversation_flow_id: 'conversation_flow_1',
      version: 0,
      global_prompt: prompt,
      start_node_id: 'a',
      nodes: [],
    },
    ...more,
  });
const desk = (more: string, version = 1): string => agent(`"agent_name": "Desk", ${more}`, 'agent_desk', version);
const onLlm = { type: 'retell-llm', llm_id: 'llm_1' };
const files = {
  'retell/inbound.json': inbound('Aria', 'Be kind.'),
  'retell/other.json': inbound('Ben', 'Be quick.', { voice_speed: 1.2 }),
  'v1.agent.json': desk('"voice_speed": 1'),
  'v2.agent.json': desk('"voice_speed": 1.5', 2),
};
const diff = (folder: string, ...args: string[]) => preflight(['diff', ...args], folder);
/**
 * The title, the two sides and the labels of the changes that diff prints. Fails unless diff exits with 0 and no
 * message.
 */
const comparedLines = async (folder: string, ...args: string[]): Promise<string[]> => {
  const { code, stdout, stderr } = await diff(folder, ...args);
  expect([code, stderr]).toEqual([0, '']);
  const json = JSON.parse((await diff(folder, ...args, '--format', 'json')).stdout) as {
    changes: { labels: string[] }[];
  };
  expectOutput('diff', json);
  return [
    stdout.split('\n')[0]!,
    ...[...stdout.matchAll(/^(?:before|after) {2,3}(.*)$/gm)].map(match => match[1]!),
    ...json.changes.map(({ labels }) => labels.join(' ')),
  ];
};

describe('the file of an agent', () => {
  test('is compared with another file', async () => {
    expect(await comparedLines(folderWith(files), 'retell/inbound.json', './retell/other.json')).toEqual([
      'Aria retell/inbound.json → Ben ./retell/other.json',
      'retell/inbound.json',
      './retell/other.json',
      'global_prompt',
      'voice_speed',
    ]);
  });
  test('is compared with a note that its engine is missing, once for both sides', async () => {
    const lone = JSON.stringify({ agent_name: 'Lone', voice_id: '11labs-Adrian', response_engine: onLlm });
    const { stdout } = await diff(
      folderWith({ 'a.agent.json': lone, 'b.agent.json': lone }),
      'a.agent.json',
      'b.agent.json',
    );
    expect(stdout).toMatchInlineSnapshot(`
      "Lone: a.agent.json → b.agent.json
      before  a.agent.json
      after   b.agent.json

      no differences in what could be compared.
      note: the engine of Lone is not in this workspace: prompts, tools and flow are
            not compared
      "
    `);
  });
  test('is compared with a revision of itself, also if the revision uses its name', async () => {
    const folder = committed(folderWith(files)),
      base = `HEAD (${git(folder, 'rev-parse', 'HEAD').slice(0, 12)})`;
    write(folder, { 'retell/inbound.json': inbound('Aria', 'Be very kind.') });
    const expected = [
      `Aria: retell/inbound.json of ${base} → retell/inbound.json`,
      `retell/inbound.json of ${base}`,
      'retell/inbound.json',
      'global_prompt',
    ];
    expect(await comparedLines(folder, 'retell/inbound.json', '--base', 'HEAD')).toEqual(expected);
    expect(await comparedLines(folder, 'aria', '--base', 'HEAD')).toEqual(expected);
    commitAll(folder);
    expect((await comparedLines(folder, 'retell/inbound.json', '--base', 'HEAD')).slice(3)).toEqual([]);
    const rangeArgs = ['retell/inbound.json', '--base', 'HEAD^..HEAD'];
    expect((await comparedLines(folder, ...rangeArgs)).at(-1)).toBe('global_prompt');
    expect((await diff(folder, ...rangeArgs, '--format', 'markdown')).stdout).toMatch(
      /^.*Aria: retell\/inbound.json of HEAD\^ itself \(\w{12}\) → retell\/inbound.json of HEAD \(\w{12}\)$/m,
    );
  });
  test('with an id is compared as its version, and can select another version by @REF', async () => {
    const folder = folderWith(files);
    expect(await comparedLines(folder, 'v1.agent.json')).toEqual([
      'Desk: v1.agent.json → version 2',
      'v1.agent.json → version 1 (published)',
      'Desk@latest → version 2 (published)',
      'voice_speed',
    ]);
    expect((await comparedLines(folder, 'v1.agent.json', '@2'))[0]).toBe('Desk: v1.agent.json → version 2');
    expect((await comparedLines(folder, 'v1.agent.json@2', 'v1.agent.json'))[0]).toBe(
      'Desk: version 2 → v1.agent.json',
    );
  });
  test('is compared as the record in the file, even if another file has the same version', async () => {
    const folder = folderWith({ ...files, 'copy.agent.json': desk('"voice_speed": 0.5') });
    expect((await comparedLines(folder, 'v1.agent.json', 'copy.agent.json')).slice(3)).toEqual(['voice_speed']);
    expect((await comparedLines(folder, 'copy.agent.json', 'copy.agent.json')).slice(3)).toEqual([]);
  });
});

describe('the file of an engine', () => {
  const llm = (prompt: string): string =>
      JSON.stringify({
        llm_id: 'llm_1',
        version: 1,
        general_prompt: prompt,
        default_dynamic_variables: { item: prompt },
      }),
    flow = (text: string): string =>
      JSON.stringify({
        conversation_flow_id: 'conversation_flow_1',
        start_node_id: 'a',
        nodes: [{ id: 'a', type: 'conversation', instruction: { type: 'static_text', text } }],
      });
  test('is compared with another engine', async () => {
    const folder = folderWith({ 'one.llm.json': llm('Be kind.'), 'two.llm.json': llm('Be quick.') });
    expect(await comparedLines(folder, 'one.llm.json', 'two.llm.json')).toEqual([
      'one.llm.json → two.llm.json',
      'one.llm.json',
      'two.llm.json',
      'general_prompt',
      'default_dynamic_variables.item',
    ]);
  });
  test('is compared with a revision', async () => {
    const folder = committed(folderWith({ 'export.json': flow('Hello.') }));
    write(folder, { 'export.json': flow('Good day.') });
    expect((await comparedLines(folder, 'export.json', '--base', 'HEAD')).at(-1)).toBe('node a instruction.text');
    expect((await diff(folder, 'export.json', '--base', 'HEAD', '--exit-code')).code).toBe(4);
  });
});

test('a renamed file is compared with its former name', async () => {
  const engine = (prompt: string): string => JSON.stringify({ llm_id: 'llm_1', version: 1, general_prompt: prompt });
  const folder = committed(folderWith({ ...files, 'one.llm.json': engine('Be kind.') })),
    base = `HEAD (${git(folder, 'rev-parse', 'HEAD').slice(0, 12)})`;
  for (const [from, to] of [
    ['retell/inbound.json', 'retell/aria.json'],
    ['v1.agent.json', 'first.agent.json'],
    ['one.llm.json', 'uno.llm.json'],
  ] as const)
    renameSync(join(folder, from), join(folder, to));
  write(folder, { 'uno.llm.json': engine('Be quick.') });
  const first = async (file: string) => (await comparedLines(folder, file, '--base', 'HEAD'))[0];
  expect(await first('retell/aria.json')).toBe(`Aria: retell/inbound.json of ${base} → retell/aria.json`);
  expect(await first('first.agent.json')).toBe(`Desk: v1.agent.json of ${base} → first.agent.json`);
  expect(await first('uno.llm.json')).toBe(`one.llm.json of ${base} → uno.llm.json`);
  expect((await comparedLines(folder, 'uno.llm.json', '--base', 'HEAD')).at(-1)).toBe('general_prompt');
});

test('a reference is compared with a revision', async () => {
  const folder = committed(folderWith(files)),
    base = `HEAD (${git(folder, 'rev-parse', 'HEAD').slice(0, 12)})`;
  write(folder, { 'v2.agent.json': desk('"voice_speed": 0.5', 2) });
  expect(await comparedLines(folder, 'Desk@2', '--base', 'HEAD')).toEqual([
    `Desk: version 2 of ${base} → version 2`,
    `Desk@2 of ${base} → version 2 (published)`,
    'Desk@2 → version 2 (published)',
    'voice_speed',
  ]);
});

describe('diff exits with 2 for input that cannot be compared', () => {
  test.each([
    ['no such agent, said before anything else', ['nosuch'], 'no agent nosuch in this workspace'],
    ['no such file', ['retell/none.json'], 'there is no file retell/none.json'],
    [
      'a file that holds latest',
      ['v2.agent.json'],
      'v2.agent.json is already latest, which is the default of the second version; give',
    ],
    [
      'no id, so no latest',
      ['retell/inbound.json'],
      'retell/inbound.json has no agent_id, so it has no latest to compare with; give another file, or --base REV',
    ],
    ['no id, so no tag', ['Aria@prod'], 'Aria@prod is unknowable: retell/inbound.json has no agent_id'],
    [
      'no id, and a version of it',
      ['retell/inbound.json', '@2'],
      'so no other version of retell/inbound.json is known',
    ],
    ['an engine and an agent', ['engine.llm.json', 'v1.agent.json'], 'are an agent and an engine; give two agents, or'],
    ['an engine alone', ['engine.llm.json'], 'engine.llm.json is an engine, so it has no latest to compare with; give'],
    ['a component', ['c.flow-component.json', 'engine.llm.json'], 'is a file of kind flow-component; diff compares'],
    ['no platform file', ['package.json', 'v1.agent.json'], 'the kind of package.json is not known'],
    ['two of one name', ['Same', 'Aria'], 'b.agent.json and c.agent.json have no agent_id; give b.agent.json itself'],
    ['a new file', ['new.agent.json', '--base', 'HEAD'], ') has no agent in new.agent.json'],
    ['a new agent', ['agent_new@1', '--base', 'HEAD'], 'no agent agent_new in HEAD ('],
    ['two and a base', ['v1.agent.json', '@2', '--base', 'HEAD'], 'so it takes no "@2"'],
    ['an exact base without one', ['v1.agent.json', '--base-exact'], '--base-exact needs --base'],
  ])('%s', async (_, args, text) => {
    const folder = committed(folderWith(files));
    write(folder, {
      'engine.llm.json': '{ "llm_id": "llm_1", "version": 0 }',
      'c.flow-component.json': '{ "conversation_flow_component_id": "c", "nodes": [] }',
      'package.json': '{ "name": "x" }',
      'b.agent.json': inbound('Same', 'a'),
      'c.agent.json': inbound('Same', 'b'),
      'new.agent.json': agent('', 'agent_new'),
    });
    const { code, stdout, stderr } = await diff(folder, ...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(text);
  });
});

test('differences are named in the spelling of the files', async () => {
  const engine = (more: object): string =>
    JSON.stringify({
      llm_id: 'llm_1',
      version: 0,
      general_tools: [{ type: 'check_availability_cal', name: 'free', cal_api_key: '{{key}}', ...more }],
    });
  const folder = committed(folderWith({ 'one.llm.json': engine({}) }));
  write(folder, { 'one.llm.json': engine({ type: 'book_appointment_cal', cal_api_key: '{{keys}}' }) });
  for (const args of [['diff', 'one.llm.json', '--base', 'HEAD'], ['plan']]) {
    const stdout = (await preflight(args, folder)).stdout.replaceAll(/\s+/g, ' ');
    expect(stdout).toContain('"check_availability_cal" → "book_appointment_cal"');
    expect(stdout).toContain('cal_api_key "{{key}}" → "{{keys}}"');
    expect(stdout).not.toContain('sched');
  }
  // both spellings change the same tool
  expect((await diff(folder, 'one.llm.json', '--base', 'HEAD')).stdout).toContain('1 tool differs.');
  expect((await preflight(['plan'], folder)).stdout).toMatch(/^Callers may hear a change: 1 tool of llm_1 v0/);
});

test('with --match name, ids that differ between two environments are no difference', async () => {
  const environment = (prefix: string, prompt: string): Record<string, string> => ({
    [`${prefix}/desk.agent.json`]: JSON.stringify({
      agent_id: `agent_${prefix}`,
      version: 0,
      agent_name: 'Desk',
      voice_id: '11labs-Myra',
      response_engine: { type: 'conversation-flow', conversation_flow_id: `flow_${prefix}`, version: 0 },
    }),
    [`${prefix}/desk.conversation-flow.json`]: JSON.stringify({
      conversation_flow_id: `flow_${prefix}`,
      version: 0,
      global_prompt: prompt,
      start_node_id: 'a',
      nodes: [
        { id: 'a', type: 'component', component_id: `component_${prefix}`, component_type: 'shared' },
        { id: 'b', type: 'agent_swap', agent_id: `agent_${prefix}`, agent_version: 0 },
      ],
    }),
    [`${prefix}/intake.flow-component.json`]: JSON.stringify({
      conversation_flow_component_id: `component_${prefix}`,
      name: 'Intake',
      nodes: [{ id: 'x', type: 'end' }],
    }),
  });
  const folder = folderWith({ ...environment('staging', 'Be quick.'), ...environment('prod', 'Be kind.') }),
    args = ['diff', 'staging/desk.agent.json', 'prod/desk.agent.json', '--format', 'json'];
  const labels = async (...more: string[]): Promise<unknown> =>
    (
      JSON.parse((await preflight([...args, ...more], folder)).stdout) as { changes: { labels: unknown }[] }
    ).changes.map(change => change.labels);
  expect(await labels('--match', 'name')).toEqual([['global_prompt']]);
  expect(await labels()).toHaveLength(6);
});
