import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, commitAll, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const effect = 'removed; 1 finding in unchanged text is no longer hidden';
const weights = (version: number | string, id = 'agent_desk'): string =>
  `[{ "agent_id": "${id}", "agent_version": ${JSON.stringify(version)}, "weight": 1 }]\n`;
const summaries = (...versions: number[]): string =>
  `${JSON.stringify(versions.map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 })))}\n`;
const files = {
  'desk.agent.json': agent(),
  'agent_desk.agent-versions.json': summaries(1),
  'main.agent-weights.json': weights(1),
  // this file had the error before the change
  'old.agent-weights.json': weights(7),
  'other.agent.json': agent('"voice_speed": "1.5"', 'agent_other'),
};
const repository = (more: Record<string, string> = {}): string => committed(folderWith({ ...files, ...more }));
const linesElsewhere = (lines: readonly string[]): string[] =>
  lines.filter(line => line.startsWith('main.agent-weights.json')).map(line => line.split(' ').slice(2).join(' '));

test('a configuration above the repository applies, with a file beside it that it extends', async () => {
  const outside = folderWith({
    'team.json': '{ "extends": "./shared.json" }',
    'shared.json': '{ "rules": { "out-of-range": "warning" } }',
  });
  const folder = join(outside, 'checkout');
  write(folder, { 'desk.agent.json': agent('"voice_speed": 1') });
  committed(folder);
  write(folder, { 'desk.agent.json': agent('"voice_speed": 9') });
  const configArgs = ['--config', '../team.json'];
  for (const args of [[], ['--changed-since', 'HEAD'], ['desk.agent.json']])
    expect((await lintJson([...args, ...configArgs], folder)).lines).toEqual([
      'desk.agent.json out-of-range /voice_speed warning',
      'desk.agent.json published-version-edited /voice_speed error',
    ]);
  git(folder, 'add', '-A');
  expect((await lintJson(['--staged', ...configArgs], folder)).lines[0]).toBe(
    'desk.agent.json out-of-range /voice_speed warning',
  );
  expect((await preflight(['plan', '--base', 'HEAD', ...configArgs], folder)).code).toBe(0);
  // a configuration in the workspace may extend only files in the checkout
  write(folder, { 'preflight.config.json': '{ "extends": "../shared.json" }' });
  expect((await preflight(['lint'], folder)).stderr).toContain('"../shared.json" is outside of the workspace');
});

