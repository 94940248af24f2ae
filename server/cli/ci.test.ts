import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import {
  agent,
  agentList,
  commitAll,
  committed,
  git,
  judgedLines,
  preflight,
  scratchFolders,
  write,
} from '../testing/preflight.ts';

const folderWith = scratchFolders();
const list = (version: number, id = 'agent_desk'): string => agentList({ prod: { version } }, id, `Desk of ${id}`);
/** version 1 is still selected by a tag */
const taggedList = list(2).replace('"tags": {', '"tags": {"beta":{"version":1},');
const team = (id: string): Record<string, string> => ({
  'desk.agent.json': agent('', id),
  'team.agent-list.json': list(1, id),
  [`${id}.agent-versions.json`]: JSON.stringify(
    [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 + version })),
  ),
});
const configuration = '{ "ci": { "assert": ["prod unchanged"] } }';
/**
 * Returns the folder of a repository with a branch that adds a bad value and moves a tag. The main branch already has
 * another mistake.
 */
function pullRequest(more: Record<string, string> = {}): string {
  const folder = folderWith({
    ...team('agent_desk'),
    'old.agent.json': agent('"voice_speed": 9', 'agent_old'),
    ...more,
  });
  committed(folder);
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(folder, 'checkout', '-qb', 'mine');
  return folder;
}
const ci = (folder: string, args: string[] = [], env: Record<string, string> = {}) =>
  preflight(['ci', '--today=2026-01-15', ...args], folder, { env });

