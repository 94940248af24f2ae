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

test.each(['', '\ufeff'])('a place is found where the parser finds it, with %j before the text', mark => {
  const { nodes } = parseText(mark + text);
  // from each place to every other place, because each search starts at the previous place
  for (const first of routes)
    for (const route of routes) {
      const outline = new JsonSeeker(mark + text);
      expect([first, outline.find(first)]).toEqual([first, placeIn(nodes, first)]);
      expect([first, route, outline.find(route)]).toEqual([first, route, placeIn(nodes, route)]);
    }
});

test('after a few places the text is parsed, regardless of how near the places are', () => {
  const outline = new JsonSeeker(text);
  expect(routes.map(route => outline.find(route) !== undefined).lastIndexOf(true)).toBe(4);
});

test('in a text that is a scalar, the scalar is found', () => {
  expect(new JsonSeeker(' "a" ').find(['b'])).toEqual(placeIn(parseText(' "a" ').nodes, ['b']));
  expect(new JsonSeeker('12').find([])).toMatchObject({ start: 0, end: 2 });
});

test('many places in reverse order are found by the parser', () => {
  const items = 1000,
    list = `[${'1,'.repeat(items)}2]`,
    outline = new JsonSeeker(list);
  const result = Array.from({ length: items }, (_, i) => outline.find([String(items - i)]));
  expect(result[0]).toEqual({ start: 2 * items + 1, end: 2 * items + 2, key: undefined, depth: 1, isString: false });
  expect(result.at(-1)).toBeUndefined();
  const document = new Document('a.json', list);
  for (let i = items; i >= 0; i--) expect(locate(document, `/${i}`)).toEqual({ start: 2 * i + 1, end: 2 * i + 2 });
});
