import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const item = (id: string) => ({
  agent_id: id,
  agent_name: id,
  channel: 'voice',
  user_modified_timestamp: 1,
  tags: { prod: { version: 1 } },
});
const arm = (agent_id: string, weight: number) => ({ agent_id, agent_version: 'prod', weight });
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const files = {
  'desk.agent.json': agent(),
  'router.agent.json': agent('', 'agent_router'),
  'team.agent-list.json': json([item('agent_desk'), item('agent_router')]),
  'main.phone-number.json': json({
    phone_number: '+14155550100',
    inbound_agents: [arm('agent_desk', 0.9), arm('agent_router', 0.1)],
  }),
};
const repository = (more: Record<string, string> = {}): string => committed(folderWith({ ...files, ...more }));
interface Answer {
  readonly code: number;
  readonly base: unknown;
  readonly unreadable: readonly { readonly file: string; readonly in: string; readonly reason: string }[];
  readonly changes: readonly { readonly effect: string; readonly live: boolean; readonly accepted?: string }[];
  readonly names: readonly { readonly effect: string; readonly name: string; readonly file: string }[];
  readonly assertions: readonly {
    readonly holds: boolean;
    readonly because: string | null;
    readonly evidence: string;
  }[];
}
async function plan(folder: string, ...args: string[]): Promise<Answer> {
  const { code, stdout } = await preflight(['plan', '--base', 'HEAD', '--format', 'json', ...args], folder);
  const result = JSON.parse(stdout) as Answer;
  expectOutput('plan', result);
  return { ...result, code };
}
const accept = (...entries: object[]): string => json({ accept: entries });

test('lint reports the deleted files of an agent that live callers reach', async () => {
  const folder = repository();
  git(folder, 'rm', '-q', 'router.agent.json');
  const { code, lines, findings, summary } = await lintJson(['--changed-since', 'HEAD'], folder);
  expect([code, lines, summary['live']]).toEqual([
    1,
    [
      'main.phone-number.json lost-reference /inbound_agents/1/agent_id error',
      'team.agent-list.json lost-reference /1/tags/prod/version error',
    ],
    2,
  ]);
  expect(findings[0]!.message).toBe(
    'agent agent_router existed in HEAD and is gone; 10 % of inbound_agents of +14155550100 used its version 1',
  );
  const planResult = await plan(folder, '--assert', 'no breaks', '--assert', 'agent_desk@prod unchanged');
  expect(planResult).toMatchObject({
    code: 4,
    unreadable: [],
    changes: [
      { effect: 'becomes-unknown', live: true },
      { effect: 'becomes-unknown', live: true },
    ],
    assertions: [
      {
        holds: false,
        because: '2 references are broken now, the first is tag prod of agent_router (agent_router@prod)',
      },
      { holds: true, because: null, evidence: '4 references in 1 workspace' },
    ],
  });
  expect(planResult.base).toMatchObject({ revision: 'HEAD' });
});

test('the configuration can change the severity of lost-reference, or turn it off', async () => {
  const folder = repository({ 'preflight.config.json': json({ rules: { 'lost-reference': 'warning' } }) });
  git(folder, 'rm', '-q', 'router.agent.json');
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary).toMatchObject({ errors: 0, warnings: 2 });
  const folderWithoutRule = repository({ 'preflight.config.json': json({ rules: { 'lost-reference': 'off' } }) });
  git(folderWithoutRule, 'rm', '-q', 'router.agent.json');
  expect(
    (await lintJson(['--changed-since', 'HEAD'], folderWithoutRule)).lines.filter(line => line.includes('lost')),
  ).toEqual([]);
});

test('a deleted engine is reported at each agent that ran it', async () => {
  const engine = (id: string): string => json({ llm_id: id, general_prompt: 'You answer.' });
  const runs = (id: string): string =>
    agent('', id).replace(
      /"response_engine": \{[^}]*\}/,
      '"response_engine": { "type": "service-llm", "llm_id": "llm_a" }',
    );
  const folder = repository({
    'desk.agent.json': runs('agent_desk'),
    'router.agent.json': runs('agent_router'),
    'a.llm.json': engine('llm_a'),
    'b.llm.json': engine('llm_b'),
  });
  rmSync(join(folder, 'a.llm.json'));
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([
    'desk.agent.json lost-reference /response_engine/llm_id error',
    'router.agent.json lost-reference /response_engine/llm_id error',
  ]);
  const { code, names } = await plan(folder, '--assert', 'no breaks');
  expect([code, names.map(({ effect, name, file }) => `${effect} ${name} ${file}`)]).toEqual([
    4,
    ['becomes-unknown llm_a desk.agent.json', 'becomes-unknown llm_a router.agent.json'],
  ]);
  const text = (await preflight(['plan', '--base', 'HEAD'], folder)).stdout;
  expect(text).toContain('llm_id llm_a in 2 places: gone: was in a.llm.json');
});

