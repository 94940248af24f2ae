import { realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, commitAll, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const weights = `[{ "agent_id": "agent_desk", "agent_version": 1, "weight": 1 }]\n`;
const versions = `[{ "version": 1, "is_published": true, "last_modification_timestamp": 1767225600000 }]\n`;
const files = {
  'desk.agent.json': agent(),
  'agent_desk.agent-versions.json': versions,
  'main.agent-weights.json': weights,
  'old.agent.json': agent('"voice_speed": 9', 'agent_old'),
};
const repository = (more: Record<string, string> = {}): string => committed(folderWith({ ...files, ...more }));
const lintStaged = (folder: string, ...args: string[]) => lintJson(['--staged', ...args], folder);
/** The findings about the published record that was edited. */
const editedLines = [
  'desk.agent.json out-of-range /voice_speed error',
  'desk.agent.json published-version-edited /voice_speed error',
];
const head = (folder: string): string => git(folder, 'rev-parse', 'HEAD').slice(0, 12);

describe('lint --staged', () => {
  test('checks the staged files instead of the files on disk', async () => {
    const folder = repository();
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3') });
    git(folder, 'add', 'desk.agent.json');
    write(folder, { 'desk.agent.json': agent(), 'new.agent.json': agent('"voice_speed": 4', 'agent_new') });
    const { code, lines, stderr } = await lintStaged(folder);
    expect([code, lines]).toEqual([1, editedLines]);
    expect(stderr).toBe(`the staged files are compared with HEAD (${head(folder)})\n`);
    expect((await preflight(['lint', '--staged'], folder)).stdout).not.toMatch(/By rule|Next steps/);
    git(folder, 'add', '-A');
    expect((await lintStaged(folder)).lines).toEqual(['new.agent.json out-of-range /voice_speed error']);
  });
  test('includes staged deletions, and reports what they break', async () => {
    const folder = repository();
    git(folder, 'rm', '-q', 'desk.agent.json', 'agent_desk.agent-versions.json');
    const { code, lines } = await lintStaged(folder);
    expect([code, lines.map(line => line.split(' ')[0])]).toEqual([1, ['main.agent-weights.json']]);
    const { stdout, stderr } = await preflight(['lint', '--staged'], folder);
    expect(stdout).toMatch(/\n1 error in 1 file(, 1 of them live)?\n/);
    expect(stderr).not.toContain('0 files checked');
  });
  test('reports nothing for a renamed file', async () => {
    const folder = repository();
    git(folder, 'mv', 'desk.agent.json', 'front.agent.json');
    expect(await lintStaged(folder)).toMatchObject({ code: 0, findings: [], summary: { files: 1 } });
  });
  test('reads the configuration, the baseline and ignore files from the index', async () => {
    const folder = repository({ 'preflight.config.json': '{}', '.gitignore': 'old.agent.json\n' });
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3') });
    git(folder, 'add', '-A');
    write(folder, { 'preflight.config.json': '{ "rules": { "out-of-range": "off" } }', '.gitignore': '*\n' });
    expect((await lintStaged(folder)).lines).toEqual(editedLines);
    git(folder, 'add', '-f', 'preflight.config.json');
    rmSync(join(folder, 'preflight.config.json'));
    expect(await lintStaged(folder)).toMatchObject({
      code: 1,
      lines: editedLines.slice(1),
      hidden: ['desk.agent.json out-of-range /voice_speed by preflight.config.json:1 rules.out-of-range'],
    });
  });
  test('checks the whole workspace if nothing is staged, and says so', async () => {
    const folder = repository();
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3') });
    const { code, lines, stderr, summary } = await lintStaged(folder);
    expect([code, lines, summary['files']]).toEqual([1, ['old.agent.json out-of-range /voice_speed error'], 4]);
    expect(stderr).toBe('nothing is staged, so the whole workspace of the last commit is checked\n');
  });
  test('checks nothing if only other files are staged', async () => {
    const folder = repository();
    write(folder, { 'notes.md': 'x' });
    git(folder, 'add', '-A');
    expect(await lintStaged(folder)).toMatchObject({ code: 0, findings: [], summary: { files: 0 } });
  });
  test('checks the index before the first commit', async () => {
    const folder = folderWith(files);
    git(folder, 'init', '-q');
    git(folder, 'add', '-A');
    const { code, lines, stderr } = await lintStaged(folder);
    expect([code, lines]).toEqual([1, ['old.agent.json out-of-range /voice_speed error']]);
    expect(stderr).toBe('the staged files are the first commit\n');
  });
  test('applies only the current settings before the first commit', async () => {
    const folder = folderWith(files);
    git(folder, 'init', '-q');
    expect((await preflight(['lint', '--write-baseline'], folder)).code).toBe(0);
    git(folder, 'add', '-A');
    const first = await lintStaged(folder);
    expect([first.code, first.lines, first.summary['baselined']]).toEqual([0, [], 1]);
    expect((await lintJson(['old.agent.json'], folder)).code).toBe(0);
    // after a commit, even an empty one, there are former settings
    const nothing = git(folder, 'hash-object', '-w', '-t', 'tree', '/dev/null').trim();
    git(folder, 'update-ref', 'HEAD', git(folder, 'commit-tree', nothing, '-m', 'empty').trim());
    expect((await lintStaged(folder)).code).toBe(1);
  });
  test('uses the index in the environment of a hook, relative to the folder where it started', async () => {
    const folder = repository({ 'sub/x.txt': '' });
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3') });
    process.env['GIT_INDEX_FILE'] = join(folder, '.git/own-index');
    try {
      git(folder, 'read-tree', 'HEAD');
      git(folder, 'add', 'desk.agent.json');
    } finally {
      delete process.env['GIT_INDEX_FILE'];
    }
    const env = { GIT_INDEX_FILE: '.git/own-index' };
    for (const cwd of ['.', 'sub'])
      expect((await lintJson(['--cwd', cwd, '--staged', join(folder, 'desk.agent.json')], folder, { env })).code).toBe(
        1,
      );
    // the variable names the index of one checkout, and does not apply to another
    const otherRepository = repository();
    expect((await lintJson(['--cwd', otherRepository, '--staged'], folder, { env })).stderr).toContain(
      'nothing is staged',
    );
  });
  test('compares the two revisions that pre-commit passes, and reads the second from its commit', async () => {
    const folder = repository();
    git(folder, 'checkout', '-qb', 'mine');
    write(folder, { 'desk.agent.json': agent('"voice_speed": 3') });
    commitAll(folder);
    git(folder, 'checkout', '-q', 'main');
    const { lines, stderr } = await lintJson(['--staged'], folder, {
      env: { PRE_COMMIT_FROM_REF: 'main', PRE_COMMIT_TO_REF: 'mine' },
    });
    expect(lines).toEqual(editedLines);
    expect(stderr).toMatch(/^mine \(\w{12}\) is compared with main \(\w{12}\)\n$/);
  });
  test('refuses a conflict, a folder without a repository, and options that contradict each other', async () => {
    const folder = repository();
    git(folder, 'checkout', '-qb', 'mine');
    write(folder, { 'desk.agent.json': agent('"voice_speed": 1.5') });
    commitAll(folder);
    git(folder, 'checkout', '-q', 'main');
    write(folder, { 'desk.agent.json': agent('"voice_speed": 1.2') });
    commitAll(folder);
    expect(() => git(folder, 'merge', '-q', 'mine')).toThrow();
    expect(await preflight(['lint', '--staged'], folder)).toMatchObject({
      code: 2,
      stderr: 'desk.agent.json is in conflict; resolve it, and git add the file first\n',
    });
    const plainFolder = folderWith(files);
    expect(await preflight(['lint', '--staged'], plainFolder)).toMatchObject({
      code: 2,
      stderr: `--staged needs git, but ${plainFolder} is not in a git repository\n`,
    });
    for (const option of ['--fix', '--diff', '--watch', '--changed-since=HEAD', '--write-baseline', '--stdin'])
      expect([option, (await preflight(['lint', '--staged', option], folder)).code]).toEqual([option, 2]);
  });
});

describe('a typed path', () => {
  test('counts as a deletion if it was deleted and git knows it', async () => {
    const folder = repository({ 'more/x.agent.json': agent('', 'agent_x') });
    rmSync(join(folder, 'desk.agent.json'));
    rmSync(join(folder, 'agent_desk.agent-versions.json'));
    const { code, lines } = await lintJson(['desk.agent.json', 'agent_desk.agent-versions.json'], folder);
    expect([code, lines.map(line => line.split(' ')[0])]).toEqual([1, ['main.agent-weights.json']]);
    rmSync(join(folder, 'more'), { recursive: true });
    expect((await lintJson(['more'], folder)).code).toBe(1);
    expect(await preflight(['lint', 'never.agent.json'], folder)).toMatchObject({
      code: 2,
      stderr: 'there is no file or folder never.agent.json\n',
    });
  });
  test('may be the old name of a file that was renamed on disk, but is still staged under the old name', async () => {
    const folder = repository();
    renameSync(join(folder, 'desk.agent.json'), join(folder, 'front.agent.json'));
    expect(await lintJson(['desk.agent.json', 'front.agent.json'], folder)).toMatchObject({ code: 0, findings: [] });
  });
  test('is an error if no file matches it, unless this is allowed', async () => {
    const folder = repository({
      'empty/x.txt': '',
      'preflight.config.json': '{ "ignore": ["archive"] }',
      'archive/a.json': '{}',
    });
    write(folder, { 'real/x.agent.json': agent('', 'agent_x') });
    symlinkSync('real', join(folder, 'link'));
    const realFolder = realpathSync(join(folder, 'real'));
    for (const [path, reason] of [
      ['empty', 'no .json or .jsonc file is in empty'],
      ['archive', 'no .json or .jsonc file is in archive, which the configuration ignores'],
      [
        'link',
        `no .json or .jsonc file is in link, which is a symbolic link, and these are not followed; its target is ${realFolder}`,
      ],
      ['empty/*.json', 'no .json or .jsonc file matches empty/*.json'],
      ['nowhere/*.json', 'no file matches nowhere/*.json: there is no folder nowhere'],
      ['nowhere', 'there is no file or folder nowhere'],
    ] as const) {
      expect([path, await preflight(['lint', path], folder)]).toMatchObject([
        path,
        { code: 2, stdout: '', stderr: `${reason}\n` },
      ]);
      const { code, stderr } = await lintJson(['--no-error-on-unmatched', path], folder);
      expect([path, code, stderr.split('\n')[0]]).toEqual([path, 0, reason]);
    }
  });
});
