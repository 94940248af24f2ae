import { execFileSync } from 'node:child_process';
import type * as fs from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { scratchFolders } from '../testing/preflight.ts';
import { readRegularFile } from './regular-file.ts';
import { openProblem, readText } from './text.ts';

/* Another program can replace a file between the check and the opening of the file. */
const meanwhile = vi.hoisted((): { exchange: (() => void) | undefined } => ({ exchange: undefined }));
vi.mock('node:fs', async original => {
  const real = await original<typeof fs>();
  return {
    ...real,
    openSync: (...args: Parameters<typeof real.openSync>) => {
      const { exchange } = meanwhile;
      meanwhile.exchange = undefined;
      exchange?.();
      return real.openSync(...args);
    },
  };
});
afterEach(() => {
  meanwhile.exchange = undefined;
});

const folderWith = scratchFolders();
const exchanged = (put: (path: string) => void): string => {
  const path = join(folderWith({ 'ws/.git/HEAD': '', 'ws/x.json': '{}', 'out/x.json': '"secret"' }), 'ws/x.json');
  meanwhile.exchange = () => {
    rmSync(path);
    put(path);
  };
  return path;
};

describe.runIf(process.platform !== 'win32')('a file that was replaced after its check', () => {
  const pipe = (path: string): void => void execFileSync('mkfifo', [path]);
  const link = (path: string): void => {
    symlinkSync('../out/x.json', path);
  };
  const device = (path: string): void => {
    symlinkSync('/dev/zero', path);
  };
  const enlarge = (path: string): void => {
    writeFileSync(path, '"larger"');
  };
  test('by a pipe is neither awaited nor read', () => {
    for (const links of ['any', 'none', undefined] as const)
      expect(() => readRegularFile(exchanged(pipe), { links })).toThrow('it is not a regular file');
    expect(() => readText(exchanged(pipe))).toThrow('it is not a regular file');
    expect(openProblem(exchanged(pipe))).toBe('it is not a regular file');
  });
  test('by a link is not followed out of the checkout', () => {
    for (const links of ['none', undefined] as const)
      expect(() => readRegularFile(exchanged(link), { links })).toThrow(/ELOOP/);
    expect(() => readText(exchanged(link))).toThrow('its symbolic links form a cycle');
    expect(() => readText(exchanged(link), true)).toThrow('its symbolic links form a cycle');
  });
  test('by a link to a device is not read, even if links are followed', () => {
    expect(() => readRegularFile(exchanged(device), { links: 'any' })).toThrow('it is not a regular file');
  });
  test('by a file that is too large is not read', () => {
    expect(() => readRegularFile(exchanged(enlarge), { maxSize: 5 })).toThrow('it is larger than 5 bytes');
    expect(readRegularFile(exchanged(enlarge), { maxSize: 8 }).toString()).toBe('"larger"');
  });
});