describe('preflight ci', () => {
  test('reports the new findings and a plan, both as markdown', async () => {
    const folder = pullRequest();
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3'), 'team.agent-list.json': taggedList });
    commitAll(folder);
    const { code, stdout } = await ci(folder, ['--base', 'main']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^### Preflight: All calls to tag prod of Desk of agent\\_desk move; 2 errors/);
    expect(stdout).toContain('`desk.agent.json:');
    expect(stdout).not.toContain('old.agent.json');
    expect(stdout).toMatch(/\n#### Callers\n[^]*\n\| 🔴 error[^]*\n\*\*1 live reference changes/);
    expect(stdout.match(/^### /gm)).toHaveLength(1);
  });
  test('a finding that already existed in a changed or moved file is not new', async () => {
    const folder = pullRequest();
    write(folder, { 'old.agent.json': agent('"voice_speed": 9, "volume": 7', 'agent_old') });
    git(folder, 'add', '-A');
    const errors = async (): Promise<string[]> => {
      const { stdout } = await ci(folder, ['--base', 'main', '--format', 'json']);
      const { lint } = JSON.parse(stdout) as { lint: { findings: Record<string, string>[] } };
      return lint.findings.filter(({ rule }) => rule === 'out-of-range').map(({ pointer }) => pointer!);
    };
    expect(await errors()).toEqual(['/volume']);
    git(folder, 'mv', 'old.agent.json', 'older.agent.json');
    expect(await errors()).toEqual(['/volume']);
  });
  describe('at the place of an old finding', () => {
    const lines = async (folder: string): Promise<[number, string[]]> => {
      const { code, stdout } = await ci(folder, ['--base', 'main', '--format', 'json']);
      const { lint } = JSON.parse(stdout) as { lint: { findings: Record<string, string>[] } };
      const notes = ['published-version-edited', 'record-disagreement'];
      const records = lint.findings.filter(({ rule }) => !notes.includes(rule!));
      return [code, records.map(({ file, rule, severity }) => `${file} ${rule} ${severity}`)];
    };
    const alteredLines = async (folder: string): Promise<readonly string[]> => {
      const { stdout } = await ci(folder, ['--base', 'main', '--format', 'json']);
      return judgedLines((JSON.parse(stdout) as { lint: object }).lint).settings;
    };
    test('a different wrong value is a new finding', async () => {
      const folder = pullRequest();
      write(folder, { 'old.agent.json': agent('"voice_speed": 5', 'agent_old') });
      expect(await lines(folder)).toEqual([1, ['old.agent.json out-of-range error']]);
    });
    test('an error that was a warning before is a new finding, in the changed file and in other files', async () => {
      const wrongWeights = '[{ "agent_id": "agent_desk", "agent_version": 7, "weight": 1 }]';
      const { 'agent_desk.agent-versions.json': versions, ...result } = team('agent_desk');
      const folder = folderWith({ ...result, 'main.agent-weights.json': wrongWeights });
      committed(folder);
      write(folder, { 'agent_desk.agent-versions.json': versions! });
      expect(await lines(folder)).toEqual([1, ['main.agent-weights.json unresolved-agent-version error']]);
      write(folder, { 'main.agent-weights.json': `${wrongWeights}\n` });
      expect(await lines(folder)).toEqual([1, ['main.agent-weights.json unresolved-agent-version error']]);
      commitAll(folder);
      git(folder, 'rm', '-q', 'agent_desk.agent-versions.json');
      git(folder, 'branch', '-qm', 'main', 'later');
      git(folder, 'branch', '-q', 'main');
      // an error that became a warning is no new finding
      expect((await lines(folder))[1].filter(line => line.includes('unresolved-agent-version'))).toEqual([]);
    });
    test('findings of changed settings in unchanged text are listed under the settings, and are not new', async () => {
      const folder = pullRequest({
        'preflight.config.json': '{ "rules": { "wrong-type": "off" } }',
        'new.agent.json': agent('"volume": "loud"', 'agent_new'),
      });
      const settings = (text: string): void => write(folder, { 'preflight.config.json': text });
      settings('{ "rules": { "wrong-type": "off" }, "voices": { "x-*": "openai" } }');
      expect(await lines(folder)).toEqual([0, []]);
      const shownText =
        'preflight.config.json:1 rules.wrong-type: removed; 1 finding in unchanged text is no longer hidden';
      settings('{}');
      expect([await lines(folder), await alteredLines(folder)]).toEqual([[0, []], [shownText]]);
      git(folder, 'rm', '-qf', 'preflight.config.json');
      expect([await lines(folder), await alteredLines(folder)]).toEqual([[0, []], [shownText]]);
    });
    test('settings that the base lacks or that cannot be read judge no findings, and the output says so', async () => {
      const folder = pullRequest({ 'preflight.config.json': '{ "rules": ', 'a/desk.agent.json': agent('"volume": 7') });
      const comparedCommit = git(folder, 'rev-parse', 'main').slice(0, 12);
      write(folder, { 'preflight.config.json': '{}' });
      const { code, stderr } = await ci(folder, ['--base', 'main']);
      const unusable =
        'preflight.config.json:1:10 of main cannot be used (the text is cut off here: a closing bracket is missing), ' +
        'so only the current settings apply\n';
      expect([code, stderr]).toEqual([0, `compared with main (${comparedCommit})\n${unusable}`]);
      write(folder, { 'preflight.config.json': '{ "rules": ', 'a/preflight.config.json': '{}' });
      const nestedRun = await ci(join(folder, 'a'), ['--base', 'main']);
      expect([nestedRun.code, nestedRun.stderr]).toEqual([0, `compared with main (${comparedCommit})\n../${unusable}`]);
    });
    test('findings that the baseline no longer accepts are listed under the baseline, and are not new', async () => {
      const folder = folderWith({ 'old.agent.json': agent('"voice_speed": 9', 'agent_old') });
      await preflight(['lint', '--write-baseline'], folder);
      committed(folder);
      expect(await lines(folder)).toEqual([0, []]);
      git(folder, 'rm', '-q', 'preflight.baseline.json');
      expect([await lines(folder), await alteredLines(folder)]).toEqual([
        [0, []],
        ['preflight.baseline.json:1 baseline: removed; 1 finding in unchanged text is no longer hidden'],
      ]);
    });
  });
  test('exits with 4 if an assertion of the configuration fails, even if lint reports nothing', async () => {
    const folder = pullRequest({ 'preflight.config.json': configuration });
    expect((await ci(folder, ['--base', 'main'])).code).toBe(0);
    write(folder, { 'team.agent-list.json': list(2) });
    commitAll(folder);
    const { code, stdout } = await ci(folder, ['--base', 'main']);
    expect(code).toBe(4);
    expect(stdout).toMatch(/❌ `prod unchanged`: .* was version 1 and is version 2/);
    write(folder, { 'preflight.config.json': '{ "ci": { "assert": ["prod unchangd"] } }' });
    expect(await ci(folder, ['--base', 'main'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(
        'preflight.config.json:1:22 ci.assert: "prod unchangd": "is" or "unchanged" is missing',
      ) as unknown,
    });
  });
  test('reads assertions even before the first commit, with their places in an extended file, and requires git', async () => {
    const folder = folderWith({
      'base.json': '{\n  "ci": { "assert": ["no brakes"] } }',
      'preflight.config.json': '{ "extends": ["./base.json"], "ci": { "assert": ["no breaks"] } }',
    });
    git(folder, 'init', '-q');
    const refusalOf = async (): Promise<[number, string]> => {
      const { code, stdout, stderr } = await ci(folder);
      return [code, stdout + stderr];
    };
    const [code, text] = await refusalOf();
    expect([code, text.split(': ').slice(0, 2)]).toEqual([2, ['base.json:2:22 ci.assert', '"no brakes"']]);
    write(folder, { 'base.json': '{}' });
    expect(await ci(folder)).toMatchObject({
      code: 0,
      stdout: '### Preflight: 0 files checked, nothing found\n',
      stderr: 'there is no earlier commit, so no plan is made\n',
    });
    rmSync(join(folder, '.git'), { recursive: true });
    expect(await refusalOf()).toEqual([
      2,
      'ci.assert compares with an earlier commit, but this folder is not in a git repository\n',
    ]);
    write(folder, { 'preflight.config.json': '{}' });
    expect(await ci(folder)).toMatchObject({
      code: 0,
      stderr:
        'this folder is not in a git repository, so no plan is made\n0 files checked; skipped: ' +
        '1 JSON file of an unknown kind; "preflight lint --verbose" names them\n',
    });
  });
  test.each([
    ['GitHub', { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main' }],
    ['GitLab', { GITLAB_CI: 'true', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' }],
    ['Bitbucket', { BITBUCKET_BUILD_NUMBER: '7', BITBUCKET_PR_DESTINATION_BRANCH: 'main' }],
    ['Azure', { TF_BUILD: 'True', SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main' }],
  ])('takes the base from the variables of %s', async (_, env) => {
    const folder = pullRequest();
    write(folder, { 'team.agent-list.json': list(2) });
    commitAll(folder);
    const { code, stdout, stderr } = await ci(folder, [], env);
    expect([code, stdout.includes('1 live reference changes')]).toEqual([0, true]);
    expect(stderr).toMatch(/^compared with origin\/main \(\w{12}\)\n/);
    const missingBranch = Object.fromEntries(
      Object.entries(env).map(([name, value]) => [name, value.replace('main', 'gone')]),
    );
    git(folder, 'remote', 'add', 'origin', 'https://example.test/x.git');
    expect(await ci(folder, [], missingBranch)).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'git knows no revision "origin/gone"; if origin has it, ' +
        '"git fetch origin +refs/heads/gone:refs/remotes/origin/gone" fetches it\n',
    });
  });
  test('prints annotations in the format of the service, the worst first, and one summary on the page of the job', async () => {
    const folder = pullRequest();
    write(folder, { 'a.agent.json': agent('"voice_speed": 3, "webhook_urll": "x"', 'agent_a') });
    commitAll(folder);
    const page = join(folderWith({ 'page.md': 'what stood there' }), 'page.md');
    const env = { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main', GITHUB_STEP_SUMMARY: page };
    const { code, stdout } = await ci(folder, [], env);
    expect(code).toBe(1);
    expect(stdout.split('\n').map(line => line.split(' ')[0])).toEqual(['::error', '::warning', '']);
    expect(readFileSync(page, 'utf8')).toMatch(
      /^what stood there\n### Preflight: Nothing changes for callers; [^]*\n\*\*No reference changes/,
    );
    const azure = await ci(folder, [], { TF_BUILD: 'True', SYSTEM_PULLREQUEST_TARGETBRANCH: 'main' });
    expect(azure.stdout).toMatch(
      new RegExp(
        '^##vso\\[task\\.logissue type=error;sourcepath=a\\.agent\\.json;linenumber=\\d+;columnnumber=\\d+;code=out-of-range;\\]' +
          'voice_speed: [^\\n]*\\n##vso\\[task\\.logissue type=warning;',
      ),
    );
  });
  test('--max-warnings fails a run with more new warnings than the limit', async () => {
    const folder = pullRequest({ 'warned.agent.json': agent('"webhook_urll": "x"', 'agent_warned') });
    write(folder, { 'a.agent.json': agent('"webhook_urll": "x"', 'agent_a') });
    commitAll(folder);
    const atMost = (most: string) => ci(folder, ['--base', 'main', '--max-warnings', most]);
    expect(await atMost('1')).toMatchObject({ code: 0 });
    const { code, stdout, stderr } = await atMost('0');
    expect([code, stdout.includes('a.agent.json'), stderr]).toEqual([
      1,
      true,
      expect.stringContaining('\n1 warning, and at most 0 are allowed\n'),
    ]);
    expect(await atMost('few')).toMatchObject({ code: 2, stderr: '--max-warnings needs an integer, not "few"\n' });
  });
  test('--summary writes the summary of the job page to a file', async () => {
    const folder = pullRequest(),
      page = join(folderWith({ 'page.md': '' }), 'page.md'),
      mine = join(folder, 'mine.md');
    write(folder, { 'team.agent-list.json': list(2), 'mine.md': 'old' });
    const env = { GITHUB_ACTIONS: 'true', GITHUB_BASE_REF: 'main', GITHUB_STEP_SUMMARY: page };
    expect(await ci(folder, ['--summary', 'mine.md'], env)).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(mine, 'utf8')).toMatch(/^### Preflight: All calls to [^]*\n\*\*1 live reference changes/);
    expect(readFileSync(mine, 'utf8')).toBe(readFileSync(page, 'utf8'));
    // a summary file that is the page of the job is written only once
    write(folder, { 'page.md': '' });
    const samePath = join(folder, 'page.md');
    await ci(folder, ['--summary', samePath], { ...env, GITHUB_STEP_SUMMARY: samePath });
    expect(readFileSync(samePath, 'utf8')).toBe(readFileSync(mine, 'utf8'));
    const json = await ci(folder, ['--base', 'main', '--format', 'json', '--summary', mine]);
    expect([JSON.parse(json.stdout), readFileSync(mine, 'utf8')]).toEqual([
      expect.objectContaining({ version: 1 }),
      expect.stringMatching(/^### Preflight: /),
    ]);
  });
  test('--summary accepts only a file that no other output uses, in an existing folder inside the checkout', async () => {
    const folder = pullRequest(),
      outside = join(folderWith({ 'page.md': 'theirs' }), 'page.md');
    const refusals: [string[], string][] = [
      [['--summary='], '--summary needs a file, such as preflight.md\n'],
      [['--summary=none/mine.md'], '--summary: there is no folder "none"\n'],
      [['--summary=x.md', '--format=markdown=./x.md'], '--summary and --format name the same file\n'],
    ];
    for (const [args, reason] of refusals)
      expect(await ci(folder, ['--base', 'main', ...args])).toMatchObject({ code: 2, stdout: '', stderr: reason });
    symlinkSync(outside, join(folder, 'mine.md'));
    expect((await ci(folder, ['--base', 'main', '--summary', 'mine.md'])).code).toBe(3);
    expect(readFileSync(outside, 'utf8')).toBe('theirs');
  });
  test('without a base, lints everything and plans against the first parent of HEAD', async () => {
    const folder = pullRequest();
    const first = await ci(folder);
    expect([first.code, first.stdout.includes('old.agent.json'), first.stdout.includes('reference')]).toEqual([
      1,
      true,
      false,
    ]);
    expect(first.stderr).toContain('there is no earlier commit, so no plan is made\n');
    write(folder, { 'team.agent-list.json': list(2), 'old.agent.json': agent('', 'agent_old', 2) });
    commitAll(folder);
    const { code, stdout } = await ci(folder);
    expect([code, stdout.includes('1 live reference changes')]).toEqual([0, true]);
  });
  test('covers all workspaces; assertions apply to their own workspace and those below it', async () => {
    const folder = folderWith({
      'preflight.config.json': '{ "ci": { "assert": ["no changes"] } }',
      ...Object.fromEntries(
        ['a', 'b'].flatMap(name => [
          [`${name}/preflight.config.json`, name === 'b' ? configuration : '{}'],
          ...Object.entries(team(`agent_${name}`)).map(([file, text]) => [`${name}/${file}`, text]),
        ]),
      ),
    });
    committed(folder);
    write(folder, { 'a/team.agent-list.json': list(2, 'agent_a') });
    const { code, stdout } = await ci(folder, ['--base', 'HEAD']);
    expect(code).toBe(4);
    expect(stdout).toMatch(/❌ `no changes`: /);
    expect(stdout).toMatch(/✅ `prod unchanged`/);
    expect(stdout).toMatch(/## `a`\n[^]*1 live reference changes[^]*## `b`\n[^]*No reference changes/);
  });
  test('prints JSON that matches the published schema, and whose parts equal the output of lint and plan', async () => {
    const folder = pullRequest({ 'preflight.config.json': configuration });
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3'), 'team.agent-list.json': taggedList });
    const { code, stdout } = await ci(folder, ['--base', 'main', '--format', 'json']);
    const output = JSON.parse(stdout) as {
      base: object;
      lint: { findings: { rule: string }[] };
      plan: { assertions: object[] };
    };
    const text = output.lint.findings.map(({ rule }) => rule);
    expect([code, output.base, text, output.plan.assertions.length]).toEqual([
      1,
      { revision: 'main', commit: git(folder, 'rev-parse', 'main').trim(), merge_base: true },
      ['out-of-range', 'published-version-edited'],
      1,
    ]);
    expectOutput('ci', output);
    expectOutput('lint', output.lint);
    expectOutput('plan', output.plan);
    const first = JSON.parse((await ci(folder, ['--format', 'json'])).stdout) as { plan: null };
    expect(first.plan).toBe(null);
    expectOutput('ci', first);
  });
  test('writes reports in the formats of other tools to files', async () => {
    const folder = pullRequest();
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3') });
    const { stdout } = await ci(folder, ['--base', 'main', '--format', 'gitlab=q.json']);
    expect(stdout).toMatch(/^### Preflight/);
    expect(JSON.parse(readFileSync(join(folder, 'q.json'), 'utf8'))).toHaveLength(2);
    expect(await ci(folder, ['--base', ''])).toMatchObject({
      code: 2,
      stderr: '--base needs a git revision, such as main or HEAD~1\n',
    });
    expect(await ci(folder, ['--format', 'sarif'])).toMatchObject({
      code: 2,
      stderr: '--format sarif needs a file: --format sarif=FILE; to stdout goes markdown or json\n',
    });
    expect((await ci(folder, ['-f', 'text'])).stderr).toMatch(
      /^there is no format "text"; to stdout goes markdown or json, to a file \(--format pretty=FILE\) also compact, /,
    );
  });
});