describe('single files in a repository', () => {
  test('are checked, and so is what they newly break in other files, but not older mistakes', async () => {
    const folder = repository();
    expect((await lintJson(['desk.agent.json'], folder)).lines).toEqual([]);
    write(folder, { 'desk.agent.json': agent('', 'agent_desk', 2), 'agent_desk.agent-versions.json': summaries(2) });
    const { code, lines, summary } = await lintJson(['desk.agent.json', 'agent_desk.agent-versions.json'], folder);
    expect([code, linesElsewhere(lines)]).toEqual([1, ['/0/agent_version error']]);
    expect(lines.filter(line => /^(old|other)/.test(line))).toEqual([]);
    expect(summary['files']).toBe(2);
  });
  test('make a broken reference that resolved before an error, even if the files do not prove it', async () => {
    const folder = repository();
    rmSync(join(folder, 'agent_desk.agent-versions.json'));
    commitAll(folder);
    write(folder, { 'desk.agent.json': agent('', 'agent_desk', 2) });
    const { code, findings } = await lintJson(['desk.agent.json'], folder);
    const brokenFinding = findings.find(({ file }) => file === 'main.agent-weights.json')!;
    expect([code, brokenFinding.severity, brokenFinding.rule, brokenFinding.message]).toEqual([
      1,
      'error',
      'lost-reference',
      'agent_version 1 selected version 1 in HEAD but can no longer be resolved: agent_desk has no version 1 here; known versions: 2',
    ]);
    // a new reference that is written like this is only unknowable
    expect((await lintJson(['old.agent-weights.json'], folder)).findings.map(({ severity }) => severity)).toEqual([
      'warning',
    ]);
  });
  test('break references if they are deleted', async () => {
    const folder = repository();
    rmSync(join(folder, 'desk.agent.json'));
    rmSync(join(folder, 'agent_desk.agent-versions.json'));
    expect(linesElsewhere((await lintJson(['other.agent.json'], folder)).lines)).toEqual(['/0/agent_id error']);
  });
  test('are checked for what they break elsewhere, but folders are not', async () => {
    const folder = repository();
    write(folder, {
      'desk.agent.json': agent('', 'agent_desk', 2),
      'agent_desk.agent-versions.json': summaries(2),
      'sub/x.json': '{}',
    });
    expect((await lintJson(['sub'], folder)).lines).toEqual([]);
    expect((await lintJson([], folder)).lines.length).toBeGreaterThan(2);
  });
  test('are checked before the first commit', async () => {
    const folder = folderWith(files);
    git(folder, 'init', '-q');
    expect((await lintJson(['desk.agent.json'], folder)).code).toBe(0);
  });
  test('are checked in a subfolder, in a worktree, and in the environment of a hook', async () => {
    const folder = repository(
      Object.fromEntries(
        Object.entries(files).map(([name, text]) => [
          `sub/${name.replaceAll('agent_desk', 'agent_sub')}`,
          text.replaceAll('agent_desk', 'agent_sub').replaceAll('agent_other', 'agent_sub_other'),
        ]),
      ),
    );
    git(folder, 'worktree', 'add', '-q', join(folder, '..', `${folder.split('/').at(-1)!}-tree`));
    const tree = `${folder}-tree`;
    try {
      write(tree, { 'desk.agent.json': agent('', 'agent_desk', 2), 'agent_desk.agent-versions.json': summaries(2) });
      expect(
        linesElsewhere((await lintJson(['desk.agent.json', 'agent_desk.agent-versions.json'], tree)).lines),
      ).toEqual(['/0/agent_version error']);
      expect(
        (await lintJson(['../desk.agent.json', '../agent_desk.agent-versions.json'], join(tree, 'sub'))).lines.filter(
          line => line.startsWith('../main.'),
        ),
      ).toHaveLength(1);
      process.env['GIT_DIR'] = '.git';
      expect(
        (await lintJson(['../desk.agent.json', '../agent_desk.agent-versions.json'], join(tree, 'sub'))).lines.filter(
          line => line.startsWith('../main.'),
        ),
      ).toHaveLength(1);
    } finally {
      delete process.env['GIT_DIR'];
      rmSync(tree, { recursive: true, force: true });
    }
  });
});

test('without git, a run over single files reports all findings in other files that mention one of their records', async () => {
  const folder = folderWith({ ...files, 'preflight.config.json': '{}' });
  const { lines } = await lintJson(['desk.agent.json'], folder);
  expect(lines.map(line => line.split(' ')[0])).toEqual(['old.agent-weights.json']);
  expect((await lintJson(['other.agent.json'], folder)).lines.map(line => line.split(' ')[0])).toEqual([
    'other.agent.json',
  ]);
});

