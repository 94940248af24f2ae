import { createHash } from 'node:crypto';
import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, commitAll, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const weights = (version: number): string =>
  `[{ "agent_id": "agent_desk", "agent_version": ${version}, "weight": 1 }]\n`;
const summaries = (version: number): string =>
  `[{ "version": ${version}, "is_published": true, "last_modification_timestamp": 1767225600000 }]\n`;
const files = {
  'desk.agent.json': agent(),
  'agent_desk.agent-versions.json': summaries(1),
  'main.agent-weights.json': weights(1),
  // this file had the error before the change
  'old.agent-weights.json': weights(7),
  'other.agent.json': agent('', 'agent_other'),
};
const broken = { 'desk.agent.json': agent('', 'agent_desk', 2), 'agent_desk.agent-versions.json': summaries(2) };
const repository = (more: Readonly<Record<string, string>> = {}): string => {
  const folder = folderWith({ ...files, ...more });
  git(folder, 'init', '-q');
  git(folder, 'config', 'uploadpack.allowFilter', 'true');
  commitAll(folder);
  return folder;
};
const filesIn = ({ lines }: { readonly lines: readonly string[] }): (string | undefined)[] =>
  lines.map(line => line.split(' ')[0]);
const lint = (folder: string, ...args: string[]) => lintJson(['-q', ...args], folder);
const plan = async (folder: string, ...args: string[]) => {
  const result = await preflight(['plan', '--base', 'HEAD', '--format', 'json', ...args], folder);
  return {
    ...result,
    ...(JSON.parse(result.stdout) as { changes: { file: string; effect: string }[]; assertions: object[] }),
  };
};

describe('lint and plan in a partial clone', () => {
  const fetchHint = 'this clone does not have it; "git fetch --refetch --no-filter" fetches it';
  const clone = (): string => {
    const folder = join(folderWith({}), 'clone');
    git('/', 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${repository()}`, folder);
    write(folder, { ...files, ...broken });
    return folder;
  };
  const blobCount = (folder: string): number =>
    git(folder, 'cat-file', '--batch-all-objects', '--batch-check')
      .split('\n')
      .filter(line => line.includes(' blob ')).length;
  test('fetch nothing, and report which contents are unknown', async () => {
    const folder = clone();
    expect(await lint(folder, ...Object.keys(broken))).toMatchObject({
      code: 1,
      stderr: `the contents of agent_desk.agent-versions.json and desk.agent.json in HEAD are not known here: ${fetchHint}\n`,
    });
    await lint(folder, '--changed-since', 'HEAD');
    await plan(folder);
    expect(blobCount(folder)).toBe(0);
  });
  test('also report findings that a changed file causes in other files if its former contents are unknown', async () => {
    const folder = clone();
    const brokenFiles = ['main.agent-weights.json', 'old.agent-weights.json'];
    expect(filesIn(await lint(folder, ...Object.keys(broken)))).toEqual(brokenFiles);
    expect(filesIn(await lint(folder, '--changed-since', 'HEAD'))).toEqual(brokenFiles);
    // an unchanged file is known without its former contents, and causes no finding
    expect(filesIn(await lint(folder, 'other.agent.json'))).toEqual([]);
  });
  test('report every broken reference if a file with unknown contents was deleted', async () => {
    const folder = clone();
    write(folder, files);
    for (const name of Object.keys(broken)) rmSync(join(folder, name));
    write(folder, { 'other.agent.json': agent('', 'agent_other', 2) });
    expect(filesIn(await lintJson(['other.agent.json'], folder))).toEqual([
      'main.agent-weights.json',
      'old.agent-weights.json',
    ]);
  });
  test('fail only the assertion that needs the unknown contents', async () => {
    const folder = clone();
    const reason = 'the former contents of agent_desk.agent-versions.json and desk.agent.json are not known here';
    const planResult = await plan(folder, '--assert', 'no changes', '--assert', 'agent_desk@2 is published');
    expect(planResult).toMatchObject({
      code: 4,
      changes: [],
      assertions: [
        { assertion: 'no changes', holds: false, because: reason },
        { assertion: 'agent_desk@2 is published', holds: true, because: null },
      ],
    });
    expect(planResult.stderr).toContain(fetchHint);
    expect((await plan(folder, '--exit-code')).code).toBe(4);
    const { stdout } = await preflight(['plan', '--base', 'HEAD', '--format', 'markdown'], folder);
    expect(stdout).toContain('desk.agent.json, whose earlier state is unknown');
  });
  test('know all contents after the suggested command was run', async () => {
    const folder = clone();
    git(folder, 'fetch', '-q', '--refetch', '--no-filter');
    const lintedFindings = await lint(folder, ...Object.keys(broken));
    expect([filesIn(lintedFindings), lintedFindings.stderr]).toEqual([['main.agent-weights.json'], '']);
    expect((await plan(folder, '--assert', 'no breaks')).assertions).toEqual([
      expect.objectContaining({ because: expect.stringContaining('selects nothing now') as string }),
    ]);
  });
  test('name the command that fetches missing folders', async () => {
    const folder = join(folderWith({}), 'clone');
    git('/', 'clone', '-q', '--filter=tree:0', '--no-checkout', `file://${repository()}`, folder);
    expect(await preflight(['plan', '--base', 'HEAD'], folder)).toMatchObject({
      code: 2,
      stderr:
        '--base: git ls-tree failed: this partial clone lacks the requested objects; "git fetch --refetch --no-filter" fetches them\n',
    });
  });
});

