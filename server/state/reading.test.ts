import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolders } from '../testing/preflight.ts';
import { findFiles, type Limits, memoryWarning, WorkspaceTooLarge } from './find.ts';
import { gitRootOf } from './paths.ts';
import { readRegularFile } from './regular-file.ts';
import { placeOf } from './root.ts';
import { diskAlone, type FolderEntry } from './source.ts';
import { openProblem, readText } from './text.ts';

const folderWith = scratchFolders();
const pipe = (path: string): void => {
  execFileSync('mkfifo', [path]);
};
const linesOf = (root: string, limits?: Limits): readonly string[] =>
  findFiles(root, { isIgnored: () => false, ...(limits && { limits }) }).files;

describe('only regular files are read', () => {
  test('and the reason is given for other entries', () => {
    const folder = folderWith({ 'a.json': '{}', 'large.json': '12345' });
    pipe(join(folder, 'pipe'));
    symlinkSync('/dev/zero', join(folder, 'zero'));
    symlinkSync('a.json', join(folder, 'link'));
    const problemOf = (name: string): string | undefined => openProblem(join(folder, name));
    expect(['pipe', 'zero', '.', 'no'].map(problemOf)).toEqual([
      'it is not a regular file',
      'it is not a regular file',
      'it is a folder',
      'there is no such file',
    ]);
    for (const name of ['pipe', 'zero']) expect(() => readText(join(folder, name))).toThrow('it is not a regular file');
    expect([problemOf('link'), readText(join(folder, 'link')).text]).toEqual([undefined, '{}']);
    expect(() => readRegularFile(join(folder, 'link'), { links: 'none' })).toThrow('it is a symbolic link');
    expect(() => readRegularFile(join(folder, 'large.json'), { maxSize: 4 })).toThrow('it is larger than 4 bytes');
    expect(readRegularFile(join(folder, 'large.json'), { maxSize: 5 }).toString()).toBe('12345');
    truncateSync(join(folder, 'large.json'), 600e6);
    expect(problemOf('large.json')).toBe('it is larger than 500 MB');
    // reading during a walk does not check the size first
    truncateSync(join(folder, 'large.json'), 4e12);
    expect(() => readText(join(folder, 'large.json'), true)).toThrow('it is larger than 500 MB');
  });
  test('an entry that replaced a file during a walk is neither awaited nor read through a link', () => {
    const folder = folderWith({ 'a.json': '{}' });
    pipe(join(folder, 'pipe'));
    symlinkSync('a.json', join(folder, 'link'));
    expect(readText(join(folder, 'a.json'), true).text).toBe('{}');
    expect(readText(join(folder, 'pipe'), true).text).toBe('');
    for (const name of ['link', '.', 'no'])
      expect(() => readText(join(folder, name), true)).toThrow(/link|folder|no such/);
  });
  test.each([0, -1, 1, 5000])('a file that is %i bytes larger than the usual size is read completely', extraBytes => {
    const text = `"${'é'.repeat(2 ** 19 - 2)}${'x'.repeat(extraBytes + 2)}"`;
    expect(Buffer.byteLength(text)).toBe(2 ** 20 + extraBytes);
    const file = join(folderWith({ 'a.json': text }), 'a.json');
    expect(readText(file, true).text === text && readText(file).text === text).toBe(true);
  });
  test('a file that claims to be empty is read to its end, or up to the limit', () => {
    expect(readText('/proc/self/status').text).toContain('VmRSS');
    expect(() => readRegularFile('/proc/self/status', { maxSize: 9 })).toThrow('it is larger than 9 bytes');
  });
  test.each(['.gitignore', 'sub/.gitignore', '.git/info/exclude'])(
    '%s may be a pipe, a device, a folder, or a link without stopping a walk',
    name => {
      const make: Record<string, (path: string) => void> = {
        pipe,
        device: path => {
          symlinkSync('/dev/zero', path);
        },
        folder: path => {
          mkdirSync(path);
        },
        loop: path => {
          symlinkSync('exclude', path);
        },
      };
      for (const kind of Object.values(make)) {
        const folder = folderWith({ '.git/HEAD': '', '.git/info/x': '', 'a.json': '', 'sub/b.json': '' });
        kind(join(folder, name));
        expect(linesOf(folder)).toEqual(['a.json', 'sub/b.json']);
        expect(findFiles(folder, { isIgnored: () => false, only: ['sub/b.json'] }).files).toEqual(['sub/b.json']);
      }
    },
  );
  test('a link to an ignore file is followed like git follows it', () => {
    const folder = folderWith({ '.git/info/x': '', rules: 'a.json\n', 'a.json': '', 'b.json': '' });
    symlinkSync('rules', join(folder, '.gitignore'));
    expect(linesOf(folder)).toEqual(['a.json', 'b.json']);
    symlinkSync('../../rules', join(folder, '.git/info/exclude'));
    expect(linesOf(folder)).toEqual(['b.json']);
  });
  test('ignore files that are too large, or take too much time, are not applied, with a remark', () => {
    const walk = (rules: string, names: readonly string[]) =>
      findFiles(folderWith({ '.gitignore': rules, ...Object.fromEntries(names.map(name => [name, ''])) }), {
        isIgnored: () => false,
      });
    const list = [
      expect.objectContaining({ path: '.gitignore', problem: expect.stringContaining('some ignored files') }),
    ];
    expect(walk(`a.json\n${'#'.repeat(2 ** 24)}`, ['a.json'])).toMatchObject({
      files: ['a.json'],
      unreadablePaths: list,
    });
    expect(walk(`a.json\n${'#'.repeat(2 ** 21)}`, ['a.json'])).toMatchObject({ files: [], unreadablePaths: [] });
    const names = Array.from({ length: 200 }, (_, i) => `${i}.json`);
    expect(walk('*.jso[m]\n'.repeat(400_000), names)).toMatchObject({
      files: [...names].sort(),
      unreadablePaths: list,
    });
  });
  test('ignore files are read up to a total size, with a remark', () => {
    const walk = (size: number) => {
      const folders = ['a/', 'a/b/', 'a/b/c/', 'a/b/c/d/', 'a/b/c/d/e/'].slice(0, size),
        lastFolder = `${folders.at(-1)!}z/`;
      const files = folders.map(folder => [`${folder}.gitignore`, '#'.repeat(4e6)] as const);
      const folder = folderWith({
        ...Object.fromEntries(files),
        [`${lastFolder}.gitignore`]: 'x.json\n',
        [`${lastFolder}x.json`]: '',
      });
      return findFiles(folder, { isIgnored: () => false });
    };
    expect(walk(4)).toMatchObject({ files: [], unreadablePaths: [] });
    expect(walk(5)).toMatchObject({ files: ['a/b/c/d/e/z/x.json'], unreadablePaths: [{ path: '.gitignore' }] });
  });
  test('a pattern that a backtracking matcher never finishes is matched quickly', () => {
    const folder = folderWith({ '.gitignore': `${'a/**/'.repeat(10)}b\n`, [`${'a/'.repeat(50)}x.json`]: '' });
    expect(linesOf(folder)).toEqual([`${'a/'.repeat(50)}x.json`]);
  });
  test('.git may be a pipe, or refer to a folder with a pipe', () => {
    const folder = folderWith({ 'a/x.json': '', 'b/.git': 'gitdir: ../git', 'b/x.json': '', 'git/HEAD': '' });
    pipe(join(folder, 'a/.git'));
    pipe(join(folder, 'git/commondir'));
    expect([gitRootOf(join(folder, 'a')), linesOf(join(folder, 'a'))]).toEqual([undefined, ['x.json']]);
    expect([gitRootOf(join(folder, 'b')), linesOf(join(folder, 'b'))]).toEqual([join(folder, 'b'), ['x.json']]);
  });
  test('a pipe with the name of the configuration makes no workspace', () => {
    const folder = folderWith({ 'sub/x.json': '' });
    pipe(join(folder, 'sub/preflight.config.json'));
    expect(linesOf(folder)).toEqual(['sub/x.json']);
    expect(findFiles(folder, { isIgnored: () => false, only: ['sub/x.json'] }).files).toEqual(['sub/x.json']);
  });
});