describe('--changed-since', () => {
  test('checks all differences, including untracked and deleted files', async () => {
    const folder = repository();
    git(folder, 'tag', 'before');
    expect(await lintJson(['--changed-since', 'before'], folder)).toMatchObject({
      code: 0,
      findings: [],
      stderr: `compared with before (${git(folder, 'rev-parse', 'HEAD').slice(0, 12)})\n0 files checked\n`,
    });
    write(folder, { 'desk.agent.json': agent('', 'agent_desk', 2), 'agent_desk.agent-versions.json': summaries(2) });
    commitAll(folder);
    write(folder, { 'new.agent.json': agent('"voice_speed": "2"', 'agent_new') });
    const { lines, summary } = await lintJson(['--changed-since', 'before'], folder);
    expect(lines.map(line => line.split(' ').slice(0, 2).join(' '))).toEqual([
      'main.agent-weights.json unresolved-agent-version',
      'new.agent.json wrong-type',
    ]);
    expect(summary['files']).toBe(3);
    expect((await lintJson(['--changed-since', 'before', 'new.agent.json'], folder)).summary['files']).toBe(1);
  });
  test('compares with the commit where the branch began, not with later commits of the base', async () => {
    const folder = repository();
    git(folder, 'checkout', '-qb', 'mine');
    write(folder, { 'x.agent.json': agent('', 'agent_x') });
    commitAll(folder);
    git(folder, 'checkout', '-q', 'main');
    write(folder, { 'other.agent.json': agent('', 'agent_other') });
    commitAll(folder);
    git(folder, 'checkout', '-q', 'mine');
    const branchStart = git(folder, 'rev-parse', 'main~1').slice(0, 12),
      tip = git(folder, 'rev-parse', 'main').slice(0, 12);
    const asks = async (...args: string[]) => {
      const { summary, stderr } = await lintJson(['--changed-since', ...args], folder);
      return [summary['files'], stderr];
    };
    expect(await asks('main')).toEqual([1, `compared with the merge base with main (${branchStart})\n`]);
    expect(await asks('main', '--base-exact')).toEqual([2, `compared with main itself (${tip})\n`]);
    write(folder, { 'y.agent.json': agent('', 'agent_y') });
    const mine = git(folder, 'rev-parse', 'mine').slice(0, 12);
    // the second commit of a range has no uncommitted changes
    expect(await asks('main...mine')).toEqual([
      1,
      `mine (${mine}) is compared with the merge base with main (${branchStart})\n`,
    ]);
    expect(await asks('main..')).toEqual([2, `HEAD (${mine}) is compared with main itself (${tip})\n`]);
    expect((await preflight(['lint', '--changed-since', 'main...mine', '--base-exact'], folder)).stderr).toBe(
      'main...mine compares with the commit where mine branched off from main; use --base-exact for main itself\n',
    );
    expect((await preflight(['lint', '--changed-since', 'main...mine', '--fix'], folder)).stderr).toBe(
      'main...mine compares two commits, but fixes and --watch need the current files: use main\n',
    );
  });
  test('refuses histories without a common commit and a base that was not fetched, and names a remedy that works', async () => {
    const folder = repository();
    git(folder, 'checkout', '-q', '--orphan', 'apart');
    write(folder, { 'x.agent.json': agent('', 'agent_x') });
    commitAll(folder);
    expect((await preflight(['lint', '--changed-since', 'main'], folder)).stderr).toBe(
      'main and HEAD have no commit in common; --base-exact compares with main itself\n',
    );
    git(folder, 'checkout', '-qb', 'mine', 'main');
    for (const name of ['a', 'b']) {
      write(folder, { [`${name}.agent.json`]: agent('', `agent_${name}`) });
      commitAll(folder);
    }
    for (const depth of [[], ['--depth', '1']]) {
      const clone = join(folderWith({}), 'clone');
      git('/', 'clone', '-q', ...depth, '--single-branch', '--branch', 'mine', `file://${folder}`, clone);
      const { code, stderr } = await preflight(['lint', '--changed-since', 'origin/main'], clone);
      const [, command] = /^git knows no revision "origin\/main"; if origin has it, "(.*)" fetches it\n$/.exec(stderr)!;
      git(clone, ...command!.split(' ').slice(1));
      expect([code, (await lintJson(['--changed-since', 'origin/main'], clone)).summary['files']]).toEqual([2, 2]);
      expect((await preflight(['lint', '--changed-since', 'main'], clone)).stderr).toBe(
        'git knows no revision "main"; did you mean origin/main?\n',
      );
    }
    const shallowClone = join(folderWith({}), 'clone');
    git('/', 'clone', '-q', '--depth', '1', '--no-single-branch', '--branch', 'mine', `file://${folder}`, shallowClone);
    const { code, stderr } = await preflight(['lint', '--changed-since', 'origin/main'], shallowClone);
    const [, command] = /no commit in common in this shallow clone; "git (.*)" fetches the missing history\n$/.exec(
      stderr,
    )!;
    git(shallowClone, ...command!.split(' '));
    expect([code, (await lintJson(['--changed-since', 'origin/main'], shallowClone)).summary['files']]).toEqual([2, 2]);
  });
  test('reports a changed configuration by its effect on unchanged files', async () => {
    const folder = repository();
    write(folder, { 'preflight.config.json': '{ "rules": { "unknown-field": "error" } }' });
    expect(await lintJson(['--changed-since', 'HEAD'], folder)).toMatchObject({
      code: 0,
      lines: [],
      settings: ['preflight.config.json:1 rules.unknown-field: added'],
    });
  });
  test('reports the effects of an extended file in the folder above, a deleted baseline and a deleted nested configuration', async () => {
    const wrongAgent = agent('"voice_speed": 9');
    const folder = committed(
      folderWith({
        'base.json': '{ "rules": { "out-of-range": "off" } }',
        'a/preflight.config.json': '{ "extends": ["../base.json"] }',
        'a/desk.agent.json': wrongAgent,
        'b/preflight.config.json': '{ "rules": { "out-of-range": "off" } }',
        'b/desk.agent.json': wrongAgent,
        'other/desk.agent.json': agent('"voice_speed": 9', 'agent_other'),
      }),
    );
    const linesSince = async (...args: string[]): Promise<readonly string[]> => {
      const { code, lines, settings } = await lintJson(['--changed-since', 'HEAD', ...args], folder);
      expect([code, lines]).toEqual([0, []]);
      return settings;
    };
    expect(await linesSince()).toEqual([]);
    write(folder, { 'base.json': '{}' });
    git(folder, 'rm', '-q', 'b/preflight.config.json');
    const lines = ['base.json', 'b/preflight.config.json'].map(file => `${file}:1 rules.out-of-range: ${effect}`);
    expect(await linesSince()).toEqual(expect.arrayContaining(lines));
    expect(await linesSince('a')).toEqual(lines.slice(0, 1));
    git(folder, 'add', '-A');
    expect(await lintJson(['--staged'], folder)).toMatchObject({ code: 0, lines: [] });
    await preflight(['lint', '--write-baseline'], folder);
    commitAll(folder);
    expect(await linesSince()).toEqual([]);
    git(folder, 'rm', '-q', 'preflight.baseline.json');
    expect(await linesSince()).toEqual([
      'preflight.baseline.json:1 baseline: removed; 2 findings in unchanged text are no longer hidden',
    ]);
  });
  test('does not check unchanged files above, or files in a package that git ignores', async () => {
    const folder = committed(
      folderWith({
        '.gitignore': 'node_modules/\n',
        'base.json': '{}',
        'a/preflight.config.json': '{ "extends": ["../base.json", "@team/checks"] }',
        'a/node_modules/@team/checks/preflight.config.json': '{}',
        'a/desk.agent.json': agent('"voice_speed": 9'),
      }),
    );
    expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([]);
    expect((await lintJson([], folder)).lines).toHaveLength(1);
  });
  test('says what git does not know, also in a shallow clone', async () => {
    const folder = repository();
    expect(await preflight(['lint', '--changed-since', 'nowhere'], folder)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'git knows no revision "nowhere"\n',
    });
    expect((await preflight(['lint', '--changed-since', 'origin/next'], folder)).stderr).toBe(
      'git knows no revision "origin/next"; no remote is set up here: "git remote add origin URL", then ' +
        '"git fetch origin" gets its branches\n',
    );
    git(folder, 'branch', 'next');
    expect((await preflight(['lint', '--changed-since', 'origin/next'], folder)).stderr).toMatch(
      /; did you mean next\?\n/,
    );
    expect(await preflight(['lint', '--changed-since', '--help-me'], folder)).toMatchObject({ code: 2 });
    expect(await preflight(['lint', '--changed-since=--output=x'], folder)).toMatchObject({
      code: 2,
      stderr: 'git knows no revision "--output=x"\n',
    });
    write(folder, { 'desk.agent.json': agent('"voice_speed": 9') });
    commitAll(folder);
    const shallowClone = join(folderWith({}), 'clone');
    git('/', 'clone', '-q', '--depth', '1', `file://${folder}`, shallowClone);
    expect((await preflight(['lint', '--changed-since', 'HEAD~1'], shallowClone)).stderr).toContain(
      'this is a shallow clone',
    );
    write(shallowClone, { 'desk.agent.json': agent('"voice_speed": 8') });
    expect((await lintJson(['--changed-since', 'HEAD'], shallowClone)).lines).toEqual([
      'desk.agent.json out-of-range /voice_speed error',
      'desk.agent.json published-version-edited /voice_speed error',
    ]);
  });
  test('is refused on a machine without git', async () => {
    const folder = repository();
    const path = process.env['PATH'];
    try {
      process.env['PATH'] = '/nowhere';
      expect(await preflight(['lint', '--changed-since', 'HEAD'], folder)).toMatchObject({
        code: 2,
        stderr: 'git is not installed, or not on the PATH\n',
      });
      expect((await lintJson(['desk.agent.json'], folder)).lines.map(line => line.split(' ')[0])).toEqual([
        'old.agent-weights.json',
      ]);
    } finally {
      process.env['PATH'] = path;
    }
  });
  test('finds files whose names have spaces, quotes and letters of other scripts', async () => {
    const folder = repository();
    write(folder, { 'über "x" 名.agent.json': agent('"voice_speed": "1"', 'agent_u') });
    expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([
      'über "x" 名.agent.json wrong-type /voice_speed error',
    ]);
  });
});

