import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';
import { samples } from '../testing/samples.ts';
import { diff, fix, lint, openWorkspace, plan, simulate } from './index.ts';

const folderWith = scratchFolders();
const clinic = samples('clinic'),
  broken = samples('broken');
const opened = () => openWorkspace(clinic, { today: '2026-01-15' });
const printed = async (...args: string[]): Promise<unknown> =>
  JSON.parse((await preflight([...args, '--format', 'json'], clinic)).stdout);

test('a missing folder is refused', () => {
  expect(() => openWorkspace('/nonexistent')).toThrow(new RangeError('there is no folder /nonexistent'));
  expect(() => openWorkspace(`${clinic}/preflight.config.json`)).toThrow(RangeError);
});

test('findings in superseded versions are marked, and counted on request', () => {
  const oldVersion = agent('"voice_speed": 9'),
    nextVersion = agent().replace('1767225600000', '1767225600001').replace('"version": 1', '"version": 2');
  const workspace = openWorkspace(folderWith({ 'v1.agent.json': oldVersion, 'v2.agent.json': nextVersion }));
  const { findings, summary } = lint(workspace);
  expect(findings).toMatchObject([{ rule: 'out-of-range', superseded: true }]);
  expect(summary).toMatchObject({ errors: 0, superseded: 1 });
  expect(lint(workspace, { history: true }).summary).toMatchObject({ errors: 1, superseded: 1 });
});

test('an unreadable file is an error', () => {
  const folder = folderWith({ 'desk.agent.json': agent() });
  writeFileSync(Buffer.from(`${folder}/\xff.agent.json`, 'latin1'), agent());
  const { findings, summary } = lint(openWorkspace(folder));
  expect(findings.map(({ rule, file }) => `${rule} ${file}`)).toEqual(['unreadable-file \ufffd.agent.json']);
  expect(summary.errors).toBe(1);
});

describe('only a workspace of openWorkspace is accepted', () => {
  const workspace = opened(),
    version = { workspace: workspace, agentId: 'agent_frontdesk01', reference: 'prod' };
  const wordsOf = (name: string, type: string): RangeError =>
    new RangeError(`${name}: expected a workspace of openWorkspace, got ${type}`);
  test.each([
    [() => lint({ ...workspace }), wordsOf('workspace', 'object')],
    [() => lint(...none), wordsOf('workspace', 'undefined')],
    [() => fix(...none), wordsOf('workspace', 'undefined')],
    [() => simulate(...none), wordsOf('workspace', 'undefined')],
    [() => plan(...none), wordsOf('before', 'undefined')],
    [() => plan(...([workspace] as unknown as Parameters<typeof plan>)), wordsOf('now', 'undefined')],
    [() => diff(...none), wordsOf('before.workspace', 'undefined')],
    [() => diff(...([version] as unknown as Parameters<typeof diff>)), wordsOf('now.workspace', 'undefined')],
  ])('%s', (call, refusal) => expect(call).toThrow(refusal));
});
/** The arguments that a caller without types may forget. */
const none = [] as unknown as [never, never];

test('an agent is found by its id or name, and a resolved reference has a version', () => {
  const workspace = opened(),
    byName = workspace.resolve('front DESK', 'prod');
  expect(byName).toEqual(workspace.resolve('agent_frontdesk01', 'prod'));
  // this line would be a type error if the version of a resolved reference could be null
  expect(byName.outcome === 'resolved' ? byName.version.toFixed() : byName.because).toBe('2');
  expect(workspace.resolve('nobody', 'prod')).toMatchObject({ outcome: 'missing', version: null });
  const list = 'agents/agents.agent-list.json',
    twins = workspace.with(
      list,
      workspace.document(list)!.text.replace(/"agent_name": "[^"]+"/g, '"agent_name": "Desk"'),
    );
  expect(() => twins.resolve('Desk', 'prod')).toThrow(/^several agents are called "Desk": /);
  const side = (agentId: string) => ({ workspace, agentId, reference: 'prod' });
  expect(diff(side('Front desk'), side('agent_frontdesk01')).differs).toBe(false);
});

describe('plan', () => {
  const list = 'agents/agents.agent-list.json';
  const workspace = opened(),
    movedWorkspace = workspace.with(list, workspace.document(list)!.text.replace('"version": 2', '"version": 3'));
  test('equals the output of the command', async () => {
    const result = plan(workspace, movedWorkspace);
    expectOutput('plan', result);
    expect(result.changes.find(change => change.file === list)).toMatchObject({
      agent_id: 'agent_frontdesk01',
      reference: 'prod',
      effect: 'version',
      before: { agent_version: 2 },
      after: { agent_version: 3 },
    });
    const editedPlan = (await printed('plan', '--tag', 'agent_frontdesk01:prod=3')) as typeof result;
    const linesOf = ({ changes }: typeof result) => changes.map(({ pointer, effect }) => [pointer, effect]);
    expect(linesOf(result).sort()).toEqual(linesOf(editedPlan).sort());
  });
  test('refuses an unknown value of contents', () =>
    expect(() => plan(workspace, workspace, { contents: 'every' as 'all' })).toThrow(
      new RangeError('contents: expected "live", "all" or "none", got "every"'),
    ));
  test('has no changes between a state and itself', () => expect(plan(workspace, workspace).changes).toEqual([]));
});

