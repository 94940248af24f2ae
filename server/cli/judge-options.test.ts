import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, commitAll, draft, lintJson, preflight, scratchFolders } from '../testing/preflight.ts';
import {
  asserting,
  base,
  baselineOf,
  calm,
  change,
  config,
  desk,
  fast,
  json,
  result,
  night,
  off,
  repository,
  type Files,
} from '../testing/judged-workspace.ts';
import { expectOutput } from '../testing/outputs.ts';

const folderWith = scratchFolders();

describe('ci also applies assertions of the base', () => {
  const list = (version: number): Files => ({
    'agents/team.agent-list.json': base['agents/team.agent-list.json']!.replace(
      '"version": 1',
      `"version": ${version}`,
    ),
  });
  test.each([
    ['is removed', { liveTags: ['prod'] }, list(2), 4],
    ['is removed, and holds', { liveTags: ['prod'] }, calm, 0],
    ['stands, of tags that are no longer called live', { ...asserting, liveTags: [] }, list(2), 4],
    ['stands, of tags that are no longer called live, and holds', { ...asserting, liveTags: [] }, calm, 0],
  ])('ci applies an assertion that %s', async (_, settings, files, code) => {
    const folder = repository(folderWith, { ...result, ...config(asserting) });
    change(folder, { ...files, ...config(settings) });
    expect((await preflight(['ci', '--base', 'main'], folder)).code).toBe(code);
    expect((await preflight(['ci', '--base', 'main', '--trust-settings'], folder)).code).toBe(0);
    // after a push, ci checks everything and compares with the previous commit
    rmSync(join(folder, 'old/old.agent.json'));
    commitAll(folder);
    expect((await preflight(['ci'], folder)).code).toBe(code);
  });
  test('ci applies the assertions of a deleted nested configuration', async () => {
    const folder = repository(folderWith, { ...result, ...config(asserting, 'agents/') });
    change(folder, { ...list(2), 'agents/preflight.config.json': null });
    expect((await preflight(['ci', '--base', 'main'], folder)).code).toBe(4);
  });
  test.each([
    ['and its folder', {}],
    ['and its folder, which git now ignores', { '.gitignore': 'agents/\n' }],
    [
      'and its folder, which has another name',
      { 'desks/team.agent-list.json': list(2)['agents/team.agent-list.json']! },
    ],
  ])('ci applies the assertions of a nested configuration that was deleted %s', async (_, files) => {
    const folder = repository(folderWith, { ...result, ...config(asserting, 'agents/') });
    rmSync(join(folder, 'agents'), { recursive: true });
    change(folder, files);
    const { stdout } = await preflight(['ci', '--base', 'main'], folder);
    expect(stdout).toMatch(/❌ `no live changes`.*agents\/preflight.config.json:\d ci.assert: removed/s);
  });
});

test('a single file counts only the findings accepted in it, whatever the changed settings accept', async () => {
  const reason = 'measured with the carrier',
    suppress = [{ rule: 'out-of-range', file: night, at: '/voice_speed', reason: reason }],
    folder = repository(folderWith, {
      ...fast,
      ...config({ liveTags: ['prod'], suppress }),
      'preflight.baseline.json': baselineOf('old/old.agent.json'),
    });
  change(folder, { [desk]: agent('"volume": 1.5'), ...config({ suppress }) });
  const counted = async (file: string): Promise<unknown> => {
    const { summary } = await lintJson([file], folder);
    return [summary['files'], summary['suppressed'], summary['baselined']];
  };
  expect(await counted(desk)).toEqual([1, undefined, undefined]);
  expect(await counted(night)).toEqual([1, 1, undefined]);
  expect(await counted('old/old.agent.json')).toEqual([1, undefined, 1]);
});

test('--trust-settings applies only the new settings, and says so', async () => {
  const folder = repository(folderWith);
  change(folder, { ...fast, ...config({ ...off, liveTags: ['prod'] }) });
  const trusting = await lintJson(['--changed-since', 'main', '--trust-settings'], folder);
  expect(trusting).toMatchObject({
    code: 0,
    hidden: [],
    settings: ['preflight.config.json:3 rules.out-of-range: added; hides 1 new error'],
  });
  expect(JSON.parse(trusting.stdout)).toMatchObject({ trusted: true });
  for (const args of [
    ['lint', '--changed-since'],
    ['ci', '--base'],
  ]) {
    const { code, stdout } = await preflight([...args, 'main', '--trust-settings'], folder);
    expect([code, stdout]).toEqual([0, expect.stringContaining('judged by the new settings alone')]);
  }
  // a configuration cannot set this option
  change(folder, config({ ...off, 'trust-settings': true, trustSettings: true }));
  expect((await preflight(['lint', '--changed-since', 'main'], folder)).code).not.toBe(0);
});

