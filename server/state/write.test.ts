import { execFileSync } from 'node:child_process';
import type * as fs from 'node:fs';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scratchFolders } from '../testing/preflight.ts';
import { replaceFile } from './write.ts';

const disk = vi.hoisted(() => ({ writes: 0, fullAt: 0 }));
vi.mock('node:fs', async original => {
  const real = await original<typeof fs>();
  const counted =
    <Args extends unknown[], Result>(original: (...args: Args) => Result) =>
    (...args: Args): Result => {
      if (disk.fullAt > 0 && ++disk.writes === disk.fullAt) {
        if (typeof args[0] === 'number') real.ftruncateSync(args[0], 1);
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      }
      return original(...args);
    };
  return { ...real, writeSync: counted(real.writeSync), writeFileSync: counted(real.writeFileSync) };
});
const fullAtWrite = (n: number): void => void Object.assign(disk, { writes: 0, fullAt: n });
afterEach(() => fullAtWrite(0));

const folderWith = scratchFolders();
const asRoot = process.getuid?.() === 0;
const bufferOf = (text: string): Buffer => Buffer.from(text);
const textOf = (path: string): string => readFileSync(path, 'utf8');
/** Runs a function as a user other than root. */
function asNobody<T>(work: () => T): T {
  if (asRoot) process.seteuid!(65534);
  try {
    return work();
  } finally {
    if (asRoot) process.seteuid!(0);
  }
}

