import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Requests } from '../core/generated/outputs.js';
import { committed, git, preflight, scratchFolders, write } from '../testing/preflight.ts';
import { expectOutput } from '../testing/outputs.ts';
import { prove, proveByShell } from '../testing/sending.ts';
import { agent, llm, pretty } from '../testing/small-account.ts';

const folderWith = scratchFolders();
/** Whether the programs in the shell script are installed. The long test reports missing programs. */
const hasTools = ['bash', 'curl', 'jq'].every(name => spawnSync(name, ['--version']).status === 0);
type Values = Readonly<Record<string, unknown>>;
const texts = (files: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([file, value]) => [file, pretty(value)]));
const base = { 'desk.agent.json': agent, 'desk.llm.json': llm };

/**
 * Returns the folder of a repository with a commit of `before`, and the files of `current` in its working tree. A file
 * that is undefined in `current` is removed.
 */
function changedRepository(before: Values, current: Values): string {
  const folder = committed(folderWith(texts({ 'preflight.config.json': {}, ...before })));
  for (const [file, value] of Object.entries(current))
    if (value === undefined) git(folder, 'rm', '-q', '--cached', file);
    else write(folder, { [file]: pretty(value) });
  for (const [file, value] of Object.entries(current))
    if (value === undefined) execFileSync('rm', [join(folder, file)]);
  return folder;
}
async function printedRequests(folder: string, ...args: string[]): Promise<Requests & { readonly code: number }> {
  const { stdout, code } = await preflight(['requests', '--base', 'HEAD', ...args], folder);
  const result = JSON.parse(stdout) as Requests;
  expectOutput('requests', result);
  return { ...result, code };
}
const lines = ({ requests }: Requests): string[] =>
  requests.map(({ method, path, body }) => `${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}`);
const obstacleLines = (result: Requests): string[] =>
  result.cannot.map(obstacle => `${obstacle.file} ${obstacle.pointer} ${obstacle.text}`);

test('a draft is created, changed and published before a tag or number selects it', async () => {
  const publishedAgent = { ...agent, is_published: true },
    list = (version: number): unknown => [
      {
        agent_id: 'agent_a',
        agent_name: 'Front desk',
        channel: 'voice',
        user_modified_timestamp: 5,
        tags: { prod: { version } },
      },
    ],
    number = (agent_version: unknown): unknown => ({
      phone_number: '+14155550100',
      nickname: 'Main',
      inbound_agents: [{ agent_id: 'agent_a', agent_version, weight: 1 }],
    });
  const folder = changedRepository(
    { ...base, 'desk.agent.json': publishedAgent, 'all.agent-list.json': list(0), 'main.phone-number.json': number(0) },
    {
      'desk.v1.agent.json': { ...publishedAgent, version: 1, base_version: 0, volume: 1.5, version_title: 'Louder' },
      'all.agent-list.json': list(1),
      'main.phone-number.json': number('prod'),
    },
  );
  const result = await printedRequests(folder);
  expect([result.code, obstacleLines(result)]).toEqual([0, []]);
  expect(lines(result)).toEqual([
    'POST /create-agent-version/agent_a {"base_version":0}',
    'PATCH /update-agent/agent_a?version=1 {"volume":1.5,"version_title":"Louder"}',
    'POST /publish-agent-version/agent_a {"version":1}',
    'PUT /assign-agent-tag/agent_a/prod {"version":1}',
    'PATCH /update-phone-number/%2B14155550100 {"inbound_agents":[{"agent_id":"agent_a","agent_version":"prod","weight":1}]}',
  ]);
  expect(result.requests.map(({ text }) => text)).toEqual([
    'create Front desk v1 from version 0',
    'update Front desk v1: volume and version_title',
    'publish Front desk v1',
    'assign tag prod of Front desk: version',
    'update Main: inbound_agents',
  ]);
  expect(result.requests[1]!.for).toEqual({
    kind: 'agent',
    id: 'agent_a',
    record_version: 1,
    file: 'desk.v1.agent.json',
  });
  const rollback = await printedRequests(folder, '--rollback');
  expect(lines(rollback)).toEqual([
    'PUT /assign-agent-tag/agent_a/prod {"version":0}',
    'PATCH /update-phone-number/%2B14155550100 {"inbound_agents":[{"agent_id":"agent_a","agent_version":0,"weight":1}]}',
    'DELETE /delete-agent-version/agent_a?version=1',
  ]);
  expect((await prove(folder, 'HEAD')).wrong).toEqual([]);
});

