import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, test } from 'vitest';
import { globProblem, readGlob, splitGlob } from './glob.ts';

const matchingPaths = (glob: string, ...paths: string[]): string[] => paths.filter(readGlob(glob));

test.each([
  ['a?.json', ['ab.json', 'a.json', 'a/.json'], ['ab.json']],
  ['*.json', ['a.json', '.json', 'a/b.json'], ['a.json', '.json']],
  ['a*b*c', ['abc', 'axbxc', 'acb', 'a/bc'], ['abc', 'axbxc']],
  ['**/x', ['x', 'a/x', 'a/b/x', 'ax'], ['x', 'a/x', 'a/b/x']],
  ['x/**', ['x/a', 'x/a/b', 'xa'], ['x/a', 'x/a/b']],
  ['a/**/b', ['a/b', 'a/x/y/b', 'a/xb'], ['a/b', 'a/x/y/b']],
  ['{a,b/{c,d}}.json', ['a.json', 'b/c.json', 'b/d.json', 'b.json'], ['a.json', 'b/c.json', 'b/d.json']],
  ['v{1..3}', ['v1', 'v3', 'v4', 'v{1..3}'], ['v1', 'v3']],
  ['[a-c]x', ['ax', 'cx', 'dx', '[a-c]x'], ['ax', 'cx', '[a-c]x']],
  ['[!a-c]x', ['ax', 'dx', '/x'], ['dx']],
  ['[]a]', [']', 'a', 'b'], [']', 'a']],
  ['+(ab|c)d', ['abd', 'ccabd', 'd'], ['abd', 'ccabd']],
  ['*(ab)d', ['d', 'ababd', 'abad'], ['d', 'ababd']],
  ['a/**/?(a)', ['a/a', 'a/b/a', 'a'], ['a/a', 'a/b/a']],
  ['?(ab)d', ['d', 'abd', 'ababd'], ['d', 'abd']],
  ['@(a|b)', ['a', 'b', 'ab'], ['a', 'b']],
  ['!(prod|live).json', ['prod.json', 'test.json', 'produce.json', 'a/test.json'], ['test.json', 'produce.json']],
  ['\\*\\[a]', ['*[a]', 'x[a]'], ['*[a]']],
  ['desk (copy).json', ['desk (copy).json', 'desk copy.json'], ['desk (copy).json']],
  ['{a', ['{a', 'a'], ['{a']],
  ['{a}', ['{a}', 'a'], ['{a}']],
  ['[a', ['[a'], ['[a']],
  ['+(a', ['+(a', 'aa'], ['+(a']],
  ['a\\', ['a\\'], ['a\\']],
  ['', ['', 'a'], ['']],
])('the glob %j matches the expected paths', (glob, paths, expected) =>
  expect(matchingPaths(glob, ...paths)).toEqual(expected),
);

test('globs match the same paths as in picomatch', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    'ab',
    '.',
    '-',
    '/',
    '*',
    '?',
    '/**',
    '**/',
    '[ab]',
    '[a-c]',
    '{a,b}',
    '{ab,b/a}',
    '@(a|b)',
    '+(a|b)',
    '?(a)',
  );
  const name = fc.constantFrom('a', 'b', 'ab', 'ba', 'c', 'a.b', 'a-b', 'abab', 'xa');
  fc.assert(
    fc.property(
      fc.array(piece, { minLength: 1, maxLength: 6 }),
      fc.array(name, { minLength: 1, maxLength: 4 }),
      (pieces, names) => {
        const glob = pieces.join('').replace(/\/+/g, '/').replace(/^\//, ''),
          path = names.join('/');
        // the reference matcher treats . as a folder, and differs for two stars within a name, a star before a
        // bracket, a ? after a bracket, and a single optional name after two stars
        fc.pre(glob !== '' && !/\*[*+?@]?\(|[^/]\*\*|\*\*[^/]|\)\?|\*\*\/\?\(a\)(\/|$)|(^|\/)\.{1,2}(\/|$)/.test(glob));
        expect([glob, path, readGlob(glob)(path)]).toEqual([
          glob,
          path,
          picomatch(glob, { dot: true, strictSlashes: true })(path),
        ]);
      },
    ),
    { numRuns: 1500 },
  );
});

describe('a glob is matched quickly', () => {
  const name = 'a'.repeat(255);
  test.each([
    ['*a*a*b', name],
    ['*a*a*a/*a*a*a/*a*a*a/b', `${name}/${name}/${name}/c`],
    [`${'**/a/'.repeat(20)}b`, `${'a/'.repeat(2000)}c`],
    ['+(*a)b', name],
    ['+(a*|+(a|*a))b', name],
    [`${'{a,aa}'.repeat(60)}b`, name],
    [`${'+(a)'.repeat(60)}b`, name],
    ['!(*a*a|+(a*))c', name],
    ['+(**/a|a)b', `${'a/'.repeat(2000)}c`],
  ])('even if it is %s', (glob, path) => {
    expect(globProblem(glob)).toBeUndefined();
    // a backtracking matcher would not finish here
    expect(readGlob(glob)(path)).toBe(false);
  });
});

test('a glob that may be slow is rejected with a reason', () => {
  expect(
    ['*a*b*c.json', '**/a/**/*b*c*/**', '{*.a,*.b,*.c,*.d}.json', '\\*\\*\\*\\*', '[*][*][*][*]'].filter(globProblem),
  ).toEqual([]);
  const stars = 'has more than 3 asterisks in one name; make the name more specific, or use several globs';
  expect(['*a*a*a*a*b', 'x/*a*b*c*/y', '{*a*b,c}*d*', '**a**', 'a****'].map(globProblem)).toEqual([
    stars,
    stars,
    stars,
    stars,
    stars,
  ]);
  for (const path of ['agents\\desk.json', 'drafts\\**', '..\\Übungen\\*.json', 'a/b\\1.json'])
    expect([path, globProblem(path)]).toEqual([path, 'has \\ between folders; use /']);
  expect(globProblem('!(a!(b))')).toBe('has one !( ) in another; use several globs');
  expect(globProblem('+('.repeat(6))).toBe('has more than 5 nested brackets; use several globs');
  expect(globProblem('a'.repeat(1001))).toBe('is longer than 1000 characters; use several globs');
});

test('a glob is split before its first wildcard', () => {
  expect(['a/b/*.json', '*.json', '/a/{b,c}/d', 'a/\\*/b?', '../x/*', '/*'].map(splitGlob)).toEqual([
    { folders: 'a/b/', rest: '*.json' },
    { folders: '', rest: '*.json' },
    { folders: '/a/', rest: '{b,c}/d' },
    { folders: 'a/*/', rest: 'b?' },
    { folders: '../x/', rest: '*' },
    { folders: '/', rest: '*' },
  ]);
});