test('a requested configuration applies as it is if it is outside of the checkout, otherwise in its former state', async () => {
  const folder = repository(folderWith, { 'ci/checks.json': json({}) }),
    outside = join(folderWith({ 'checks.json': json(off) }), 'checks.json');
  change(folder, { ...fast, 'ci/checks.json': json(off) });
  const code = async (config: string): Promise<number> =>
    (await preflight(['lint', '--changed-since', 'main', '--config', config], folder)).code;
  expect([await code(outside), await code('ci/checks.json')]).toEqual([0, 1]);
  change(folder, calm);
  expect([await code(outside), await code('ci/checks.json')]).toEqual([0, 0]);
});

test('the output says what to do about a hidden error', async () => {
  const folder = repository(folderWith);
  change(folder, { ...fast, ...config({ ...off, liveTags: ['prod'] }) });
  for (const args of [
    ['lint', '--changed-since'],
    ['ci', '--base'],
  ]) {
    const { stderr } = await preflight([...args, 'main'], folder);
    expect(stderr.split('\n').slice(-3)).toEqual([
      '1 new error hidden by settings that the change alters',
      'accept it with a reason (preflight suppress), alter the settings in a separate change, or run with --trust-settings',
      '',
    ]);
    expect((await preflight([...args, 'main', '--trust-settings'], folder)).stderr).not.toContain('accept it');
  }
});

test('every format shows a hidden error at its place', async () => {
  const folder = repository(folderWith);
  change(folder, { ...fast, ...config({ ...off, liveTags: ['prod'] }) });
  const by = 'hidden by preflight.config.json:3 (rules.out-of-range)';
  for (const format of ['pretty', 'compact', 'github', 'markdown', 'sarif', 'gitlab', 'junit']) {
    const { code, stdout } = await preflight(['lint', '--changed-since', 'main', '--format', format], folder);
    const text = stdout.replaceAll('\\_', '_').replaceAll(/\s+/g, ' ');
    expect([format, code, text.includes(by), text.includes(night)]).toEqual([format, 1, true, true]);
  }
  const { stdout, summary } = await lintJson(['--changed-since', 'main'], folder);
  expect(summary).toMatchObject({ errors: 0 });
  expectOutput('lint', JSON.parse(stdout));
});

test('formats for people report files that are no longer checked; they fail the run if they serve callers', async () => {
  const folder = repository(folderWith);
  change(folder, config({ liveTags: ['prod'], ignore: ['agents/desk*', 'old'] }));
  const { stdout } = await lintJson(['--changed-since', 'main'], folder);
  expectOutput('lint', JSON.parse(stdout));
  const wordsOf = async (format: string): Promise<string> => {
    const {
      code,
      stdout: text,
      stderr,
    } = await preflight(['lint', '--changed-since', 'main', '--format', format], folder);
    expect([code, stderr.includes('1 file that serves callers is no longer checked')]).toEqual([1, true]);
    return text;
  };
  const desk =
    'no longer checked: agents/desk.agent.json (preflight.config.json:6 ignore), live through tag prod of Desk';
  for (const format of ['pretty', 'markdown']) {
    const text = (await wordsOf(format)).replaceAll('\\_', '_');
    expect(text).toContain(desk);
    expect(text).toContain('no longer checked: old/old.agent.json (preflight.config.json:7 ignore)');
  }
  expect(await wordsOf('github')).toBe(
    '::error file=preflight.config.json,line=6,endLine=6,col=1,endColumn=1,title=unchecked::' +
      'no longer checked: agents/desk.agent.json (ignore)' +
      '%0Alive through tag prod of Desk\n',
  );
  const message = 'no longer checked: agents/desk.agent.json (ignore)';
  expect(await wordsOf('compact')).toBe(`preflight.config.json:6:1: error ${message} [unchecked]\n`);
  expect(JSON.parse(await wordsOf('sarif'))).toMatchObject({
    runs: [{ results: [{ ruleId: 'unchecked', level: 'error', message: { text: message } }] }],
  });
  const [onlyFinding, ...otherFindings] = JSON.parse(await wordsOf('gitlab')) as readonly object[];
  expect([onlyFinding, otherFindings]).toMatchObject([{ description: message, location: { lines: { begin: 6 } } }, []]);
  expect(await wordsOf('junit')).toContain(`<failure type="unchecked" message="${message}">`);
});