test('an intended break is accepted, counted and shown with its reason', async () => {
  const entry = { reference: 'agent_router', reason: 'retired with the old menu' };
  const folder = repository({ 'preflight.config.json': accept(entry) });
  git(folder, 'rm', '-q', 'router.agent.json');
  const { code, lines, summary } = await lintJson(['--changed-since', 'HEAD'], folder);
  expect([code, lines.filter(line => line.includes('lost')), summary['accepted']]).toEqual([0, [], 2]);
  expect((await preflight(['lint', '--changed-since', 'HEAD'], folder)).stdout).toContain('2 breaks accepted');
  const planResult = await plan(folder, '--assert', 'no breaks', '--assert', 'no live changes');
  expect([planResult.code, planResult.changes.map(({ accepted }) => accepted)]).toEqual([
    0,
    [entry.reason, entry.reason],
  ]);
  for (const format of ['table', 'markdown', 'html'])
    expect(
      (await preflight(['plan', '--base', 'HEAD', '--format', format], folder)).stdout.replace(/\s+/g, ' '),
    ).toContain('accepted: retired with the old menu');
});

test('an entry without a sufficient reason accepts no break in lint, plan and ci', async () => {
  const folder = repository({ 'preflight.config.json': accept({ reference: 'agent_router', reason: 'ok' }) });
  expect((await lintJson([], folder)).lines).toContain(
    'preflight.config.json unexplained-suppression /accept/0/reason warning',
  );
  git(folder, 'rm', '-q', 'router.agent.json');
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary).toMatchObject({ errors: 2 });
  const planResult = await plan(folder, '--assert', 'no breaks');
  expect([planResult.code, planResult.changes.map(({ accepted }) => accepted)]).toEqual([4, [undefined, undefined]]);
  expect((await preflight(['ci', '--base', 'HEAD', '--today=2026-01-15'], folder)).code).toBe(1);
});

test('an expired entry accepts no break, and is reported', async () => {
  const entry = { reference: 'agent_router', reason: 'until the move', until: '2026-01-14' };
  const folder = repository({ 'preflight.config.json': accept(entry) });
  expect((await lintJson([], folder)).lines).toContain(
    'preflight.config.json expired-suppression /accept/0/until warning',
  );
  git(folder, 'rm', '-q', 'router.agent.json');
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary['errors']).toBe(2);
});