describe('a file that was saved in the meantime is not overwritten', () => {
  test.each([
    ['unless it still has the former text', 'old', 'old', 'written', 'new'],
    [
      'if it has another text',
      'saved',
      'old',
      { refusal: 'was changed in the meantime, so it was not overwritten' },
      'saved',
    ],
    ['if it is new', 'saved', null, { refusal: 'was changed in the meantime, so it was not overwritten' }, 'saved'],
    ['unless its former text is not checked', 'saved', undefined, 'written', 'new'],
  ])('%s', (_, savedText, before, outcome, after) => {
    for (const linked of [false, true]) {
      const path = join(folderWith({ 'x.json': savedText }), 'x.json');
      if (linked) linkSync(path, `${path}.hard`);
      const input = before === undefined ? {} : { read: before === null ? null : bufferOf(before) };
      expect(replaceFile(path, { text: 'new', ...input })).toEqual(outcome);
      expect([textOf(path), readdirSync(dirname(path)).length]).toEqual([after, linked ? 2 : 1]);
    }
  });
  test('a deleted file is not created again, and neither is its folder', () => {
    const folder = folderWith({ 'sub/x.json': '1' });
    rmSync(join(folder, 'sub'), { recursive: true });
    expect(replaceFile(join(folder, 'sub/x.json'), { text: '2', read: bufferOf('1') })).toEqual({
      refusal: 'was removed in the meantime, so it was not written',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a replaced file keeps', () => {
  test('its hard links', () => {
    const path = join(folderWith({ 'x.json': 'old and long' }), 'x.json');
    linkSync(path, `${path}.hard`);
    expect(replaceFile(path, { text: 'new', read: bufferOf('old and long') })).toBe('written');
    expect([textOf(path), textOf(`${path}.hard`), statSync(path).nlink]).toEqual(['new', 'new', 2]);
    expect(readdirSync(dirname(path))).toEqual(['x.json', 'x.json.hard']);
  });
  test('its mode', () => {
    const path = join(folderWith({ 'x.json': 'old' }), 'x.json');
    for (const mode of [0o640, 0o666, 0o600, 0o755]) {
      chmodSync(path, mode);
      replaceFile(path, { text: `${mode}` });
      expect([statSync(path).mode & 0o7777, textOf(path)]).toEqual([mode, `${mode}`]);
    }
  });
  test.runIf(asRoot)('its owner and group, which root restores', () => {
    const path = join(folderWith({ 'x.json': 'old' }), 'x.json');
    chmodSync(path, 0o640);
    chownSync(path, 1234, 1235);
    expect(replaceFile(path, { text: 'new' })).toBe('written');
    const { uid, gid, mode } = statSync(path);
    expect([uid, gid, mode & 0o7777, textOf(path)]).toEqual([1234, 1235, 0o640, 'new']);
  });
  test.runIf(asRoot)('its owner, if only root could restore it', () => {
    const folder = folderWith({ 'x.json': 'old' }),
      path = join(folder, 'x.json');
    chmodSync(folder, 0o777);
    chmodSync(path, 0o666);
    chownSync(path, 1234, 1235);
    expect(asNobody(() => replaceFile(path, { text: 'new', read: bufferOf('old') }))).toBe('written');
    expect([statSync(path).uid, textOf(path), readdirSync(folder)]).toEqual([1234, 'new', ['x.json']]);
  });
  test('the symbolic link to it, because the target is written', () => {
    const folder = folderWith({ 'real/x.json': 'old' }),
      path = join(folder, 'x.json');
    symlinkSync('real/x.json', path);
    expect(replaceFile(path, { text: 'new', linkBoundary: folder })).toBe('written');
    expect([lstatSync(path).isSymbolicLink(), textOf(join(folder, 'real/x.json'))]).toEqual([true, 'new']);
  });
});

describe('a text is not written', () => {
  test('to a link out of the workspace, or to a dangling link', () => {
    const folder = folderWith({ 'outside/x.json': 'old', 'ws/a.json': '1' });
    symlinkSync('../outside/x.json', join(folder, 'ws/x.json'));
    symlinkSync('../outside', join(folder, 'ws/sub'));
    symlinkSync('../outside/new.json', join(folder, 'ws/new.json'));
    for (const name of ['x.json', 'sub/x.json'])
      expect(replaceFile(join(folder, 'ws', name), { text: 'new', linkBoundary: join(folder, 'ws') })).toEqual({
        refusal: 'is a link to a place outside of the workspace, so it was not changed',
      });
    expect(replaceFile(join(folder, 'ws/new.json'), { text: 'new', linkBoundary: join(folder, 'ws') })).toEqual({
      refusal: 'cannot be written: it is a dangling symbolic link',
    });
    expect([textOf(join(folder, 'outside/x.json')), readdirSync(join(folder, 'outside'))]).toEqual(['old', ['x.json']]);
  });
  test('to a write-protected file, even by root, or to a folder', () => {
    const folder = folderWith({ 'x.json': 'old' });
    chmodSync(join(folder, 'x.json'), 0o444);
    mkdirSync(join(folder, 'y.json'));
    expect(['x.json', 'y.json'].map(name => replaceFile(join(folder, name), { text: 'new' }))).toEqual([
      { refusal: 'cannot be written: it is write-protected' },
      { refusal: 'cannot be written: it is a folder' },
    ]);
    expect([textOf(join(folder, 'x.json')), readdirSync(folder)]).toEqual(['old', ['x.json', 'y.json']]);
  });
  test.runIf(asRoot)(
    'to a file of another user, unless the folder is of another user, too, and nothing depends on the former contents',
    () => {
      const folder = folderWith({ 'theirs.json': 'old', 'sub/ours.json': 'old' }),
        ours = join(folder, 'sub/ours.json');
      chmodSync(folder, 0o755);
      chownSync(ours, 65534, 65534);
      const denial = { refusal: 'cannot be written: permission denied' };
      expect(asNobody(() => replaceFile(join(folder, 'theirs.json'), { text: 'new' }))).toEqual(denial);
      expect(asNobody(() => replaceFile(ours, { text: 'new', read: bufferOf('old') }))).toEqual(denial);
      expect([textOf(ours), asNobody(() => replaceFile(ours, { text: 'new' })), textOf(ours)]).toEqual([
        'old',
        'written',
        'new',
      ]);
    },
  );
});

describe('a full disk', () => {
  test.each([
    ['while the new file is written', false, 1],
    ['while the copy is written', true, 1],
    ['while the file itself is written over', true, 2],
  ])('%s leaves the file as it was, and no other file', (_, linked, n) => {
    const folder = folderWith({ 'x.json': 'old and long' }),
      path = join(folder, 'x.json');
    if (linked) linkSync(path, `${path}.hard`);
    fullAtWrite(n);
    expect(() => replaceFile(path, { text: 'new', read: bufferOf('old and long') })).toThrow('ENOSPC');
    fullAtWrite(0);
    expect([textOf(path), readdirSync(folder).length]).toEqual(['old and long', linked ? 2 : 1]);
  });
});

test('a new file is created with its folder', () => {
  const folder = folderWith({});
  expect(replaceFile(join(folder, 'new/sub/z.json'), { text: '2', read: null })).toBe('written');
  expect(textOf(join(folder, 'new/sub/z.json'))).toBe('2');
});

test.runIf(existsSync('/dev/full'))('a device named by the user is written', () => {
  expect(replaceFile('/dev/null', { text: '2' })).toBe('written');
  expect(() => replaceFile('/dev/full', { text: '2' })).toThrow('ENOSPC');
});

test.runIf(process.platform !== 'win32')(
  'a pipe is written if a program reads it; otherwise, writing to it does not block',
  () => {
    const path = join(folderWith({}), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(replaceFile(path, { text: 'x' })).toEqual({ refusal: 'cannot be written: it is a pipe that nothing reads' });
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    expect(replaceFile(path, { text: 'whole' })).toBe('written');
    const received = Buffer.alloc(9);
    expect(received.toString('utf8', 0, readSync(reader, received))).toBe('whole');
    closeSync(reader);
  },
);
