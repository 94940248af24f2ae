import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { findFiles } from './find.ts';

const root = mkdtempSync(join(tmpdir(), 'git-ignore-'));
afterAll(() => {
  rmSync(root, { recursive: true });
});
const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });

const folders = ['', 'a/', 'a/b/', 'a/b/a/', 'b/', 'ab/', 'ab/a b/', 'B/', '#a/', '[a]/', 'ü/a/'];
const names = ['a', 'b', 'ab', 'A', 'a b', 'b ', '!a', '#a', '[a]', 'a\\b', '-', ']', 'ü', '1_'];

test('the walk ignores the same files as git', () => {
  git('init', '-q', '.');
  for (const folder of folders)
    for (const name of names) {
      const file = join(root, `${folder}${name}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, '');
    }
  const pieces = [
    'a b ab A ü .json *.json \\  # ! - ] / / * ** *** ?',
    '/** **/ /**/ \\* \\ \\a [ab] [!a] [^b-z] []a] [a [[:alpha:]] [[:x:]]',
    '[\\]a-] [a- [a\\-b] [[:digit:]_] \xfc \t',
  ];
  const piece = fc.constantFrom(' ', '\\ ', ...pieces.flatMap(line => line.split(' ')).filter(text => text !== ''));
  const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map(pieces => pieces.join(''));
  const lines = fc
    .tuple(fc.array(fc.tuple(fc.constantFrom('', '', '!', '/'), line), { maxLength: 5 }), fc.constantFrom('\n', '\r\n'))
    .map(([lines, end]) => lines.map(([sign, text]) => sign + text + end).join(''));
  const bytes = fc.oneof(
    lines.map(text => Buffer.from(text)),
    lines.map(text => Buffer.from(text, 'latin1')),
  );
  fc.assert(
    fc.property(bytes, bytes, bytes, fc.boolean(), (top, below, exclude, fold) => {
      writeFileSync(join(root, '.gitignore'), top);
      writeFileSync(join(root, 'a', '.gitignore'), below);
      writeFileSync(join(root, '.git', 'info', 'exclude'), exclude);
      git('config', 'core.ignorecase', String(fold && !/\[|\\/.test(`${top}${below}${exclude}`)));
      const unignoredFiles = git('ls-files', '-z', '--others', '--exclude-standard').split('\0');
      expect(findFiles(root, { isIgnored: () => false }).files).toEqual(
        unignoredFiles.filter(file => file.endsWith('.json')).sort(),
      );
    }),
    { numRuns: 1500 },
  );
});