test('a configuration that is a symbolic link is read from its target, on disk, in the index and in commits', async () => {
  const folder = folderWith({
    'shared.json': '{ "rules": { "wrong-type": "off" } }',
    'a/old.agent.json': agent('"volume": 9, "voice_speed": "1"', 'agent_old'),
    'a/desk.agent.json': agent(),
  });
  symlinkSync('../shared.json', join(folder, 'a/preflight.config.json'));
  mkdirSync(join(folder, 'b'));
  symlinkSync('../a', join(folder, 'b/preflight.config.json'));
  committed(folder);
  write(folder, { 'a/desk.agent.json': agent('', 'agent_other') });
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).lines).toEqual([]);
  expect((await preflight(['ci', '--base', 'HEAD'], folder)).code).toBe(0);
  git(folder, 'checkout', '-q', '.');
  const oldLines = ['a/old.agent.json out-of-range /volume error', 'a/old.agent.json wrong-type /voice_speed error'];
  expect((await lintJson(['--staged'], folder)).lines).toEqual(oldLines.slice(0, 1));
  write(folder, { 'shared.json': '{}' });
  const stricter = { lines: [], settings: [`a/preflight.config.json:1 rules.wrong-type: ${effect}`] };
  expect(await lintJson(['--changed-since', 'HEAD'], folder)).toMatchObject(stricter);
  commitAll(folder);
  expect(await lintJson(['--changed-since', 'HEAD~1...HEAD'], folder)).toMatchObject(stricter);
  const { code, stdout } = await preflight(['ci', '--base', 'HEAD~1', '--format', 'json'], folder);
  const { lint } = JSON.parse(stdout) as { lint: { findings: unknown[] } };
  expect([code, lint.findings, oldLines.length]).toEqual([0, [], 2]);
});
test('a submodule with its own configuration is compared with its commit in the base', async () => {
  const folder = committed(folderWith({ 'notes.txt': 'x' })),
    innerRepository = committed(folderWith({ ...files, 'preflight.config.json': '{}' }));
  git(folder, 'submodule', '--quiet', 'add', innerRepository, 'desks');
  const linesSince = async (revision: string) => {
    const { code, lines } = await lintJson(['--changed-since', revision], folder);
    const { code: verdict, stdout } = await preflight(['ci', '--base', revision, '--format', 'json'], folder);
    const { lint } = JSON.parse(stdout) as { lint: { summary: { errors: number } } };
    return [code, lines, verdict, lint.summary.errors];
  };
  // the submodule is new, and so are all of its files
  const allLines = [
    'desks/old.agent-weights.json unresolved-agent-version /0/agent_version error',
    'desks/other.agent.json wrong-type /voice_speed error',
  ];
  expect(await linesSince('HEAD')).toEqual([1, allLines, 1, 2]);
  commitAll(folder);
  expect(await linesSince('HEAD')).toEqual([0, [], 0, 0]);
  // the branch of the submodule already contains the commit
  write(join(folder, 'desks'), { 'other.agent.json': agent('"volume": 9', 'agent_x') });
  commitAll(join(folder, 'desks'));
  commitAll(folder);
  const wrongLine = 'desks/other.agent.json out-of-range /volume error';
  for (const revision of ['main~1', 'main~1...main'])
    expect([revision, ...(await linesSince(revision))]).toEqual([revision, 1, [wrongLine], 1, 1]);
  write(join(folder, 'desks'), { 'preflight.config.json': '{ "liveTags": [] }' });
  expect((await linesSince('HEAD')).slice(2)).toEqual([0, 0]);
});
test('the files of a submodule and of a copied repository are checked like those of folders', async () => {
  const folder = repository();
  mkdirSync(join(folder, 'vendored'));
  cpSync(join(folder, '.git'), join(folder, 'vendored/.git'), { recursive: true });
  write(folder, { 'vendored/v.agent.json': agent('"voice_speed": "1"', 'agent_v') });
  expect((await lintJson(['vendored'], folder)).summary['errors']).toBe(1);
});
