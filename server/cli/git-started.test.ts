import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, lstatSync, readdirSync, renameSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { Git } from '../state/git.ts';
import { gitProgram, runGit } from '../state/git-program.ts';
import { trapped, withoutIncludes } from '../testing/git-traps.ts';
import { agent, commitAll, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

/* Tests of the arguments and variables with which git is started. Each test fails without one of them. */

const folderWith = scratchFolders();
const environment = { ...process.env };
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
const wrongAgent = agent('"voice_speed": 9');
/** The findings in the changed file. The second finding depends on the state in the base. */
const text = [
  'desk.agent.json out-of-range /voice_speed error',
  'desk.agent.json published-version-edited /voice_speed error',
];

/** Returns the folder of a repository on a branch whose only change since `main` is wrong. */
function branch(files: Readonly<Record<string, string>> = {}): string {
  const folder = committed(folderWith({ 'desk.agent.json': agent(), ...files }));
  git(folder, 'checkout', '-qb', 'feat');
  write(folder, { 'desk.agent.json': wrongAgent });
  commitAll(folder);
  return folder;
}
/** The findings in the files changed since `main`. */
const changedFindings = async (folder: string): Promise<readonly string[]> =>
  (await lintJson(['--changed-since', 'main'], folder)).lines;

describe('the repository that git uses', () => {
  /** A folder with a `.git` that git does not accept as a repository. */
  const noRepository = { 'desk.agent.json': wrongAgent, '.git/x': '' };
  const refusal = async (folder: string): Promise<string> => {
    const { code, stderr } = await preflight(['lint', '--changed-since', 'HEAD'], folder);
    expect(code).toBe(2);
    return stderr;
  };
  test('is not a repository around the checkout', async () => {
    const folder = committed(folderWith({ 'desk.agent.json': wrongAgent }));
    write(join(folder, 'inner'), noRepository);
    const outer = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: join(folder, 'inner'), encoding: 'utf8' });
    expect(outer.stdout).toBe(`${folder}/.git\n`);
    expect(await refusal(join(folder, 'inner'))).toMatch(/^git rev-parse failed: not a git repository/);
  });
  test('is not the checkout itself if the checkout looks like a bare repository', async () => {
    const folder = committed(folderWith({ 'desk.agent.json': wrongAgent }));
    renameSync(join(folder, '.git'), join(folder, 'repository'));
    cpSync(join(folder, 'repository'), folder, { recursive: true });
    write(folder, noRepository);
    const bare = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: folder, encoding: 'utf8' });
    expect(bare.stdout).toBe('.\n');
    expect(await refusal(folder)).toMatch(/^git rev-parse failed: cannot use bare repository/);
  });
  test.each(['GIT_DIR', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_WORK_TREE'])(
    'is not the repository in the variable %s of a hook that starts Preflight',
    async name => {
      const otherRepository = committed(folderWith({ 'desk.agent.json': agent() })),
        folder = branch();
      git(folder, 'reset', '-q', '--soft', 'main');
      const at: Record<string, string> = { GIT_WORK_TREE: '', GIT_INDEX_FILE: '.git/index' };
      process.env[name] = join(otherRepository, at[name] ?? '.git');
      expect((await lintJson(['--staged'], folder)).lines).toEqual(text);
    },
  );
  test.each(['another', 'the checkout itself'])(
    'is not the target of a link in place of a submodule: %s',
    async target => {
      const innerRepository = committed(folderWith({ 'own.agent.json': agent('', 'agent_own') })),
        otherRepository = committed(folderWith({ 'secret.agent.json': agent('', 'agent_secret') })),
        folder = committed(folderWith({ 'desk.agent.json': agent() }));
      git(folder, 'submodule', '--quiet', 'add', innerRepository, 'sub');
      commitAll(folder);
      renameSync(join(folder, 'sub'), join(folder, '.git/gone'));
      symlinkSync(target === 'another' ? otherRepository : '.', join(folder, 'sub'));
      expect([...new Git(folder).filesAt('HEAD').keys(), ...new Git(folder).trackedFiles().files]).toEqual([
        'desk.agent.json',
        'desk.agent.json',
      ]);
      expect(await preflight(['plan', '--base', 'HEAD'], folder)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Nothing changes\n/) as unknown,
      });
    },
  );
  test.each(['worktree = other', 'bare = true'])(
    'is the checkout with its own files, whatever the configuration of git contains: %s',
    setting => {
      const folder = committed(folderWith({ 'desk.agent.json': agent(), '.gitattributes': '*.json filter=own\n' }));
      write(folder, { '.git/other/.gitattributes': '*.json filter=other\n' });
      // git reads the attributes in the index only if the file is missing
      write(folder, { '.gitattributes': '*.json filter=changed\n' });
      appendFileSync(join(folder, '.git/config'), `[core]\n\t${setting}\n`);
      expect(new Git(folder).conversions(['desk.agent.json']).get('desk.agent.json')?.filter).toBe('changed');
    },
  );
});

