import { describe, expect, test } from 'vitest';
import { IgnorePatterns } from './gitignore.ts';

const budget = () => ({ remainingLength: 1e8 });
/** The ignored paths of `paths`. A path that ends with a slash is a folder. */
const ignoredIn = (text: string, paths: readonly string[], fold = false): string[] => {
  const patterns = new IgnorePatterns(text, fold);
  return paths.filter(path => patterns.ignores(path.replace(/\/$/, ''), path.endsWith('/'), budget()));
};

// the statements of git's documentation, in order; gitignore.long.test.ts compares with git itself
test.each<[text: string, paths: string[], expected: string[]]>([
  ['\n  \n# a\n', ['a', '# a', '  '], []],
  ['\\#a\n\\!b', ['#a', '!b', 'a', 'b'], ['#a', '!b']],
  ['a \nb\\ \nc\\\\ ', ['a', 'a ', 'b', 'b ', 'c\\', 'c\\ '], ['a', 'b ', 'c\\']],
  ['*.json\n!keep.json', ['a.json', 'keep.json'], ['a.json']],
  ['!a\na', ['a'], ['a']],
  ['/a', ['a', 'x/a'], ['a']],
  ['a', ['a', 'x/a', 'x/y/a/', 'ab'], ['a', 'x/a', 'x/y/a/']],
  ['x/a', ['x/a', 'y/x/a'], ['x/a']],
  ['a/', ['a', 'a/', 'x/a/'], ['a/', 'x/a/']],
  ['x/a/', ['x/a', 'x/a/', 'y/x/a/'], ['x/a/']],
  ['a*c', ['ac', 'abc', 'a/c', 'x/abc'], ['ac', 'abc', 'x/abc']],
  ['x/a*c', ['x/abc', 'x/a/c'], ['x/abc']],
  ['a?c', ['abc', 'ac', 'a/c'], ['abc']],
  ['[a-cx]1', ['a1', 'b1', 'x1', 'd1', '[a-cx]1'], ['a1', 'b1', 'x1']],
  ['[!a]1\n[^b]2', ['a1', 'b1', 'a2', 'b2'], ['b1', 'a2']],
  ['[[:digit:]_][]-]', ['1]', '_-', 'a]', '1x'], ['1]', '_-']],
  ['[a\\]]', [']', 'a', '\\'], [']', 'a']],
  ['[a\n[[:no:]]\na\\', ['[a', 'a', 'a\\', '[[:no:]]'], []],
  ['**/a', ['a', 'x/a', 'x/y/a', 'xa'], ['a', 'x/a', 'x/y/a']],
  ['**/x/a', ['x/a', 'y/x/a', 'y/a'], ['x/a', 'y/x/a']],
  ['x/**', ['x/', 'x/a', 'x/a/b', 'y/x/a'], ['x/a', 'x/a/b']],
  ['a/**/b', ['a/b', 'a/x/b', 'a/x/y/b', 'ab'], ['a/b', 'a/x/b', 'a/x/y/b']],
  ['x/*\n!x/a', ['x/a', 'x/b'], ['x/b']],
  ['{a,b}\n+(a)', ['a', 'b', '{a,b}', '+(a)'], ['{a,b}', '+(a)']],
  ['a\r\nb\r\r\n', ['a', 'b', 'b\r'], ['a', 'b\r']],
  ['\xef\xbb\xbfa', ['a'], ['a']],
  ['a\0b', ['a', 'ab'], ['a']],
  ['/\n//\n!\n!/', ['a', '/'], []],
])('%j', (text, paths, expected) => expect(ignoredIn(text, paths)).toEqual(expected));

test('case is ignored only with `fold`', () => {
  const text = 'Ab\n[A-C]1\n[[:upper:]]2\n*.JSON';
  expect(ignoredIn(text, ['ab', 'AB', 'Ab', 'b1', 'x2', 'a.json'])).toEqual(['Ab']);
  expect(ignoredIn(text, ['ab', 'AB', 'Ab', 'b1', 'x2', 'a.json'], true)).toHaveLength(6);
});

describe('the time to match a pattern', () => {
  test.each([
    [`${'a/**/'.repeat(10)}b`, `${'a/'.repeat(500)}x`],
    [`${'*a'.repeat(50)}b`, 'a'.repeat(255)],
    [`${'**/'.repeat(1000)}b`, `${'a/'.repeat(1000)}x`],
    [`${'[a-z]*'.repeat(100)}1`, 'a'.repeat(255)],
  ])('is short even if a backtracking matcher never ends: %.20s', (text, path) => {
    expect(ignoredIn(text, [path])).toEqual([]);
  });
  test('is zero for patterns without wildcards, regardless of their number', () => {
    const budget = { remainingLength: 10 },
      patterns = new IgnorePatterns(
        Array.from({ length: 100_000 }, (_, i) => `${i % 2 ? '/x/' : ''}name-${i}\n`).join(''),
      );
    expect([
      patterns.ignores('x/name-99999', false, budget),
      patterns.ignores('name-7', false, budget),
      budget,
    ]).toEqual([true, undefined, { remainingLength: 10 }]);
  });
  test('is the length of the pattern times the length of the path, if the pattern may match', () => {
    const costOf = (pattern: string, path: string): number => {
      const budget = { remainingLength: 1e6 };
      new IgnorePatterns(pattern).ignores(path, false, budget);
      return 1e6 - budget.remainingLength;
    };
    const longText = `${'*a'.repeat(500)}b`;
    expect(costOf(longText, `${'a'.repeat(6400)}b`)).toBeGreaterThan(100_000);
    expect(costOf(longText, 'a'.repeat(6400))).toBe(1);
  });
  test('is limited by the budget, which is empty afterwards', () => {
    const budget = { remainingLength: 1000 },
      patterns = new IgnorePatterns('*a*b\n'.repeat(100_000));
    expect(patterns.ignores('x', false, budget)).toBeUndefined();
    expect(budget.remainingLength).toBeLessThanOrEqual(0);
  });
});