describe('a walk stops', () => {
  const limits = { files: 4, bytes: 100 };
  const refusal = (files: Readonly<Record<string, string>>, lowerLimits: Partial<Limits> = {}): string => {
    const folder = folderWith(files);
    try {
      linesOf(folder, { ...limits, ...lowerLimits });
    } catch (error) {
      expect(error).toBeInstanceOf(WorkspaceTooLarge);
      return (error as Error).message.slice(folder.length, (error as Error).message.indexOf(','));
    }
    return 'none';
  };
  test('above the maximum number of files, recognized or not', () => {
    const files = { 'a.json': '', 'b.txt': '', 'c/d.json': '', 'c/e': '' };
    expect(refusal(files)).toBe('none');
    expect(refusal({ ...files, f: '' })).toBe(' has more than 4 files');
  });
  test('above the maximum number of folders', () =>
    expect(refusal({ 'a/b/c/d/e.json': '' })).toBe(' has more than 4 folders'));
  test('above the maximum number of bytes to read', () => {
    expect(refusal({ 'a.json': ' '.repeat(60), 'b.json': ' '.repeat(40), 'c.txt': ' '.repeat(90) })).toBe('none');
    expect(refusal({ 'a.json': ' '.repeat(60), 'b.json': ' '.repeat(41) })).toBe(' has more than 100 bytes of JSON');
  });
  test('or prints a warning about memory before any file is read', () => {
    const folder = folderWith({ 'a.json': ' '.repeat(60), 'b.txt': ' '.repeat(9), 'c/d.json': ' '.repeat(40) });
    const { files, bytes } = findFiles(folder, { isIgnored: () => false });
    expect([files.length, bytes, memoryWarning(folder, { files, bytes: 2 ** 30 })]).toEqual([2, 100, undefined]);
    expect(memoryWarning('/ws', { files, bytes: 1.55 * 2 ** 30 })).toBe(
      '/ws has 1.6 GiB of JSON in 2 files, and all of it is held in memory; "ignore" in its preflight.config.json ' +
        'leaves folders out, or a preflight.config.json in the folder of your agents makes that folder a workspace ' +
        '(--cwd names it)',
    );
  });
  test('but does not count the contents of skipped folders', () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`${i}.json`, '']));
    const into = (folder: string): Record<string, string> =>
      Object.fromEntries(Object.keys(files).map(name => [`${folder}/${name}`, '']));
    expect(
      refusal({ '.gitignore': 'out\n', 'a.json': '', ...into('out'), ...into('node_modules'), ...into('.git') }),
    ).toBe('none');
  });
  /** A walk over `count` invented files or folders, each of the same size. */
  const walkOf = (count: number, type: 'file' | 'folder', size = 0): (() => void) => {
    const root = folderWith({}),
      entry = { isFile: () => type === 'file', isDirectory: () => type === 'folder', isSymbolicLink: () => false };
    const entries = new Array<FolderEntry>(count).fill({ ...entry, name: size > 0 ? 'x.json' : 'x' });
    return () =>
      findFiles(root, {
        isIgnored: () => false,
        source: { ...diskAlone, entries: folder => (folder === root ? entries : []), sizeOf: () => size },
      });
  };
  test('by default above 200,000 files or folders, or 4 GiB', () => {
    expect(walkOf(200_000, 'file')).not.toThrow();
    expect(walkOf(200_001, 'file')).toThrow(' has more than 200,000 files');
    // the root counts as one folder
    expect(walkOf(199_999, 'folder')).not.toThrow();
    expect(walkOf(200_000, 'folder')).toThrow(' has more than 200,000 folders');
    expect(walkOf(10, 'file', 2 ** 32 / 10)).not.toThrow();
    expect(walkOf(10, 'file', 2 ** 32 / 10 + 1)).toThrow(' has more than 4 GiB of JSON');
  });
  test('but does not count files that are too large to be read', () => {
    expect(walkOf(20, 'file', 500e6)).toThrow(' has more than 4 GiB of JSON');
    expect(walkOf(20, 'file', 500e6 + 1)).not.toThrow();
  });
  test('with a message in words', () => {
    const folder = folderWith({ 'a.json': '', 'b.json': '', 'c.json': '' });
    expect(() => linesOf(folder, { files: 2, bytes: 100 })).toThrow(
      `${folder} has more than 2 files, too much for one workspace; "ignore" in its preflight.config.json`,
    );
  });
});