describe('the revision that git reads', () => {
  test.each(['commit', 'tree', 'blob'])('is the committed revision, even if another %s replaces it', async kind => {
    const folder = branch();
    const suffix = { commit: '', tree: '^{tree}', blob: ':desk.agent.json' }[kind]!;
    git(folder, 'replace', git(folder, 'rev-parse', `main${suffix}`).trim(), `feat${suffix}`);
    const run = await preflight(['plan', '--base', 'main', '--format', 'json'], folder);
    expect(git(folder, 'diff', 'main')).toBe('');
    expect([await changedFindings(folder), run.stdout]).toEqual([text, expect.stringContaining('voice_speed')]);
  });
  test('begins at the commit where the branches diverged, even if a graft hides it', async () => {
    const folder = branch(),
      [main, feat] = ['main', 'feat'].map(name => git(folder, 'rev-parse', name).trim());
    write(folder, { '.git/info/grafts': `${main} ${feat}\n${feat}\n` });
    expect(git(folder, 'merge-base', 'main', 'feat').trim()).toBe(feat);
    expect(await changedFindings(folder)).toEqual(text);
  });
  test.runIf(process.platform !== 'win32').each([
    ['a*', 'ab'],
    [':(glob)**', 'a/b'],
    [':(top)', ''],
    [':!x', 'a'],
    [':', ''],
  ])('belongs to the folder %j, even if the name of the folder is a pattern', async (name, otherName) => {
    const ownFiles = { 'preflight.config.json': '{}', 'desk.agent.json': agent() },
      folder = folderWith({});
    write(join(folder, otherName), { 'desk.agent.json': wrongAgent, 'other.agent.json': agent() });
    write(join(folder, name), ownFiles);
    committed(folder);
    git(folder, 'checkout', '-qb', 'feat');
    write(join(folder, name), { 'desk.agent.json': wrongAgent });
    git(folder, 'add', '-A');
    expect(new Git(folder).entryTypeAt(`${name.slice(0, 2)}*`, 'main')).toBe(undefined);
    // git exits with an error if two such variables are set, unless Preflight removes them
    process.env['GIT_ICASE_PATHSPECS'] = process.env['GIT_GLOB_PATHSPECS'] = '1';
    expect([...new Git(join(folder, name)).filesStaged().keys()]).toEqual(Object.keys(ownFiles).sort());
    expect(await changedFindings(join(folder, name))).toEqual(text);
  });
});

describe('the effects of git', () => {
  /** Returns a repository with traps. The index has other times than the files, so every file seems to be changed. */
  const staleRepository = (): { folder: string; ran: () => string[]; kept: () => unknown } => {
    const folder = branch();
    const ran = trapped(folder);
    withoutIncludes(folder);
    // without the filter, git compares the contents
    write(folder, { '.git/info/attributes': '' });
    utimesSync(join(folder, 'desk.agent.json'), 1, 1);
    utimesSync(join(folder, '.git/index'), 2, 2);
    const kept = (): unknown =>
      readdirSync(join(folder, '.git'), { encoding: 'utf8', recursive: true })
        .sort()
        .map(name => [name, lstatSync(join(folder, '.git', name))] as const)
        .map(([name, { size, mtimeMs, ctimeMs, ino }]) => [name, size, mtimeMs, ctimeMs, ino]);
    return { folder, ran, kept };
  };
  test.each([
    'lint desk.agent.json',
    'lint --staged',
    'lint --changed-since main',
    'lint --changed-since main...HEAD',
    'plan --base main',
    'ci --base main',
    'affected --base main',
  ])('preflight %s changes no file of git', async line => {
    const { folder, kept } = staleRepository();
    const before = kept();
    expect((await preflight(line.split(' '), folder)).code).toBeLessThan(2);
    expect(kept()).toEqual(before);
  });
  // today no command changes the index; a later command must not change it unless requested
  test('do not include an update of the index that was not requested', () => {
    const { folder, kept } = staleRepository();
    const before = kept();
    runGit(gitProgram(folder), folder, ['status'], { timeoutMs: 10_000 });
    expect(kept()).toEqual(before);
    spawnSync('git', ['status'], { cwd: folder });
    expect(kept()).not.toEqual(before);
  });
  test('do not include a hook, even if an update of the index was requested', () => {
    const { folder, ran } = staleRepository();
    const refreshing = ['update-index', '--refresh'];
    runGit(gitProgram(folder), folder, refreshing, { timeoutMs: 10_000 });
    expect(ran()).toEqual([]);
    utimesSync(join(folder, 'desk.agent.json'), 3, 3);
    spawnSync('git', refreshing, { cwd: folder });
    expect(ran()).toEqual(expect.arrayContaining(['hook post-index-change']));
  });
});
