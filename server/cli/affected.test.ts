import { describe, expect, test } from 'vitest';
import type { Affected } from '../core/generated/outputs.js';
import { clinic } from '../testing/clients.ts';
import { expectOutput } from '../testing/outputs.ts';
import { commitAll, committed, git, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const engine = 'engines/front-desk.llm.json';
/** Returns the folder of a copy of the sample in which the prompt of the front desk's engine is changed. */
function changedSample(): string {
  const folder = committed(folderWith(clinic));
  write(folder, { [engine]: clinic[engine]!.replace('"general_prompt": "', '"general_prompt": "Now. ') });
  return folder;
}

describe('affected', () => {
  test('shows the path from each record to the change', async () => {
    const { code, stdout } = await preflight(['affected', '--base', 'HEAD', '--kind', 'number'], changedSample());
    expect(code).toBe(0);
    expect(stdout.replace(/HEAD \(\w{12}\)/, 'HEAD (…)')).toMatchInlineSnapshot(`
      "2 records affected: 0 changed, 2 that refer to changed records
      current files against HEAD (…)

      number
        +14155550100: through agent Front desk v2, then engine of Front desk v3
            numbers/main.phone-number.json
        +14155550101: through number +14155550100, then agent Front desk v2, then
            engine of Front desk v3
            numbers/billing.phone-number.json
      "
    `);
  });
  test('names alert rules and test cases, and lists their ids for scripts', async () => {
    const folder = committed(
      folderWith({
        'desk.llm.json': '{ "llm_id": "llm_1", "version": 0, "general_prompt": "Be kind." }',
        'kind.test-case.json': JSON.stringify({
          test_case_definition_id: 'test_case_1',
          name: 'Is kind',
          response_engine: { type: 'service-llm', llm_id: 'llm_1', version: 0 },
        }),
      }),
    );
    write(folder, { 'desk.llm.json': '{ "llm_id": "llm_1", "version": 0, "general_prompt": "Be brief." }' });
    const args = ['affected', '--kind', 'test-case'];
    expect((await preflight(args, folder)).stdout).toContain('  Is kind: through ');
    expect((await preflight([...args, '--format', 'ids'], folder)).stdout).toBe('test_case_1\n');
  });
  test('leaves out superseded versions, unless they are changed themselves', async () => {
    const version = (number: number): string =>
      JSON.stringify({
        ...(JSON.parse(clinic['agents/reminders/v1.agent.json']!) as object),
        version: number,
        base_version: number === 0 ? null : number - 1,
        last_modification_timestamp: 1_767_225_600_000 + number,
        assigned_tags: [],
        response_engine: { type: 'service-llm', llm_id: 'llm_shared' },
      });
    const sharedEngine = '{ "llm_id": "llm_shared", "version": 0, "general_prompt": "Be kind." }';
    const folder = committed(
      folderWith({ 'v0.agent.json': version(0), 'v1.agent.json': version(1), 'shared.llm.json': sharedEngine }),
    );
    const filesOf = async (): Promise<string[]> => {
      const { stdout } = await preflight(['affected', '--kind', 'agent', '--format', 'json'], folder);
      return (JSON.parse(stdout) as Affected).records.map(({ file }) => file);
    };
    write(folder, { 'shared.llm.json': sharedEngine.replace('kind', 'brief') });
    expect(await filesOf()).toEqual(['v1.agent.json']);
    write(folder, { 'v0.agent.json': JSON.stringify({ ...(JSON.parse(version(0)) as object), volume: 1.7 }) });
    expect(await filesOf()).toEqual(['v0.agent.json', 'v1.agent.json']);
  });
  test('abbreviates a long path to its first and last steps', async () => {
    const swap = (targetId: string): object => ({ type: 'agent_swap', name: 'on', agent_id: targetId });
    const files = Object.fromEntries(
      ['a', 'b', 'c', 'd'].flatMap((name, i, ids) => [
        [
          `${name}.llm.json`,
          JSON.stringify({
            llm_id: `llm_${name}`,
            general_prompt: 'x',
            general_tools: ids[i + 1] ? [swap(ids[i + 1]!)] : [],
          }),
        ],
        [
          `${name}.agent.json`,
          JSON.stringify({
            agent_id: name,
            version: 0,
            response_engine: { type: 'service-llm', llm_id: `llm_${name}` },
          }),
        ],
      ]),
    );
    const folder = committed(folderWith(files));
    write(folder, { 'd.llm.json': files['d.llm.json']!.replace('"x"', '"y"') });
    const { stdout } = await preflight(['affected', '--kind', 'agent'], folder);
    expect(stdout).toContain('a v0: through llm llm_a, then 5 more, then llm llm_d\n');
    expect(stdout).toContain('d v0: through llm llm_d\n');
  });
  test('--live lists only records that serve callers, and the test cases of these records', async () => {
    const folder = changedSample();
    const records = async (...args: string[]): Promise<string[]> => {
      const { stdout } = await preflight(['affected', '-f', 'json', ...args], folder);
      return (JSON.parse(stdout) as Affected).records.map(
        record => `${record.kind} ${record.record_version ?? record.file}`,
      );
    };
    const allRecords = await records(),
      live = await records('--live');
    expect(allRecords.filter(record => !live.includes(record))).toEqual([
      'agent 4',
      'agent-weights numbers/next-trial.agent-weights.json',
      'create-agent-version requests/agent_frontdesk01.create-agent-version.json',
      'publish-agent-version 4',
      'alert-rule alerts/bookings-fail.alert-rule.json',
      'alert-rule alerts/unhappy-bookings.alert-rule.json',
    ]);
    expect(live).toContain('agent-list agents/agents.agent-list.json');
    expect(live).toContain('test-case tests/moves-an-appointment.test-case.json');
  });
  test('--format ids prints each id once, and the file of a record without an id', async () => {
    const folder = changedSample();
    const ids = async (kind: string): Promise<string> =>
      (await preflight(['affected', '--base=HEAD', `--kind=${kind}`, '--format=ids'], folder)).stdout;
    expect(await ids('agent')).toBe('agent_frontdesk01\n');
    expect(await ids('test-case')).toBe('tests/moves-an-appointment.test-case.json\n');
    expect(await ids('flow-component')).toBe('');
  });
  test('prints JSON that matches the published schema', async () => {
    const { stdout } = await preflight(['affected', '--base', 'HEAD', '--format', 'json'], changedSample());
    const result = JSON.parse(stdout) as Affected;
    expectOutput('affected', result);
    expect(result.base.revision).toBe('HEAD');
    expect(result.records.filter(record => record.changed)).toMatchObject([
      { kind: 'llm', id: 'llm_frontdesk01', record_version: 3, file: engine, through: [] },
    ]);
  });
  test('covers uncommitted changes without --base', async () => {
    const folder = changedSample();
    expect(await preflight(['affected'], folder)).toEqual(await preflight(['affected', '--base', 'HEAD'], folder));
    expect(await preflight(['affected'], folderWith(clinic))).toMatchObject({
      code: 2,
      stderr: 'nothing to compare: this folder is not in a git repository\n',
    });
  });
  test('compares the two commits of a range, not the current files, like plan', async () => {
    const folder = changedSample();
    commitAll(folder);
    const [formerCommit, headCommit] = ['HEAD~1', 'HEAD'].map(revision =>
      git(folder, 'rev-parse', revision).slice(0, 12),
    );
    for (const command of ['affected', 'plan'])
      for (const [base, comparedStates] of [
        ['HEAD~1..HEAD', `HEAD (${headCommit}) against HEAD~1 itself (${formerCommit})`],
        ['HEAD~1', `current files against HEAD~1 (${formerCommit})`],
      ] as const)
        expect((await preflight([command, '--base', base], folder)).stdout.split('\n')).toContain(comparedStates);
  });
  test('reports nothing if nothing changed', async () => {
    const folder = committed(folderWith(clinic));
    write(folder, { [engine]: JSON.stringify(JSON.parse(clinic[engine]!)) });
    expect((await preflight(['affected', '--base', 'HEAD', '--format', 'ids'], folder)).stdout).toBe('');
  });
  test.each([
    [['affected', '--base-exact'], '--base-exact needs --base'],
    [['affected', '--base', 'nowhere'], 'nowhere'],
    [['affected', '--base', 'HEAD', '--kind', 'tests'], 'not "tests"; did you mean "test-case"?'],
    [['affected', 'x', '--base', 'HEAD'], 'takes no "x"'],
  ])('refuses wrong usage: %j', async (args, text) => {
    const { code, stdout, stderr } = await preflight(args, changedSample());
    expect([code, stdout, stderr.includes(text)]).toEqual([2, '', true]);
  });
});

test('--kind accepts both names of the kind of a phone number', async () => {
  const folder = changedSample(),
    ids = (kind: string) => preflight(['affected', '--base', 'HEAD', '--kind', kind, '--format', 'ids'], folder);
  const { code, stdout } = await ids('phone-number');
  expect([code, stdout]).toEqual([0, (await ids('number')).stdout]);
  expect(stdout).not.toBe('');
});