const swap = { type: 'agent_swap', name: 'to_night', agent_id: 'agent_n', post_call_analysis_setting: 'both_agents' };
const night = {
  'night.agent.json': {
    ...agent,
    agent_id: 'agent_n',
    agent_name: 'Night',
    response_engine: { type: 'service-llm', llm_id: 'llm_n', version: 0 },
  },
  'night.llm.json': { ...llm, llm_id: 'llm_n' },
  'desk.llm.json': { ...llm, general_tools: [...llm.general_tools, swap] },
};
test('ids that are known only from answers get placeholders, also in a rollback', async () => {
  const folder = changedRepository(base, night),
    result = await printedRequests(folder),
    [engine, creation, desk] = result.requests;
  expect([result.code, obstacleLines(result)]).toEqual([
    4,
    [
      'night.llm.json /llm_id llm_id: the platform assigns another id; replace this id by the assigned id',
      'night.agent.json /agent_id agent_id: the platform assigns another id; replace this id by the assigned id',
    ],
  ]);
  expect([engine!.path, engine!.answers]).toEqual(['/create-service-llm', { llm_id_1: '/llm_id' }]);
  expect([creation!.path, creation!.answers]).toEqual(['/create-agent', { agent_id_1: '/agent_id' }]);
  expect(creation!.body!['response_engine']).toEqual({ type: 'service-llm', llm_id: '{{llm_id_1}}', version: 0 });
  expect(desk!.body).toEqual({ general_tools: [...llm.general_tools, { ...swap, agent_id: '{{agent_id_1}}' }] });
  const rollback = await printedRequests(folder, '--rollback');
  expect(lines(rollback)).toEqual([
    `PATCH /update-service-llm/llm_a?version=0 ${JSON.stringify({ general_tools: llm.general_tools })}`,
    'DELETE /delete-agent/{{agent_id_1}}',
    'DELETE /delete-service-llm/{{llm_id_1}}',
  ]);
  expect(rollback.inputs).toEqual(['agent_id_1', 'llm_id_1']);
  expect((await prove(folder, 'HEAD')).wrong).toEqual([]);
});
test('requests are in the dialect of the account', async () => {
  const respell = (files: Values): Values =>
    JSON.parse(JSON.stringify(files).replaceAll('"service-llm"', '"retell-llm"')) as Values;
  const folder = changedRepository(respell(base), respell(night)),
    result = await printedRequests(folder);
  expect(result.requests.map(({ path }) => path)).toEqual([
    '/create-retell-llm',
    '/create-agent',
    '/update-retell-llm/llm_a?version=0',
  ]);
  expect(result.requests[1]!.body!['response_engine']).toMatchObject({ type: 'retell-llm' });
  const first = await printedRequests(changedRepository({}, respell(base)));
  expect(first.requests.map(({ path }) => path)).toEqual(['/create-retell-llm', '/create-agent']);
  expect((await prove(folder, 'HEAD')).wrong).toEqual([]);
});
test('if records refer to each other, one is created without its reference, which is set later', async () => {
  const ownEngine = { ...night['night.llm.json'], general_tools: [swap] },
    folder = changedRepository(base, { ...night, 'night.llm.json': ownEngine, 'desk.llm.json': llm });
  expect((await printedRequests(folder)).requests.map(({ text }) => text)).toEqual([
    'create engine of Night v0',
    'create Night v0',
    'update engine of Night v0: general_tools',
  ]);
  expect((await prove(folder, 'HEAD')).wrong).toEqual([]);
  const otherAgent = { ...night['night.agent.json'], voice_speed: 9 },
    result = await printedRequests(changedRepository(base, { ...night, 'night.agent.json': otherAgent }));
  expect(obstacleLines(result)).toEqual([
    'night.llm.json /llm_id llm_id: the platform assigns another id; replace this id by the assigned id',
    'night.agent.json  Night v0: voice_speed: expected between 0.5 and 2, got 9 (at /voice_speed)',
    'desk.llm.json  engine of Front desk v0: it refers to Night v0, which cannot be created',
  ]);
});