test('settings that did not change are not mentioned', async () => {
  const folder = repository(folderWith, { [night]: draft('"voice_speed": 9', 'agent_night') });
  change(folder, calm);
  expect(await lintJson(['--changed-since', 'main'], folder)).toMatchObject({ code: 0, hidden: [], settings: [] });
  // settings are not mentioned either if nothing is compared
  expect(await lintJson([], folder)).toMatchObject({ code: 1, hidden: [], settings: [], unchecked: [] });
});

test('"no new suppressions" refuses entries that accept something, even with a reason', async () => {
  const entry = { rule: 'out-of-range', file: 'old/old.agent.json', at: '/voice_speed', reason: 'known, ticket 7' },
    accept = { reference: 'agent_gone', reason: 'it is made by hand, ticket 8' },
    assert = ['no new suppressions'];
  const folder = repository(folderWith, config({ suppress: [entry], ci: { assert } }));
  const verdict = async (settings: object): Promise<unknown[]> => {
    change(folder, config(settings));
    const { stdout, code } = await preflight(['ci', '--base', 'main', '--format', 'json'], folder);
    const { plan } = JSON.parse(stdout) as { plan: { assertions: { because: string | null }[] } };
    const ownRun = await preflight(['plan', '--base', 'main', '--assert', assert[0]!], folder);
    return [code, ownRun.code, plan.assertions.map(({ because }) => because)];
  };
  // another reason for the same finding is no new entry, and a removed entry is allowed
  expect(await verdict({ suppress: [{ ...entry, reason: 'ticket 7 says why' }], ci: { assert } })).toEqual([
    0,
    0,
    [null],
  ]);
  expect(await verdict({ ci: { assert } })).toEqual([0, 0, [null]]);
  expect(await verdict({ suppress: [entry], accept: [accept], ci: { assert } })).toEqual([
    4,
    4,
    ['accept agent_gone (preflight.config.json:11) is new'],
  ]);
  // the assertion is removed together with the entries that it would refuse, but still applies
  const night = { ...entry, file: 'agents/night.agent.json' };
  expect(await verdict({ suppress: [entry, night, { ...entry, until: '2099-01-01' }] })).toEqual([
    4,
    4,
    ['2 are new, the first is suppress out-of-range in agents/night.agent.json (preflight.config.json:9)'],
  ]);
});

test('the effect of a changed setting is described in words, but only in commands that compare settings', async () => {
  const former = { liveTags: ['prod', 'staging'], complete: ['agent'] },
    folder = repository(folderWith, config(former));
  change(
    folder,
    config({ liveTags: ['prod', 'canary'], complete: ['agent', 'llm'], rules: { 'unset-variable': 'off' } }),
  );
  const settings = async (...args: string[]): Promise<string[]> =>
    (await lintJson(args, folder)).settings
      .map(setting => setting.replace(/^\S+ /, '').replace(/^(\S+): \1/, '$1'))
      .sort();
  const alteredTexts = [
    'liveTags: "staging" no longer counts as live, "canary" now counts as live',
    'complete: "llm" added',
    'rules.unset-variable: added',
  ].sort();
  expect(await settings('--changed-since', 'HEAD')).toEqual(alteredTexts);
  commitAll(folder);
  change(folder, config({ ...former, ignore: ['old'] }));
  expect(await settings('preflight.config.json')).toHaveLength(4);
  expect(await settings(night)).toEqual([]);
  expect((await preflight(['lint', desk], folder)).stdout).not.toContain('settings:');
  change(folder, config({ ...former, ignore: [night] }));
  expect((await preflight(['lint', night], folder)).stdout).toContain('ignore: added; 1 file no longer checked');
});
