import { describe, expect, test } from 'vitest';
import {
  agent,
  agentList,
  committed,
  draft,
  git,
  judgedLines,
  preflight,
  scratchFolders,
  write,
} from '../testing/preflight.ts';

const folderWith = scratchFolders();
const fail = (demand: string, more = ''): string => `{\n  "ci": { "fail": "${demand}" }${more}\n}`;
const ignored = '"backchannel_words": ["aha"]';
/** Returns the folder of a repository with a live agent and a draft, without uncommitted changes. */
function repository(configuration: string | undefined, more: Record<string, string> = {}): string {
  const folder = folderWith({
    'desk.agent.json': draft(),
    'night.agent.json': draft('', 'agent_night'),
    'team.agent-list.json': agentList('"prod": { "version": 1 }'),
    ...(configuration !== undefined && { 'preflight.config.json': configuration }),
    ...more,
  });
  return committed(folder);
}
const warnedFiles = { 'night.agent.json': draft(ignored, 'agent_night') },
  liveWarned = { 'desk.agent.json': draft(ignored) };

async function ci(folder: string, args: readonly string[] = ['--base', 'HEAD']): Promise<[number, string[]]> {
  const { code, stderr } = await preflight(['ci', '--today=2026-01-15', ...args], folder);
  return [code, stderr.split('\n').filter(line => /ci\.fail|hidden/.test(line))];
}

describe('ci.fail', () => {
  test('names the new warnings that fail, and the run reports that they fail', async () => {
    const reasonText = (number: string, demand: string): string =>
      `${number}, and ci.fail is "${demand}" (preflight.config.json:2)`;
    const verdicts = async (demand: string | undefined): Promise<[number, string[]][]> => {
      const folder = repository(demand && fail(demand));
      write(folder, warnedFiles);
      const otherResult = await ci(folder);
      write(folder, liveWarned);
      return [otherResult, await ci(folder)];
    };
    expect(await verdicts(undefined)).toEqual([
      [0, []],
      [0, []],
    ]);
    expect(await verdicts('errors')).toEqual([
      [0, []],
      [0, []],
    ]);
    expect(await verdicts('live-warnings')).toEqual([
      [0, []],
      [1, [reasonText('1 new live warning', 'live-warnings')]],
    ]);
    expect(await verdicts('warnings')).toEqual([
      [1, [reasonText('1 new warning', 'warnings')]],
      [1, [reasonText('2 new warnings', 'warnings')]],
    ]);
  });
  test('applies to all warnings if there is no base, and is shown in the summary', async () => {
    const folder = repository(fail('live-warnings'), { 'desk.agent.json': agent(ignored) });
    expect(await ci(folder)).toEqual([0, []]);
    const { code, stdout } = await preflight(['ci', '--today=2026-01-15'], folder);
    expect([code, stdout.split('\n')[0]]).toEqual([
      1,
      '### Preflight: 1 warning in 1 file, 1 of them live, 3 checked; ' +
        '1 live warning, and ci.fail is "live-warnings" (preflight.config.json:2)',
    ]);
  });
  test('of the base still applies if a change loosens it or hides a warning', async () => {
    const folder = repository(fail('warnings'));
    write(folder, { ...warnedFiles, 'preflight.config.json': fail('errors') });
    const failureText = '1 new warning, and ci.fail is "warnings" (preflight.config.json:2 of the base)';
    expect(await ci(folder)).toEqual([1, [failureText]]);
    expect(await ci(folder, ['--base', 'HEAD', '--trust-settings'])).toEqual([0, []]);
    write(folder, { 'preflight.config.json': fail('warnings', ',\n  "rules": { "ignored-setting": "off" }') });
    expect(await ci(folder)).toEqual([1, ['1 new warning hidden by settings that the change alters']]);
    const { stdout } = await preflight(['ci', '--base', 'HEAD', '--format', 'json'], folder);
    const { hidden, settings } = judgedLines((JSON.parse(stdout) as { lint: object }).lint);
    const at = (rule: string): string => `preflight.config.json:3 rules.${rule}`,
      rules = ['ignored-setting'];
    expect(hidden).toEqual(rules.map(rule => `night.agent.json ${rule} /backchannel_words by ${at(rule)}`));
    expect(settings).toEqual(rules.map(rule => `${at(rule)}: added; hides 1 new warning`));
  });
  test('of an outer workspace applies to the workspaces below it, and the stricter value wins', async () => {
    const folder = folderWith({
      'preflight.config.json': fail('live-warnings'),
      'night/preflight.config.json': fail('warnings'),
      'night/night.agent.json': agent(ignored, 'agent_night'),
      'desk/preflight.config.json': fail('errors'),
      'desk/desk.agent.json': agent(ignored),
      'desk/team.agent-list.json': agentList('"prod": { "version": 1 }'),
    });
    git(folder, 'init', '-q');
    expect(await ci(folder, [])).toEqual([
      1,
      [
        '1 live warning, and ci.fail is "live-warnings" (preflight.config.json:2)',
        '1 warning, and ci.fail is "warnings" (night/preflight.config.json:2)',
      ],
    ]);
  });
  test('accepts one of three values', async () => {
    const { code, stderr } = await preflight(['ci'], repository(fail('live')));
    const expected = 'fail: expected errors, live-warnings or warnings, got "live"; did you mean "live-warnings"?';
    expect([code, stderr.split('  ')[0]]).toEqual([2, `preflight.config.json:2:19 ${expected}`]);
  });
});
