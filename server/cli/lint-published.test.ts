import { expect, test } from 'vitest';
import { agent, committed, draft, git, lintJson, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const llm = (prompt: string, isPublished: boolean): string =>
  JSON.stringify({ llm_id: 'llm_1', version: 3, is_published: isPublished, general_prompt: prompt });
const files = {
  'v1.agent.json': agent('"volume": 2, "fallback_voice_ids": ["cartesia-Cleo"]'),
  'v2.agent.json': draft('', 'agent_desk', 2),
  'one.llm.json': llm('Be kind.', true),
};
async function edits(changedFiles: Record<string, string>, ...args: string[]): Promise<readonly string[]> {
  const folder = committed(folderWith(files));
  write(folder, changedFiles);
  const { findings } = await lintJson(args.length > 0 ? args : ['--changed-since', 'HEAD'], folder);
  return findings
    .filter(({ rule }) => rule === 'published-version-edited')
    .map(({ file, pointer, severity, message }) => `${file}#${pointer} ${severity}: ${message}`);
}

test('a changed published version is an error at the changed value', async () => {
  const changedFiles = { 'v1.agent.json': files['v1.agent.json'].replace('11labs-Myra', '11labs-Zed') };
  const expected = [
    'v1.agent.json#/voice_id error: voice_id: changed from "11labs-Myra" to "11labs-Zed", but version 1 of agent_desk is published ' +
      'and cannot be changed',
  ];
  for (const args of [[], ['v1.agent.json'], ['.'], ['--fix']])
    expect(await edits(changedFiles, ...args)).toEqual(expected);
});
test('a version that is no longer marked as published still counts as published', async () => {
  const flipped = {
    'v1.agent.json': files['v1.agent.json'].replace('11labs-Myra', '11labs-Zed').replace('true', 'false'),
  };
  for (const args of [[], ['v1.agent.json']])
    expect((await edits(flipped, ...args)).join()).toContain(
      'voice_id: changed from "11labs-Myra" to "11labs-Zed", but',
    );
  expect(await edits({ 'v1.agent.json': files['v1.agent.json'].replace('true', 'false') })).toEqual([
    'v1.agent.json#/is_published error: is_published: changed from true to false, but version 1 of agent_desk is published ' +
      'and cannot be changed',
  ]);
});
test('a version that a summary of the last commit calls published counts as published', async () => {
  const folder = committed(
    folderWith({
      'v1.agent.json': agent().replace('"is_published": true, ', ''),
      'agent_desk.agent-versions.json': '[{ "version": 1, "is_published": true, "last_modification_timestamp": 1 }]',
    }),
  );
  write(folder, { 'v1.agent.json': draft('"volume": 2') });
  const { findings } = await lintJson([], folder);
  expect(findings.filter(({ rule }) => rule === 'published-version-edited').map(({ pointer }) => pointer)).toEqual([
    '/volume',
  ]);
});
test('only the changed words of a long text are marked', async () => {
  const prompt = `${'Speak in short sentences. '.repeat(4)}Never give advice. The caller rings from Bonn.`;
  const markedIn = async (text: string): Promise<string> => {
    const folder = committed(folderWith({ 'one.llm.json': llm(prompt, true) })),
      changedEngine = llm(text, true);
    write(folder, { 'one.llm.json': changedEngine });
    const { findings } = await lintJson([], folder),
      { pointer, range } = findings.find(({ rule }) => rule === 'published-version-edited')!;
    expect(pointer).toBe('/general_prompt');
    return changedEngine.slice(range.start.column - 1, range.end.column - 1);
  };
  expect(await markedIn(prompt.replace('give', 'giVERY ve'))).toBe('giVERY ve');
  expect(await markedIn(prompt.replace('Never give ', 'Give '))).toBe('Give');
  expect(await markedIn(prompt.replace('Never ', ''))).toBe('give');
  expect(await markedIn(prompt.replace(' from Bonn.', ''))).toBe('rings');
});
test('an additional field in a published version may come from a newer platform, and is no certain edit', async () =>
  expect(
    (
      await edits({ 'v1.agent.json': agent('"volume": 2, "fallback_voice_ids": ["cartesia-Cleo"], "new_kind": 1') })
    ).join(),
  ).toMatch(/^v1.agent.json#\/new_kind warning: new_kind: added as 1, but/));
test('without git, or before the first commit, no edit of a published version is reported', async () => {
  const folder = folderWith(files);
  expect((await lintJson([], folder)).findings.filter(({ rule }) => rule === 'published-version-edited')).toEqual([]);
  git(folder, 'init', '-q');
  expect((await lintJson([], folder)).lines.filter(line => line.includes('published'))).toEqual([]);
});
test('a change within one tool of a list is reported with the tool', async () => {
  const tools = (...names: string[]): string =>
    JSON.stringify({
      llm_id: 'llm_1',
      version: 3,
      is_published: true,
      general_tools: names.map(name => ({ type: 'custom', name, url: 'https://x.example.com' })),
    });
  const folder = committed(folderWith({ 'one.llm.json': tools('find', 'confirm_visit') }));
  write(folder, { 'one.llm.json': tools('find', 'confirm_appointment') });
  const { findings } = await lintJson([], folder);
  expect(
    findings
      .filter(({ rule }) => rule === 'published-version-edited')
      .map(({ pointer, message }) => [pointer, message]),
  ).toEqual([
    [
      '/general_tools/1/name',
      'general_tools[1].name: changed from "confirm_visit" to "confirm_appointment", but version 3 of llm_1 is published ' +
        'and cannot be changed',
    ],
  ]);
});
test('several edits of one record are one finding, at a value that still exists', async () =>
  expect(
    await edits({ 'v1.agent.json': agent('"fallback_voice_ids": []').replace('11labs-Myra', '11labs-Zed') }),
  ).toEqual([
    'v1.agent.json#/voice_id error: voice_id: changed from "11labs-Myra" to "11labs-Zed", and 2 other values, ' +
      'but version 1 of agent_desk is published ' +
      'and cannot be changed',
  ]));
test('an edited published engine is reported', async () =>
  expect(await edits({ 'one.llm.json': llm('Be brief.', true) })).toEqual([
    'one.llm.json#/general_prompt error: general_prompt: changed from "Be kind." to "Be brief.", but version 3 of llm_1 is published ' +
      'and cannot be changed',
  ]));
test('a removed or added item is reported with its name', async () => {
  const tools = (...names: string[]): string =>
    JSON.stringify({
      llm_id: 'llm_1',
      version: 3,
      is_published: true,
      general_tools: names.map(name => ({ type: 'end_call', name })),
    });
  const folder = committed(folderWith({ 'one.llm.json': tools('hang_up', 'bye') }));
  const messages = async (text: string): Promise<string[]> => {
    write(folder, { 'one.llm.json': text });
    const { findings } = await lintJson(['--changed-since', 'HEAD'], folder);
    return findings.filter(({ rule }) => rule === 'published-version-edited').map(({ message }) => message);
  };
  const messageEnd = 'but version 3 of llm_1 is published and cannot be changed';
  expect(await messages(tools('hang_up'))).toEqual([`general_tools[1]: "bye" was removed, ${messageEnd}`]);
  expect(await messages(tools('hang_up', 'bye', 'leave'))).toEqual([
    `general_tools[2]: "leave" was added, ${messageEnd}`,
  ]);
});
test.each<[string, Record<string, string>]>([
  ['a draft', { 'v2.agent.json': draft('"volume": 2', 'agent_desk', 2) }],
  ['a draft that is edited and published', { 'v2.agent.json': agent('"volume": 2', 'agent_desk', 2) }],
  [
    'a title, a time, a default',
    {
      'v1.agent.json': files['v1.agent.json']
        .replace('"volume"', '"version_title": "Summer", "voice_speed": 1, "volume"')
        .replace('1767225600000', '1767225600001'),
    },
  ],
  ['a published version that is new', { 'v3.agent.json': agent('"volume": 1.5', 'agent_desk', 3) }],
])('%s is none', async (_, changedFiles) => expect(await edits(changedFiles)).toEqual([]));
test('a value that cannot be read in one of the states is not compared', async () => {
  const wholeEngine = llm('Be kind.', true).replace('}', ', "kb_config": { "top_k": 4, "filter_score": 0.6 } }'),
    // read as far as possible, this is a list of four values
    cutEngine = wholeEngine.replace('{ "top_k"', '[ "top_k"'),
    folder = committed(folderWith({ 'one.llm.json': cutEngine }));
  const linesOf = async (): Promise<readonly string[]> =>
    (await lintJson(['--changed-since', 'HEAD'], folder)).findings.map(({ rule }) => rule);
  write(folder, { 'one.llm.json': wholeEngine });
  expect(await linesOf()).toEqual([]);
  expect(await edits({ 'one.llm.json': cutEngine })).toEqual([]);
  // with a missing comma, all values can still be read
  const broken = llm('Be brief.', true).replace(',"version"', '"version"');
  expect((await edits({ 'one.llm.json': broken })).join()).toContain('changed from "Be kind." to "Be brief."');
});
test('a finding about an edited version shows no credential', async () => {
  const tool = (key: string): string =>
    JSON.stringify({
      llm_id: 'llm_1',
      version: 3,
      is_published: true,
      general_tools: [{ type: 'custom', name: 'find', url: 'https://x.example.com', headers: { 'X-Api-Key': key } }],
    });
  const folder = committed(folderWith({ 'one.llm.json': tool('sk_live_1234567890') }));
  write(folder, { 'one.llm.json': tool('sk_live_0987654321') });
  const { stdout } = await lintJson(['--changed-since', 'HEAD'], folder);
  expect(stdout).toContain('X-Api-Key: changed, but version 3 of llm_1 is published and cannot be changed');
  expect(stdout).not.toContain('sk_live');
});
test('the severity of an edited version is set in the configuration', async () =>
  expect(
    await edits({
      'v1.agent.json': files['v1.agent.json'].replace('11labs-Myra', '11labs-Zed'),
      'preflight.config.json': '{ "rules": { "published-version-edited": "off" } }',
    }),
  ).toEqual([]));
test.each([[], ['v2.agent.json'], ['--changed-since', 'HEAD']].map(args => [args]))(
  'a draft of the last commit that was published since may have other contents: lint %j',
  async args => {
    const summaries = (isPublished: boolean): string =>
      `[{ "version": 2, "is_published": ${isPublished}, "last_modification_timestamp": 1767225600000 }]`;
    const folder = committed(
      folderWith({
        'v2.agent.json': draft('"volume": 1', 'agent_desk', 2),
        'agent_desk.agent-versions.json': summaries(false),
      }),
    );
    write(folder, {
      'v2.agent.json': agent('"volume": 2', 'agent_desk', 2),
      'agent_desk.agent-versions.json': summaries(true),
    });
    expect((await lintJson(args, folder)).findings.map(({ rule }) => rule)).not.toContain('published-version-edited');
  },
);
test('an edited base of a version is a warning in its own file, with or without a version list', async () => {
  const base = (number: number) => draft(`"base_version": ${number}`, 'agent_desk', 4),
    summary = { is_published: false, last_modification_timestamp: 1767225600000 },
    list = JSON.stringify([
      { version: 4, base_version: 3, ...summary },
      ...[3, 2, 1].map(version => ({ version, ...summary })),
    ]);
  const warnings = async (formerFiles: Record<string, string>, changedAgent: string) => {
    const folder = committed(folderWith({ 'v4.agent.json': base(3), ...formerFiles }));
    write(folder, { 'v4.agent.json': changedAgent });
    const { findings } = await lintJson([], folder);
    return findings
      .filter(({ rule }) => rule === 'record-disagreement')
      .map(({ file, pointer, severity, message }) => `${file}#${pointer} ${severity}: ${message}`);
  };
  const reason = 'a version keeps the base that it was made from';
  expect(await warnings({ 'agent_desk.agent-versions.json': list }, base(1))).toEqual([
    `v4.agent.json#/base_version warning: base_version: 1 here, 3 in the version list; ${reason}`,
  ]);
  expect(await warnings({}, base(1))).toEqual([
    `v4.agent.json#/base_version warning: base_version: changed from 3 to 1, but ${reason}`,
  ]);
  // the base has another time, because the platform created the version again
  expect(await warnings({}, base(1).replace('1767225600000', '1767225600001'))).toEqual([]);
});
test('the engine of a published agent version is published, even if its file does not say so', async () => {
  const engine = (prompt: string, fields = ''): string =>
      `{ "llm_id": "llm_1", "version": 2, ${fields} "general_prompt": "${prompt}" }`,
    runner = (isPublished: boolean, version: number | null): string =>
      JSON.stringify({
        agent_id: 'agent_desk',
        version: 2,
        is_published: isPublished,
        response_engine: { type: 'service-llm', llm_id: 'llm_1', version },
      });
  const editsOf = async (agentText: string, fields?: string, ...args: string[]): Promise<readonly string[]> => {
    const folder = committed(folderWith({ 'v2.agent.json': agentText, 'v2.llm.json': engine('Be kind.', fields) }));
    write(folder, { 'v2.llm.json': engine('Be short.', fields) });
    if (args.includes('--staged')) git(folder, 'add', '-A');
    const { findings } = await lintJson(args, folder);
    return findings.filter(({ rule }) => rule === 'published-version-edited').map(({ pointer }) => pointer);
  };
  for (const args of [[], ['v2.llm.json'], ['--staged']])
    expect(await editsOf(runner(true, 2), undefined, ...args)).toEqual(['/general_prompt']);
  expect(await editsOf(runner(true, 2), '"is_published": false,')).toEqual(['/general_prompt']);
  expect(await editsOf(runner(true, null))).toEqual(['/general_prompt']);
  // a draft, another version, and the engine of no certain version can be changed
  expect(await editsOf(runner(false, 2))).toEqual([]);
  expect(await editsOf(runner(true, 1))).toEqual([]);
  expect(await editsOf(runner(true, null), '"is_published": false,')).toEqual([]);
});
