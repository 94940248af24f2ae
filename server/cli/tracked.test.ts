import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findFiles } from '../state/find.ts';
import { bareOptions, editors } from '../testing/clients.ts';
import {
  agent,
  agentList,
  commitAll,
  committed,
  git,
  lintJson,
  preflight,
  scratchFolders,
  write,
} from '../testing/preflight.ts';

const folderWith = scratchFolders();
const editorOver = editors();
const wrongAgent = agent('"voice_speed": 9');
const ignoring = {
  'the folder, at the top': { '.gitignore': 'agents/\n' },
  'the file, at the top': { '.gitignore': 'desk.*\n' },
  'everything, in the folder': { 'agents/.gitignore': '*\n' },
  'the folder, for this clone': { '.git/info/exclude': '/agents\n' },
};

describe.each(Object.entries(ignoring))('a tracked file is checked even if an ignore file names %s', (_, ignore) => {
  /**
   * Returns the folder of a repository with a branch on which a tracked file is broken and then ignored by git. An
   * untracked file beside it is ignored, too.
   */
  const changedRepository = (): string => {
    const folder = committed(
      folderWith({ 'agents/desk.agent.json': agent(), 'top.agent.json': agent('', 'agent_top') }),
    );
    git(folder, 'checkout', '-qb', 'feat');
    write(folder, { 'agents/desk.agent.json': wrongAgent, ...ignore });
    git(folder, 'add', '-u');
    for (const name of Object.keys(ignore).filter(name => name.endsWith('.gitignore'))) git(folder, 'add', '-f', name);
    write(folder, { 'agents/desk.new.agent.json': wrongAgent });
    return folder;
  };
  const text = 'agents/desk.agent.json out-of-range /voice_speed error';
  test.each([
    [['lint']],
    [['lint', 'agents']],
    [['lint', 'agents/desk.agent.json']],
    [['lint', '--staged']],
    [['lint', '--changed-since', 'main']],
    [['lint', '--changed-since', 'main...HEAD']],
  ])('by preflight %s', async ([, ...args]) => {
    const folder = changedRepository();
    if (args.includes('main...HEAD')) git(folder, 'commit', '-qm', 'bad');
    const { lines, code } = await lintJson(args as string[], folder);
    expect([lines.filter(line => line.includes('out-of-range')), code]).toEqual([[text], 1]);
  });
  test('by preflight ci, plan and resolve', async () => {
    const folder = changedRepository();
    git(folder, 'commit', '-qm', 'bad');
    expect((await preflight(['ci', '--base', 'main', '--format', 'json'], folder)).code).toBe(1);
    expect((await preflight(['resolve', 'agent_desk'], folder)).stdout).toContain('agent_desk → version 1');
    expect((await preflight(['plan', '--publish', 'agent_desk@1'], folder)).code).toBe(0);
  });
  test('by the language server, unless it may not start git', async () => {
    for (const isTrusted of [true, false]) {
      const editor = editorOver(
        { 'top.agent.json': agent('', 'agent_top') },
        { ...bareOptions, options: { trusted: isTrusted } },
      );
      write(editor.folder, { 'agents/desk.agent.json': wrongAgent });
      committed(editor.folder);
      write(editor.folder, { ...ignore, 'agents/desk.new.agent.json': wrongAgent });
      await editor.open('top.agent.json', agent('', 'agent_top'));
      await editor.waitUntil(() => editor.pushed.has(editor.uri('top.agent.json')));
      await editor.waitUntil(() => editor.pushed.has(editor.uri('agents/desk.agent.json')) === isTrusted);
      expect(editor.pushed.has(editor.uri('agents/desk.new.agent.json'))).toBe(false);
    }
  });
});

