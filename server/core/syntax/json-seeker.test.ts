import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { locate } from '../locate.ts';
import { JsonSeeker } from './json-seeker.ts';
import { parseText } from './parse.ts';
import { placeIn } from './syntax-nodes.ts';

const text = String.raw`  { "a" :[1, -2.5e3 ,true,null, "\\", "\"]" ], "b\"/": {"": {}, "c": [ ]}, "a" : [ "é", {"d":"{"} ], "e":0}
`;
const routes = [
  [],
  ['a'],
  ['a', '0'],
  ['a', '1'],
  ['a', '1', 'd'],
  ['a', '01'],
  ['a', '2'],
  ['a', 'length'],
  ['b"/'],
  ['b"/', ''],
  ['b"/', '', 'x'],
  ['b"/', 'c', '0'],
  ['e'],
  ['e', 'f'],
  ['x', 'y'],
];

/** The places of all routes, each also searched after every other one, because a search starts at the previous place. */
const seekPairs = (json: string, hasUniqueKeys: boolean): unknown[] =>
  routes.flatMap(first =>
    routes.map(second => {
      const seeker = new JsonSeeker(json, hasUniqueKeys);
      return [first, second, seeker.find(first), seeker.find(second)];
    }),
  );
const parsePairs = (json: string): unknown[] => {
  const { nodes } = parseText(json);
  return routes.flatMap(first => routes.map(second => [first, second, placeIn(nodes, first), placeIn(nodes, second)]));
};

test.each(['', '\ufeff'])('a place is found where the parser finds it, %j before the text', mark => {
  expect(seekPairs(mark + text, false)).toEqual(parsePairs(mark + text));
});

test('a place is found in a text without duplicate keys', () => {
  const uniqueText = text.replace('"a" :', '"z" :');
  expect(seekPairs(uniqueText, true)).toEqual(parsePairs(uniqueText));
});

test('a key before the previous place is found', () => {
  const seeker = new JsonSeeker('{"a": {"x": 1}, "b": 2, "c": {}}', true);
  for (const [route, start] of [
    [['c', 'x'], 29],
    [['a', 'x'], 12],
    [['b'], 21],
    [['d'], 0],
    [['c'], 29],
  ] as const)
    expect(seeker.find(route)?.start).toBe(start);
});

test('a text that is a scalar', () => {
  expect(new JsonSeeker(' "a" ', true).find(['b'])).toEqual(placeIn(parseText(' "a" ').nodes, ['b']));
  expect(new JsonSeeker('12', true).find([])).toMatchObject({ start: 0, end: 2 });
});

test('many places in reverse order are found by the parser', () => {
  const items = 1000,
    list = `[${'1,'.repeat(items)}2]`,
    seeker = new JsonSeeker(list, true);
  const result = Array.from({ length: items }, (_, i) => seeker.find([String(items - i)]));
  expect(result[0]).toEqual({ start: 2 * items + 1, end: 2 * items + 2, key: undefined, depth: 1, isString: false });
  expect(result.at(-1)).toBeUndefined();
  const document = new Document('a.json', list);
  for (let i = items; i >= 0; i--) expect(locate(document, `/${i}`)).toEqual({ start: 2 * i + 1, end: 2 * i + 2 });
});