test('a walk finds the same files as a check of each file or folder: no link, no pipe, no skipped file', () => {
  const folder = folderWith({
    '.git/e.json': '',
    '.gitignore': 'out/\n',
    'a.json': '',
    'a.txt': '',
    'inner/deep/g.json': '',
    'inner/f.json': '',
    'inner/preflight.config.json': '{}',
    'named.json/h.json': '',
    'node_modules/d.json': '',
    'out/c.json': '',
    'ours/o.json': '',
    'sub/b.json': '',
  });
  symlinkSync('sub', join(folder, 'linked'));
  symlinkSync('a.txt', join(folder, 'linked.txt'));
  symlinkSync('../sub', join(folder, 'named.json/node_modules'));
  symlinkSync('a.json', join(folder, 'link.json'));
  symlinkSync('sub', join(folder, 'sub.json'));
  pipe(join(folder, 'pipe.json'));
  const ignored = (path: string): boolean => path === 'ours';
  const { files, nestedFolders: nested, passedOver } = findFiles(folder, { isIgnored: ignored, explain: true });
  expect([files, nested]).toEqual([['a.json', 'named.json/h.json', 'sub/b.json'], [join(folder, 'inner')]]);
  expect(Object.fromEntries(passedOver.map(({ path, reason: why }) => [path, why]))).toEqual({
    linked: 'it is a symbolic link; give its target',
    'link.json': 'it is a symbolic link; give its target',
    'sub.json': 'it is a symbolic link; give its target',
    'pipe.json': 'it is not a regular file',
    out: 'git ignores it',
    ours: 'the configuration ignores it',
  });
  const allPaths = readdirSync(folder, { encoding: 'utf8', recursive: true });
  const paths = [...allPaths, 'linked/b.json', 'sub.json/b.json', 'none.json', 'sub/none.json'];
  const at = (...only: readonly string[]): readonly string[] => findFiles(folder, { isIgnored: ignored, only }).files;
  for (const path of paths)
    expect([path, at(path)]).toEqual([path, files.filter(file => file === path || file.startsWith(`${path}/`))]);
  expect(at(...paths)).toEqual(files);
  expect(at('')).toEqual(files);
  expect(at('sub/b.json', 'sub', 'none/at/all', 'a.json')).toEqual(['a.json', 'sub/b.json']);
  expect([findFiles(folder, { isIgnored: ignored, only: ['inner/deep'] }).nestedFolders, at()]).toEqual([
    [join(folder, 'inner')],
    [],
  ]);
  const missingFolder = findFiles(join(folder, 'none'), { isIgnored: ignored, only: [''] });
  expect([missingFolder.files, missingFolder.unreadablePaths]).toEqual([[], []]);
});

test('a folder is loose if it is in no configuration, checkout or working directory', () => {
  const top = folderWith({
    'repo/.git/HEAD': '',
    'repo/.gitignore': 'out/\n',
    'repo/out/x.json': '',
    'repo/a/x.json': '',
    'conf/preflight.config.json': '{}',
    'conf/a/x.json': '',
    'w/a/x.json': '',
  });
  const at = (folder: string, cwd: string): unknown => {
    const { root, isLoose: loose } = placeOf(join(top, folder), join(top, cwd));
    return [root.slice(top.length + 1), loose];
  };
  expect(at('repo/a', 'w')).toEqual(['repo', false]);
  expect(at('repo/out', 'repo')).toEqual(['repo/out', true]);
  expect(at('repo/out', 'repo/out')).toEqual(['repo/out', false]);
  expect(at('conf/a', 'w')).toEqual(['conf', false]);
  expect(at('w/a', 'w')).toEqual(['w', false]);
  expect(at('w/a', 'w/a')).toEqual(['w/a', false]);
  expect(at('w/a', 'conf')).toEqual(['w/a', true]);
  expect(at('w', 'w/a')).toEqual(['w', true]);
});
