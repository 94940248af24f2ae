import { expect, test } from 'vitest';
import { positionAfter, positionIn } from './positions.ts';

const position = (line: number, character: number) => ({ line, character });
const change = (from: readonly [number, number], to: readonly [number, number], text: string) => ({
  range: { start: position(...from), end: position(...to) },
  text,
});

test('a position moves with the text before it', () => {
  expect(positionAfter(position(3, 5), change([5, 0], [5, 1], 'later'))).toEqual(position(3, 5));
  expect(positionAfter(position(3, 5), change([1, 0], [1, 0], 'one\ntwo\r\n'))).toEqual(position(5, 5));
  expect(positionAfter(position(3, 5), change([1, 2], [2, 0], ''))).toEqual(position(2, 5));
  expect(positionAfter(position(3, 5), change([3, 1], [3, 3], 'longer'))).toEqual(position(3, 9));
  expect(positionAfter(position(3, 5), change([2, 7], [3, 2], 'x'))).toEqual(position(2, 11));
  expect(positionAfter(position(3, 5), change([3, 0], [3, 0], 'a\nbc'))).toEqual(position(4, 7));
});
test('a position inside a replaced range moves to the start of the range', () => {
  expect(positionAfter(position(3, 5), change([3, 2], [4, 0], 'x'))).toEqual(position(3, 2));
  expect(positionAfter(position(3, 5), change([0, 0], [9, 0], ''))).toEqual(position(0, 0));
});
test('an offset is converted to a line and a character, whatever the line ends are', () =>
  expect([0, 1, 3, 8].map(offset => positionIn('a\r\nbc\ndef', offset))).toEqual([
    position(0, 0),
    position(0, 1),
    position(1, 0),
    position(2, 2),
  ]));