test('changes that no request can make are listed with their places', async () => {
  const publishedAgent = { ...agent, is_published: true },
    before = {
      'desk.agent.json': publishedAgent,
      'desk.llm.json': llm,
      'a.alert-rule.json': { name: 'A' },
      'old.llm.json': { ...llm, llm_id: 'llm_o' },
    };
  const result = await printedRequests(
    changedRepository(before, {
      'desk.agent.json': { ...publishedAgent, volume: 2 },
      'desk.v4.agent.json': { ...agent, version: 4 },
      'a.alert-rule.json': { name: 'A', threshold_value: 5 },
      'old.llm.json': undefined,
      'new.llm.json': { ...llm, version: 1 },
      'b.phone-number.json': { phone_number: '+14155550101', phone_number_type: 'retell-twilio' },
    }),
  );
  expect(lines(result)).toEqual([]);
  expect(obstacleLines(result)).toEqual([
    'a.alert-rule.json  A has no id, so its record in the account is not known',
    'old.llm.json  llm_o is no longer in the files; --delete removes it',
    'desk.agent.json /volume volume: Front desk v0 is published and cannot be changed',
    'desk.v4.agent.json  Front desk v4: the platform gives its next version the number 1, not 4',
    'new.llm.json  engine of Front desk v1: no request can create a version of an engine, which comes with a version of its agent',
    'b.phone-number.json  +14155550101: a number of type retell-twilio has to be bought, and no request can do that',
  ]); // prettier-ignore
});
test('a record is not removed if a record that cannot be changed refers to it', async () => {
  const flow = { conversation_flow_id: 'flow_a', version: 0, is_published: true, start_node_id: 'a' },
    node = { id: 'a', type: 'conversation', instruction: { type: 'prompt', text: 'Greet.' } },
    part = { id: 'p', type: 'component', component_id: 'part_a', component_type: 'shared' },
    before = {
      'a.conversation-flow.json': { ...flow, nodes: [node, part] },
      'a.flow-component.json': { conversation_flow_component_id: 'part_a', name: 'Part', nodes: [node] },
      'b.flow-component.json': { conversation_flow_component_id: 'part_b', name: 'Other', nodes: [node] },
    },
    folder = changedRepository(before, {
      'a.conversation-flow.json': { ...flow, nodes: [node] },
      'a.flow-component.json': undefined,
      'b.flow-component.json': undefined,
    }),
    result = await printedRequests(folder, '--delete');
  expect(lines(result)).toEqual(['DELETE /delete-conversation-flow-component/part_b']);
  expect(obstacleLines(result)).toEqual([
    'a.conversation-flow.json /nodes nodes: flow_a v0 is published and cannot be changed',
    'a.flow-component.json  Part: flow_a v0 still refers to this record, and cannot be changed',
  ]);
  expect((await prove(folder, 'HEAD')).wrong).toEqual([]);
});
test('a removed value is set to its default or null, and a rollback restores it', async () => {
  const folder = changedRepository(
      { ...base, 'desk.agent.json': { ...agent, volume: 2, timezone: 'Europe/Berlin' } },
      base,
    ),
    result = await printedRequests(folder);
  expect(lines(result)).toEqual(['PATCH /update-agent/agent_a?version=0 {"volume":1,"timezone":null}']);
  const { back, wrong } = await prove(folder, 'HEAD');
  expect([lines(back), wrong]).toEqual([
    ['PATCH /update-agent/agent_a?version=0 {"volume":2,"timezone":"Europe/Berlin"}'],
    [],
  ]);
});
test('nothing is compared if a file cannot be read, because its records may still exist', async () => {
  const folder = changedRepository(base, {});
  write(folder, { 'desk.llm.json': '{ "llm_id": ' });
  const result = await printedRequests(folder, '--delete');
  expect([lines(result), result.code]).toEqual([[], 4]);
  expect(obstacleLines(result)[0]).toMatch(
    /^desk\.llm\.json {2}it is not JSON .*, so nothing of this workspace is compared$/,
  );
});