describe('diff', () => {
  test('equals the output of the command', async () => {
    const workspace = opened();
    const result = diff(
      { workspace: workspace, agentId: 'agent_frontdesk01', reference: 'prod' },
      { workspace: workspace, agentId: 'agent_frontdesk01', reference: 'canary' },
    );
    expectOutput('diff', result);
    expect(result).toEqual(await printed('diff', 'agent_frontdesk01@prod', '@canary'));
  });
  test('is refused with a reason if a reference selects no version', () => {
    const missingVersion = { workspace: opened(), agentId: 'agent_frontdesk01', reference: 'prd' };
    expect(() => diff(missingVersion, missingVersion)).toThrow(
      'agent_frontdesk01@prd is missing: Front desk has no tag "prd"',
    );
  });
});

describe('simulate', () => {
  test.each([
    ['numbers/main.phone-number.json', { calls: '100', seed: '7' }],
    ['numbers/next-trial.agent-weights.json', { against: 'numbers/main.phone-number.json', list: 'inbound_agents' }],
    ['agents/front-desk/v2.agent.json', { outage: 'elevenlabs' }],
    ['agents/front-desk/v2.agent.json', { call: 'silent' }],
    ['analytics/fast-mode.asr-routing.json', { calls: '10' }],
  ])('%s %j equals the output of the command', async (file, options) => {
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    expect(simulate(opened(), file, { options })).toEqual(await printed('simulate', file, ...args));
  });
  test('replays a rule over a series given as text', () => {
    const series = 'timestamp,value\n2026-01-12T00:00:00Z,1\n2026-01-12T01:00:00Z,99999\n';
    expectOutput('simulate-alert', simulate(opened(), 'alerts/slow-lookups.alert-rule.json', { series }));
  });
  test.each([
    ['gone.agent.json', {}, 'gone.agent.json is not a readable file of this workspace'],
    ['agents/front-desk/v2.agent.json', {}, 'give exactly one of the options'],
    ['engines/front-desk.llm.json', {}, 'a file of kind llm cannot be simulated'],
    ['numbers/main.phone-number.json', { outage: 'elevenlabs' }, 'outage is no option for a file of kind phone-number'],
    ['numbers/main.phone-number.json', { calls: 100 as unknown as string }, 'calls: expected a string, got 100'],
    ['batches/flu-clinic.batch-call.json', { all: 'yes' }, 'all: expected a boolean, got "yes"'],
    ['numbers/main.phone-number.json', { calls: 'many' }, '--calls "many" is not an integer'],
    ['numbers/main.phone-number.json', { against: 'agents/front-desk/v2.agent.json' }, 'is a file of kind agent'],
  ])('%s %j is refused', (file, options, message) => {
    expect(() => simulate(opened(), file, { options })).toThrow(RangeError);
    expect(() => simulate(opened(), file, { options })).toThrow(message);
  });
});

test('the text of a broken file is fixed, but not its guessed values', () => {
  const workspace = openWorkspace(broken, { today: '2026-01-15' }).with(
    'torn.agent.json',
    '{ "voice_speed": "1.5", "volume": 1, }',
  );
  expect(fix(workspace, 'torn.agent.json')).toBe('{ "voice_speed": 1.5, "volume": 1 }');
  const tornFile = workspace.with('torn.agent.json', '{ "voice_speed": "1.5", "volume" 1 }');
  expect(fix(tornFile, 'torn.agent.json')).not.toContain('"voice_speed": 1.5, "volume" 1');
});

test('an unknown file and an unknown rule are refused, and fixes change no file on disk', () => {
  const workspace = openWorkspace(broken, { today: '2026-01-15' });
  expect(() => fix(workspace, 'nowhere.agent.json')).toThrow('nowhere.agent.json is not a file of this workspace');
  expect(() => lint(workspace, { rules: ['nonsense'] })).toThrow('unknown rule "nonsense"');
  const file = 'agents/billing/v1.agent.json';
  const before = readFileSync(`${broken}${file}`, 'utf8');
  const fixedWorkspace = workspace.with(file, fix(workspace, file));
  expect(lint(fixedWorkspace, { files: [file] }).findings.some(finding => finding.fix?.safe)).toBe(false);
  expect(lint(workspace, { files: [file] }).findings.length).toBeGreaterThan(
    lint(fixedWorkspace, { files: [file] }).findings.length,
  );
  expect(readFileSync(`${broken}${file}`, 'utf8')).toBe(before);
});