describe('a file counts as deleted if it was replaced by a symbolic link', () => {
  const list = agentList({ prod: { version: 1 } }, 'agent_desk', 'agent_desk');
  const files = { 'agents/desk.agent.json': agent(), 'agents/team.agent-list.json': list };
  /**
   * Returns the folder of a repository with a branch on which a file or folder is moved and replaced by a link to it.
   */
  const movedRepository = (from: string, to: string, more: Readonly<Record<string, string>> = {}): string => {
    const folder = committed(folderWith({ ...files, 'node_modules/x/y': '', ...more }));
    git(folder, 'checkout', '-qb', 'feat');
    renameSync(join(folder, from), join(folder, to));
    symlinkSync(join(from, '..', to), join(folder, from));
    git(folder, 'add', '-A', '-f');
    git(folder, 'commit', '-qm', 'moved');
    return folder;
  };
  const gonePattern = /tag prod of agent_desk: 100 % move: the entry is gone/;
  test.each([
    ['a file', 'agents/team.agent-list.json', 'team.txt'],
    ['a folder', 'agents', 'node_modules/agents'],
  ])('in the place of %s', async (_, from, to) => {
    const folder = movedRepository(from, to);
    for (const revision of ['main', 'main..HEAD']) {
      const text = ['plan', '--base', revision, '--assert', 'no live changes'];
      expect(await preflight(text, folder)).toMatchObject({ code: 4, stdout: expect.stringMatching(gonePattern) });
    }
    expect((await preflight(['ci', '--base', 'main'], folder)).stdout).toContain('is gone');
  });
  test('in a folder with a workspace, whose assertions are read from the base', async () => {
    const settings = { 'agents/preflight.config.json': '{ "ci": { "assert": ["no live changes"] } }' };
    const folder = movedRepository('agents', 'node_modules/agents', settings);
    expect(await preflight(['ci', '--base', 'main'], folder)).toMatchObject({
      code: 4,
      stdout: expect.stringMatching(/❌ `no live changes`: tag prod /),
    });
  });
});

test('a tracked file that the configuration of Preflight ignores is not checked', async () => {
  const folder = committed(
    folderWith({ 'agents/desk.agent.json': wrongAgent, 'preflight.config.json': '{ "ignore": ["agents/"] }' }),
  );
  expect((await lintJson([], folder)).lines).toEqual([]);
  write(folder, { '.gitignore': 'agents/' });
  expect((await lintJson([], folder)).lines).toEqual([]);
});

test('a file of an ignored folder belongs to the workspace of the checkout as soon as git tracks it', async () => {
  const folder = committed(folderWith({ '.gitignore': 'out/\n', 'main.agent-weights.json': '[]' }));
  write(folder, { 'out/desk.agent.json': wrongAgent });
  const files = async (): Promise<unknown> => (await lintJson(['--verbose'], folder)).summary['files'];
  // a language server asks this about a changed file
  const belongs = (): boolean =>
    findFiles(folder, { isIgnored: () => false, only: ['out/desk.agent.json'] }).files.length > 0;
  expect([await files(), belongs()]).toEqual([1, false]);
  git(folder, 'add', '-f', 'out/desk.agent.json');
  expect([await files(), belongs()]).toEqual([2, true]);
  git(folder, 'rm', '-q', '--cached', 'out/desk.agent.json');
  expect(await files()).toBe(1);
});

test('git is started only if an ignore file hides something, and only once', async () => {
  const before = process.env['PATH'];
  const folder = committed(folderWith({ 'agents/desk.agent.json': wrongAgent }));
  write(folder, { '.gitignore': 'node_modules\n*.log\n' });
  try {
    process.env['PATH'] = join(folder, 'none');
    expect((await lintJson([], folder)).lines).toHaveLength(1);
    write(folder, { '.gitignore': 'agents\n' });
    expect((await lintJson([], folder)).lines).toEqual([]);
  } finally {
    process.env['PATH'] = before;
  }
});

test('files of a submodule, and of a linked worktree, are checked', async () => {
  const innerRepository = committed(folderWith({ 'desk.agent.json': wrongAgent }));
  const folder = committed(folderWith({ 'x.json': '{}' }));
  git(folder, 'submodule', '--quiet', 'add', innerRepository, 'sub');
  write(folder, { '.gitignore': 'sub\n' });
  commitAll(folder);
  expect((await lintJson([], folder)).lines).toEqual(['sub/desk.agent.json out-of-range /voice_speed error']);
  const tree = join(folderWith({}), 'tree');
  const otherRepository = committed(folderWith({ 'agents/desk.agent.json': wrongAgent }));
  git(otherRepository, 'worktree', 'add', '-q', tree);
  write(tree, { '.gitignore': 'agents' });
  expect((await lintJson([], tree)).lines).toHaveLength(1);
});