describe('line endings', () => {
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  test.each([
    ['', 'true', 0],
    ['', 'input', 0],
    ['', 'false', 5],
    ['* text=auto\n', 'false', 0],
    ['*.json text\n', 'false', 0],
    ['*.json text eol=crlf\n', 'false', 0],
    ['*.json eol=lf\n', 'false', 0],
    ['*.json crlf\n', 'false', 0],
    ['*.json -text\n', 'true', 5],
    ['*.json -crlf\n', 'true', 5],
    ['*.json text=auto -text\n*.json eol=crlf\n', 'true', 5],
  ])(
    'of a checkout are compared as git compares them: %j, core.autocrlf %s',
    async (attributes, autocrlf, changedCount) => {
      const folder = repository(attributes === '' ? {} : { '.gitattributes': attributes });
      git(folder, 'config', 'core.autocrlf', autocrlf);
      for (const [name, text] of Object.entries(files)) {
        write(folder, { [name]: crlf(text) });
        utimesSync(join(folder, name), 1, 1);
      }
      expect(git(folder, 'diff', '--name-only', 'HEAD').split('\n').filter(Boolean)).toHaveLength(changedCount);
      expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary['files']).toBe(changedCount);
      expect((await plan(folder)).changes).toEqual([]);
    },
  );
  test('do not hide a change', async () => {
    const folder = repository();
    git(folder, 'config', 'core.autocrlf', 'true');
    for (const [name, text] of Object.entries({ ...files, ...broken })) write(folder, { [name]: crlf(text) });
    expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary['files']).toBe(2);
    expect((await plan(folder)).changes.map(({ effect }) => effect)).toEqual(['breaks']);
  });
});