test.each([
  ['{ "accept": [{ "reference": "agent_router" }] }', 'reason: missing, required in an accepted break'],
  ['{ "accept": [{ "reference": "a", "reason": "x", "until": "2026-02-30" }] }', '2026-02-30 is not a calendar date'],
])('the configuration %s is refused', async (text, message) => {
  const folder = folderWith({ ...files, 'preflight.config.json': text });
  const { code, stderr } = await preflight(['lint'], folder);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a file that can no longer be read is listed first, and assertions that depend on it fail', async () => {
  const folder = repository();
  const wholeText = files['main.phone-number.json'];
  write(folder, { 'main.phone-number.json': wholeText.slice(0, wholeText.indexOf('"agent_router"')) });
  const { code, unreadable, assertions, changes } = await plan(
    folder,
    '--assert',
    'no breaks',
    '--assert',
    'prod unchanged',
  );
  expect(code).toBe(4);
  expect(unreadable).toEqual([
    {
      file: 'main.phone-number.json',
      in: 'now',
      reason: expect.stringMatching(/^it is not JSON \(line \d+: /) as string,
    },
  ]);
  expect(changes.some(({ effect }) => effect === 'removed')).toBe(false);
  expect(assertions.map(assertion => assertion.holds)).toEqual([false, true]);
  const { stdout } = await preflight(['plan', '--base', 'HEAD'], folder);
  expect(stdout.split('\n')[1]).toMatch(/^main\.phone-number\.json cannot be read after the change/);
});

test('the headlines of plan and ci mention that a file cannot be read', async () => {
  const wholeText = json({ llm_id: 'llm_main', general_prompt: 'Hello.' }),
    folder = repository({ 'main.llm.json': wholeText });
  const verdicts = async (command: string, ...args: string[]): Promise<string[]> =>
    (await preflight([command, '--base', 'HEAD', '--format', 'markdown', ...args], folder)).stdout
      .split('\n')
      .filter(line => /^(### |\*\*[^*]+\*\*$)/.test(line));
  const otherwiseText = 'otherwise no reference changes; 4 unchanged';
  write(folder, { 'main.llm.json': wholeText.slice(0, 30) });
  expect(await verdicts('plan')).toEqual([`### Preflight: 1 file cannot be read; ${otherwiseText}`]);
  git(folder, 'commit', '-qam', 'cut');
  // lint does not report a file again that was broken before the change
  expect(await verdicts('ci')).toEqual([
    '### Preflight: 0 files checked, nothing found; 1 file cannot be read',
    `**1 file cannot be read; ${otherwiseText}**`,
  ]);
  write(folder, { 'main.llm.json': wholeText });
  expect(await verdicts('plan')).toEqual([
    `### Preflight: 1 file could not be read before the change; ${otherwiseText}`,
  ]);
});

test('a file that was recognized by its content, and is now too broken for that, does not count as removed', async () => {
  const folder = repository({ 'numbers/one.json': files['main.phone-number.json'].replace('0100', '0101') });
  write(folder, { 'numbers/one.json': '{ "phone' });
  const { code, unreadable, changes } = await plan(folder, '--assert', 'no live changes');
  expect([code, unreadable.map(({ file }) => file), changes.map(({ effect }) => effect)]).toEqual([
    4,
    ['numbers/one.json'],
    ['becomes-unknown', 'becomes-unknown'],
  ]);
});

test('an assertion fails without references, but not because of changes in other files', async () => {
  const empty = committed(folderWith({ 'README.md': 'x' }));
  const { code, assertions } = await plan(empty, '--assert', 'no changes');
  expect([code, assertions[0]]).toMatchObject([4, { holds: false, evidence: '0 references in 1 workspace' }]);
  const folder = repository();
  write(folder, { 'README.md': 'hello' });
  expect((await plan(folder, '--assert', 'no changes', '--assert', 'no live changes')).code).toBe(0);
});

test('a workspace without agents lists no known agents in a finding', async () => {
  const folder = repository({ 'preflight.config.json': '{ "complete": ["agent"] }' });
  git(folder, 'rm', '-q', 'desk.agent.json', 'router.agent.json', 'team.agent-list.json');
  const { code, findings } = await lintJson(['--changed-since', 'HEAD'], folder);
  expect([code, findings.map(({ rule }) => rule)]).toEqual([1, ['unknown-agent', 'unknown-agent']]);
  expect(findings.filter(finding => 'help' in finding)).toEqual([]);
});

test('an unreadable number has a finding of its own, but batches that call from it have none', async () => {
  const number = (more = ''): string =>
    `{ "phone_number": "+14155550100",${more} "outbound_agents": [{ "agent_id": "agent_desk", "agent_version": 1, "weight": 1 }] }`;
  const batch = json({ from_number: '+14155550100', tasks: [{ to_number: '+14155550101' }] });
  const folder = repository({ 'main.phone-number.json': number(), 'june.batch-call.json': batch });
  write(folder, { 'main.phone-number.json': number('\n<<<<<<< HEAD\n=======\n>>>>>>> x\n') });
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([
    expect.stringMatching(/^main\.phone-number\.json invalid-json .* error$/),
  ]);
  // a deleted number is reported in the batch
  rmSync(join(folder, 'main.phone-number.json'));
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([
    'june.batch-call.json lost-reference /from_number error',
  ]);
});

test('a reference to a renamed record has a fix with the new name', async () => {
  const flow = (component_id: string) =>
    json({ nodes: [{ id: 'check', type: 'component', component_type: 'shared', component_id }] });
  const component = (id: string) =>
    json({ conversation_flow_component_id: id, name: 'Identity', nodes: [{ id: 'bye', type: 'end' }] });
  const folder = repository({
    'flow.conversation-flow.json': flow('component_identity'),
    'identity.flow-component.json': component('component_identity'),
  });
  write(folder, {
    'identity.flow-component.json': component('component_identity2'),
    'team.agent-list.json': json([
      { ...item('agent_desk'), tags: { production: { version: 1 } } },
      item('agent_router'),
    ]),
  });
  const { findings } = await lintJson(['--changed-since', 'HEAD', '--severity', 'error'], folder);
  expect(findings.map(({ rule, pointer, fix }) => [rule, pointer, fix?.title])).toEqual([
    ['lost-reference', '/nodes/0/component_id', 'Use "component_identity2"'],
    ['unresolved-agent-version', '/inbound_agents/0/agent_version', 'Use "production"'],
  ]);
  await preflight(['lint', '--fix', '--unsafe'], folder);
  expect(readFileSync(join(folder, 'flow.conversation-flow.json'), 'utf8')).toBe(flow('component_identity2'));
  expect(readFileSync(join(folder, 'main.phone-number.json'), 'utf8')).toContain('"production"');
});