test('credentials are replaced by placeholders, whose values the script reads from the files', async () => {
  const secret = 'q7Xk2Zp9Lm4Rt6Vw8Yb3',
    tool = (key: string): unknown => ({
      type: 'custom',
      name: 'find',
      description: 'Finds a {{thing}}.',
      url: `https://x.example.com/?token=${key}`,
      method: 'GET',
      headers: { 'X-Api-Key': key },
    }),
    files = (key: string): Values => ({
      ...base,
      "de'sk.llm.json": { ...llm, general_tools: [tool(key)] },
      'desk.llm.json': undefined,
    });
  const folder = changedRepository(
    { "de'sk.llm.json": files(`${secret}old`)["de'sk.llm.json"], 'desk.agent.json': agent },
    { "de'sk.llm.json": files(secret)["de'sk.llm.json"] },
  );
  const runs = await Promise.all(
    ['json', 'http', 'shell'].flatMap(format =>
      [[], ['--rollback']].map(more => preflight(['requests', '--base', 'HEAD', '--format', format, ...more], folder)),
    ),
  );
  for (const { stdout, stderr, code } of runs) expect([code, (stdout + stderr).includes(secret)]).toEqual([0, false]);
  const { secrets, requests } = await printedRequests(folder);
  expect(secrets.map(({ file, pointer, commit }) => [file, pointer, commit])).toEqual([
    ["de'sk.llm.json", '/general_tools/0/url', null],
    ["de'sk.llm.json", '/general_tools/0/headers/X-Api-Key', null],
  ]);
  expect(requests[0]!.body).toMatchObject({
    general_tools: [{ url: '{{secret_1}}', headers: { 'X-Api-Key': '{{secret_2}}' } }],
  });
  expect((await prove(folder, 'HEAD')).wrong).toEqual([]);
  if (hasTools) expect(await proveByShell(folder, 'HEAD')).toEqual([]);
  const keyed = await printedRequests(
    changedRepository(base, {
      'desk.llm.json': { ...llm, default_dynamic_variables: { [`ghp_${secret}abcdefghij`]: 'x' } },
    }),
  );
  expect([lines(keyed), obstacleLines(keyed)[0]]).toEqual([[], expect.stringContaining('looks like a credential')]);
});