describe('Git LFS', () => {
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  const pointerTo = (text: string): string =>
    [
      'version https://git-lfs.github.com/spec/v1',
      `oid sha256:${sha256(text)}`,
      `size ${Buffer.byteLength(text)}\n`,
    ].join('\n');
  /** A checkout in which agents are in LFS, with their contents on disk, as after `git lfs pull`. */
  const checkout = (): string => {
    const folder = repository({ 'desk.agent.json': pointerTo(files['desk.agent.json']) });
    write(folder, { '.gitattributes': '*.agent.json filter=lfs diff=lfs merge=lfs -text\n', ...files });
    return folder;
  };
  test('a file has not changed if its pointer in git names the contents on disk', async () => {
    const folder = checkout();
    expect(await lintJson(['--changed-since', 'HEAD'], folder)).toMatchObject({ lines: [], summary: { files: 0 } });
    expect(await plan(folder, '--assert', 'no changes')).toMatchObject({ code: 0, stderr: '' });
  });
  test('a pointer in git is never read as the contents', async () => {
    const folder = checkout();
    write(folder, broken);
    const commit = git(folder, 'rev-parse', '--short=12', 'HEAD').trim();
    const unfetched = `Git LFS has not fetched it; "git lfs fetch origin ${commit}" fetches it`,
      note = `the contents of desk.agent.json in HEAD are not known here: ${unfetched}\n`;
    expect(await lint(folder, 'desk.agent.json')).toMatchObject({ stderr: note });
    expect(await plan(folder, '--assert', 'no breaks')).toMatchObject({ code: 4, stderr: note });
    // the file that the suggested command would fetch
    const oid = sha256(files['desk.agent.json']);
    const storedPath = `.git/lfs/objects/${oid.slice(0, 2)}/${oid.slice(2, 4)}/${oid}`;
    write(folder, { [storedPath]: files['desk.agent.json'] });
    const lintedFindings = await lint(folder, ...Object.keys(broken));
    expect([filesIn(lintedFindings), lintedFindings.stderr]).toEqual([['main.agent-weights.json'], '']);
    write(folder, { [storedPath]: '{}' });
    expect(await lint(folder, 'desk.agent.json')).toMatchObject({ stderr: note });
  });
  test('a pointer in the checkout has no contents to compare', async () => {
    const folder = checkout();
    git(folder, 'checkout', '-q', '--', 'desk.agent.json');
    expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary['files']).toBe(0);
    const planResult = await plan(folder, '--assert', 'no changes');
    expect([planResult.code, planResult.stderr]).toEqual([
      4,
      expect.stringContaining(
        'the contents of desk.agent.json in HEAD are not known here: Git LFS has not fetched it; "git lfs pull" fetches it\n',
      ),
    ]);
  });
});

test('the former contents of a file with another git filter are known only if the file on disk equals the blob', async () => {
  const folder = repository({ '.gitattributes': '*.agent.json filter=git-crypt\n' });
  expect(await plan(folder, '--assert', 'no changes')).toMatchObject({ code: 0, stderr: '' });
  write(folder, broken);
  const note = 'the contents of desk.agent.json in HEAD are not known here: the filter "git-crypt" of git is not run\n';
  expect(await plan(folder, '--assert', 'no changes')).toMatchObject({ code: 4, stderr: note });
  const lintedFindings = await lint(folder, ...Object.keys(broken));
  expect([filesIn(lintedFindings), lintedFindings.stderr]).toEqual([
    ['main.agent-weights.json', 'old.agent-weights.json'],
    note,
  ]);
});

test('files that a sparse checkout omits do not count as deleted', async () => {
  const folder = repository({ 'sub/far.agent-weights.json': weights(1), 'near/near.agent-weights.json': weights(1) });
  git(folder, 'sparse-checkout', 'set', '--cone', 'near');
  expect((await lintJson(['--changed-since', 'HEAD'], folder)).summary['files']).toBe(0);
  expect((await plan(folder)).changes).toEqual([]);
});

test('files that the configuration ignores are not in the former workspace either', async () => {
  const folder = repository({
    'preflight.config.json': '{ "ignore": ["old/**"] }',
    'old/agent_gone.agent-versions.json': summaries(1),
    'old/gone.agent.json': agent('', 'agent_gone'),
    'new/agent_gone.agent-versions.json': summaries(2),
    'gone.agent-weights.json': weights(1).replace('agent_desk', 'agent_gone'),
  });
  rmSync(join(folder, 'old'), { recursive: true });
  write(folder, { 'other.agent.json': agent('', 'agent_other', 2) });
  expect(filesIn(await lintJson(['other.agent.json'], folder))).toEqual([]);
  expect(filesIn(await lintJson(['--changed-since', 'HEAD'], folder))).toEqual([]);
});
