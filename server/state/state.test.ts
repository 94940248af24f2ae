import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultConfiguration } from '../core/configuration/configuration.ts';
import { commitAll, git, scratchFolders, write } from '../testing/preflight.ts';
import { findFiles } from './find.ts';
import { isWithin } from './paths.ts';
import { Git } from './git.ts';
import { stateBefore, type Before } from './before.ts';
import { treeIn } from './comparing.ts';
import { openWorkspace } from './open.ts';
import { workspaceRoot } from './root.ts';
import { decode, readText } from './text.ts';

const folderWith = scratchFolders();

describe('the root of a workspace', () => {
  const folder = () =>
    folderWith({
      'repo/.git/HEAD': 'x',
      'repo/a/preflight.config.json': '{}',
      'repo/a/b/c.json': '',
      'repo/d/e.json': '',
      'repo/.gitignore': 'out/\n',
      'repo/out/x/y.json': '',
      'loose/f/g.json': '',
      'preflight.config.json': '{}',
    });
  test.each([
    ['repo/a/b', '.', 'repo/a'],
    ['repo/d', '.', 'repo'],
    ['repo/out/x', '.', 'repo/out/x'],
    ['repo', 'repo/d', 'repo'],
  ])('for the folder %s and the working directory %s is %s', (path, cwd, root) => {
    const top = folder();
    expect(workspaceRoot(join(top, path), join(top, cwd))).toBe(join(top, root));
  });
  test('without git is the folder of the configuration, else the working directory, else the folder itself', () => {
    const top = folderWith({ 'w/f/g.json': '', 'c/preflight.config.json': '{}', 'c/d/x.json': '' });
    expect(workspaceRoot(join(top, 'c/d'), top)).toBe(join(top, 'c'));
    expect(workspaceRoot(join(top, 'w/f'), join(top, 'w'))).toBe(join(top, 'w'));
    expect(workspaceRoot(join(top, 'w/f'), join(top, 'c'))).toBe(join(top, 'w/f'));
  });
});

test('a walk finds files in order, and handles nested configurations, links and skipped files', () => {
  const folder = folderWith({
    'b.json': '',
    'a/z.jsonc': '',
    'a/Y.JSON': '',
    'a/n.txt': '',
    'node_modules/x.json': '',
    'c/preflight.config.json': '{}',
    'c/x.json': '',
    'preflight.config.json': '{}',
    'd/skip.json': '',
  });
  symlinkSync('..', join(folder, 'a/up'));
  symlinkSync('../b.json', join(folder, 'a/link.json'));
  mkdirSync(join(folder, 'dir.agent.json'));
  expect(findFiles(folder, { isIgnored: path => path === 'd', explain: true })).toEqual({
    files: ['a/Y.JSON', 'a/z.jsonc', 'b.json', 'preflight.config.json'],
    bytes: 2,
    nestedFolders: [join(folder, 'c')],
    skippedCounts: new Map([
      ['it is a symbolic link; give its target', 2],
      ['the configuration ignores it', 1],
    ]),
    unreadablePaths: [],
    passedOver: expect.arrayContaining([
      { path: 'd', reason: 'the configuration ignores it' },
      { path: 'a/link.json', reason: 'it is a symbolic link; give its target' },
      { path: 'a/up', reason: 'it is a symbolic link; give its target' },
    ]) as unknown,
  });
});
test('pathWithin returns the path relative to a folder', () => {
  expect(
    [
      ['/a', '/a'],
      ['/a', '/a/b'],
      ['/', '/a'],
      ['/a', '/ab'],
      ['/a/b', '/a'],
    ].map(([folder, path]) => isWithin(folder!, path!)),
  ).toEqual([true, true, true, false, false]);
});

describe('text', () => {
  test('of valid bytes is decoded, and a broken byte is found at its position', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.nat(),
        fc.integer({ min: 0x80, max: 0xbf }),
        (text, position, byte) => {
          const bytes = Buffer.from(text.replaceAll('\0', '.'));
          if (!/^[\ufeff\ufffe]/.test(text)) expect(decode(bytes)).toEqual({ text: text.replaceAll('\0', '.') });
          // a continuation byte between two characters is always invalid
          const characters = [...text.replaceAll('\0', '.')],
            head = characters.slice(0, position % (characters.length + 1)).join('');
          const { problem } = decode(Buffer.concat([Buffer.from(head), Buffer.from([byte]), Buffer.from('tail')]));
          expect(problem?.start).toBe(head.length);
        },
      ),
      { numRuns: 500 },
    );
  });
  test('may contain U+FFFD itself', () => {
    const folder = folderWith({ 'a.json': '"\ufffd"' });
    const { text, problem } = readText(join(folder, 'a.json'));
    expect([text, problem]).toEqual(['"\ufffd"', undefined]);
    expect(() => readText(join(folder, 'no.json'))).toThrow('there is no such file');
    expect(() => readText(folder)).toThrow('it is a folder');
  });
});

test('git reads a revision without changing any file', () => {
  const folder = folderWith({ 'a.json': '1', 'sub/b ü.json': '2', 'sub/c.txt': 'x', 'gone.json': '3' });
  git(folder, 'init', '-q');
  expect(new Git(folder).head()).toBeUndefined();
  commitAll(folder);
  const commit = new Git(folder).commit('HEAD');
  write(folder, { 'a.json': '9', 'sub/new.json': '' });
  git(folder, 'rm', '-q', 'gone.json');
  const index = readFileSync(join(folder, '.git/index'));
  const beforeIn = (root: string, isAsked?: (file: string) => boolean): Before => {
    // a glob assigns the kind, because the contents show none
    const configuration = { ...defaultConfiguration, kindOf: () => 'agent' as const };
    const currentState = openWorkspace({ root, configuration, baseline: undefined }, { today: '2026-03-03' });
    return stateBefore(currentState, treeIn(root, commit), isAsked);
  };
  const textsIn = ({ workspace }: Before) =>
    Object.fromEntries(workspace.documents.map(({ file, text }) => [file, text]));
  expect(textsIn(beforeIn(folder))).toEqual({ 'a.json': '1', 'gone.json': '3', 'sub/b ü.json': '2' });
  expect(textsIn(beforeIn(join(folder, 'sub')))).toEqual({ 'b ü.json': '2' });
  expect(beforeIn(folder).changes()).toEqual({ changedFiles: ['a.json', 'sub/new.json'], deletedFiles: ['gone.json'] });
  expect(beforeIn(join(folder, 'sub')).changes()).toEqual({ changedFiles: ['new.json'], deletedFiles: [] });
  // if no file is requested, only removed files have their former contents
  expect(textsIn(beforeIn(folder, () => false))).toEqual({
    'a.json': '9',
    'gone.json': '3',
    'sub/b ü.json': '2',
    'sub/new.json': '',
  });
  expect(() => new Git(folder).commit('v1')).toThrow('git knows no revision "v1"');
  expect(readFileSync(join(folder, '.git/index'))).toEqual(index);
});
