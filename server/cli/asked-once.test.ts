import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { gitProgram } from '../state/git-program.ts';
import { change, config, fast, off, repository } from '../testing/judged-workspace.ts';
import { git, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const path = process.env['PATH']!,
  bin = mkdtempSync(join(tmpdir(), 'preflight-git-'));
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(bin, { recursive: true, force: true });
});

/**
 * Records the calls of git.
 * @returns a function that returns the arguments of each call since it was last called
 */
function questions(folder: string): () => string[] {
  const log = join(bin, 'log');
  write(bin, { git: `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\nexec '${gitProgram(folder)}' "$@"\n` });
  chmodSync(join(bin, 'git'), 0o755);
  process.env['PATH'] = `${bin}${delimiter}${path}`;
  return () => {
    const text = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(log, { force: true });
    return text.map(line => line.replace(/^.*core\.quotePath=false /, ''));
  };
}
/** Calls that are repeated on purpose, because they read their questions from a pipe. */
const piped = /^(cat-file --batch|check-attr --stdin)/;

test('no command asks git the same question twice, even if it applies the settings of two states', async () => {
  const folder = repository(folderWith);
  change(folder, { ...fast, ...config(off) });
  git(folder, 'add', '-A');
  const linesOf = questions(folder),
    account = folderWith(fast);
  for (const args of [
    ['lint', '--staged'],
    ['lint', '--changed-since', 'main'],
    ['lint', ...Object.keys(fast)],
    ['plan', '--base', 'main'],
    ['ci', '--base', 'main'],
    ['affected', '--base', 'main'],
    ['requests', '--base', 'main'],
    ['drift', '--base', 'main', account],
    ['drift', account],
  ]) {
    await preflight(args, folder);
    const text = linesOf(),
      once = text.filter(line => !piped.test(line));
    expect(once.length, args.join(' ')).toBeGreaterThan(1);
    expect(new Set(once).size, once.join('\n')).toBe(once.length);
    expect(text.length - once.length, text.join('\n')).toBeLessThanOrEqual(6);
  }
});