const http = `# 1 request: from HEAD itself (COMMIT) to the current files. preflight sends nothing.
# the environment of the client must contain base_url, RETELL_API_KEY

### 1. update engine of Front desk v0: begin_message
# @name request_1
PATCH {{base_url}}/update-service-llm/llm_a?version=0
Authorization: Bearer {{RETELL_API_KEY}}
Content-Type: application/json

{
  "begin_message": "Hello {\\u007bname}}, {\\u007b$processEnv HOME}}."
}
`;
test('an HTTP client does not expand the variables of an agent, or run an answer as a script', async () => {
  const begin_message = 'Hello {{name}}, {{$processEnv HOME}}.',
    folder = changedRepository(base, { 'desk.llm.json': { ...llm, begin_message } });
  const { stdout } = await preflight(['requests', '--base', 'HEAD', '--format', 'http'], folder);
  expect(stdout.replace(/[0-9a-f]{12}/, 'COMMIT')).toBe(http);
  expect(JSON.parse(stdout.slice(stdout.indexOf('\n{')))).toEqual({ begin_message });
  const engine = { ...night['night.llm.json'], general_prompt: 'Say {{llm_id_1}}.' },
    otherFolder = changedRepository(base, { ...night, 'night.llm.json': engine }),
    run = await preflight(['requests', '--base', 'HEAD', '--format', 'http'], otherFolder);
  const bodies = run.stdout.split(/^###.*$/m).flatMap(block => block.match(/^\{[^]*^\}$/m) ?? []);
  expect(bodies.map(text => JSON.parse(text) as unknown)).toEqual(
    (await printedRequests(otherFolder)).requests.map(({ body }) => body),
  );
  expect(run.stdout).toContain('\n@llm_id_2 = {{request_1.response.body.$.llm_id}}\n');
  expect(run.stdout).toContain('"llm_id": "{{llm_id_2}}"');
  expect(run.stderr).toContain('cannot be done: night.llm.json /llm_id: llm_id: the platform assigns another id');
});

test.skipIf(!hasTools)('the script stops at the first failure, and says which requests were sent', async () => {
  const folder = changedRepository(base, {
      'desk.llm.json': { ...llm, begin_message: "It's $(id) `id`" },
      'desk.agent.json': { ...agent, volume: 2 },
    }),
    { stdout } = await preflight(['requests', '--base', 'HEAD', '--format', 'shell'], folder);
  // a replacement for curl that accepts only the first request
  write(folder, { 'bin/curl': '#!/bin/sh\ncat "$@" >/dev/null 2>&1; [ -e sent ] && exit 22; touch sent\n' });
  execFileSync('chmod', ['+x', join(folder, 'bin/curl')]);
  const run = (env: Record<string, string>) =>
    spawnSync('bash', ['-c', stdout], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']!}`, ...env },
    });
  const { status, stderr } = run({ RETELL_API_KEY: 'k', RETELL_BASE_URL: 'http://127.0.0.1:9' });
  expect([status, stderr]).toEqual([
    22,
    'done: update Front desk v0: volume\nstopped at: update engine of Front desk v0: begin_message\n\n1 of 2 requests sent\n',
  ]);
  expect(run({}).stderr).toContain('RETELL_BASE_URL: is the address of the API');
  expect(readFileSync(join(folder, 'desk.llm.json'), 'utf8')).toContain('$(id)');
});

test('requests needs the deployed revision', async () => {
  const folder = changedRepository(base, {});
  for (const [args, message] of [
    [[], 'requests needs --base REV: the revision that the account was deployed from'],
    [
      ['--base', 'HEAD...HEAD'],
      '--base HEAD...HEAD selects a merge base, which was never deployed; A..B is from A to B',
    ],
    [['--base', 'HEAD', 'desk.agent.json'], 'requests covers the whole workspace and takes no "desk.agent.json"'],
    [['--base', 'nowhere'], 'nowhere'],
  ] as const) {
    const { code, stderr, stdout } = await preflight(['requests', ...args], folder);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  }
  expect(await printedRequests(folder)).toMatchObject({ code: 0, requests: [], cannot: [] });
});

test('the publication of an agent publishes its engine, and without it the engine stays a draft', async () => {
  const before = { 'desk.agent.json': agent, 'desk.llm.json': { ...llm, is_published: false } },
    publishedEngine = { 'desk.llm.json': { ...llm, is_published: true } };
  const both = await printedRequests(
    changedRepository(before, { 'desk.agent.json': { ...agent, is_published: true }, ...publishedEngine }),
  );
  expect([both.code, obstacleLines(both), lines(both)]).toEqual([
    0,
    [],
    ['POST /publish-agent-version/agent_a {"version":0}'],
  ]);
  const alone = await printedRequests(changedRepository(before, publishedEngine));
  expect(obstacleLines(alone)).toEqual([
    'desk.llm.json /is_published no request can change this field of engine of Front desk v0',
  ]);
});
