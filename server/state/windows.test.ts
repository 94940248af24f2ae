import type * as path from 'node:path';
import type * as url from 'node:url';
import { expect, test, vi } from 'vitest';

/*
 * Replaces the path functions of this machine by the functions of Node for Windows, for drives, shares and
 * backslashes.
 */
vi.mock('node:path', async original => {
  const { win32 } = await original<typeof path>();
  return { ...win32, default: win32 };
});
vi.mock('node:url', async original => {
  const real = await original<typeof url>();
  return {
    ...real,
    fileURLToPath: (address: string) => real.fileURLToPath(address, { windows: true }),
    pathToFileURL: (file: string) => real.pathToFileURL(file, { windows: true }),
  };
});
const { isWithin, pathIn, pathWithin } = await import('./paths.ts');
const { isOfGit } = await import('./paths.ts');
const { pathFrom } = await import('./configuration.ts');
const here = await import('../cli/terminal/io.ts');
const { globTyped } = await import('../cli/lint/selected-paths.ts');
const { pathOf, uriIn } = await import('../lsp/uris.ts');

test('a path below a folder uses /, and a path on another drive or share is not below the folder', () => {
  expect(pathIn('C:\\team\\agents', 'desk/v1.agent.json')).toBe('C:\\team\\agents\\desk\\v1.agent.json');
  expect(pathWithin('C:\\team', 'C:\\team\\agents\\v1.agent.json')).toBe('agents/v1.agent.json');
  expect(pathWithin('C:\\team', 'c:\\Team\\a.json')).toBe('a.json');
  for (const outsidePath of ['D:\\team\\a.json', 'C:\\other\\a.json', 'C:\\team2\\a.json', '\\\\server\\share\\a.json'])
    expect([outsidePath, pathWithin('C:\\team', outsidePath), isWithin('C:\\team', outsidePath)]).toEqual([
      outsidePath,
      undefined,
      false,
    ]);
  expect(isWithin('C:\\team', 'C:\\team\\a.json')).toBe(true);
  expect(isWithin('C:\\', 'C:\\team')).toBe(true);
  expect(pathWithin('\\\\server\\share', '\\\\server\\share\\x\\a.json')).toBe('x/a.json');
});

test("git's own files are recognized after any separator", () => {
  expect(isOfGit('C:\\team', 'C:\\team\\sub\\.git\\config')).toBe(true);
  expect(isOfGit('C:\\team', 'C:\\team\\.github\\config')).toBe(false);
});

test('outputs name files with /, relative to the working directory', () => {
  expect(pathFrom('C:\\team', 'C:\\team\\node_modules\\x\\base.json')).toBe('node_modules/x/base.json');
  expect(here.pathFrom({ cwd: 'C:\\team\\agents' }, 'C:\\team', 'numbers/a.json')).toBe('../numbers/a.json');
});

test.each([
  ['file:///c%3A/team/a%20b.agent.json', 'c:\\team\\a b.agent.json'],
  ['file:///C:/team/a.agent.json', 'C:\\team\\a.agent.json'],
  ['file://server/share/a.agent.json', '\\\\server\\share\\a.agent.json'],
  ['file:///team/a.agent.json', undefined],
  ['untitled:c:\\a.json', undefined],
])('the address %s of an editor becomes the path %s', (address, file) => expect(pathOf(address)).toBe(file));

test('a path with a drive becomes an address again', () => {
  expect(uriIn('C:\\team', 'agents/a b#1.json')).toBe('file:///C:/team/agents/a%20b%231.json');
  expect(pathOf(uriIn('C:\\team', 'agents/a b#1.json'))).toBe('C:\\team\\agents\\a b#1.json');
});

test.each(['agents\\*.json', '.\\agents\\*.json', 'agents/*.json', 'C:\\team\\agents\\*.json'])(
  'the glob %s of a command selects files below their folder',
  glob => {
    const { base, matches: fits } = globTyped(glob, 'C:\\team');
    expect(base).toBe('C:\\team\\agents');
    const fitting = ['agents\\a.json', 'a.json', 'agents\\b\\a.json'].filter(path => fits(`C:\\team\\${path}`));
    expect(fitting).toEqual(['agents\\a.json']);
  },
);
