import { expect, test } from 'vitest';
import { moved } from './moved.ts';

const at = (line: number, character: number) => ({ line, character });
const change = (from: readonly [number, number], to: readonly [number, number], text: string) => ({
  range: { start: at(...from), end: at(...to) },
  text,
});

test('a position moves with the text before it', () => {
  expect(moved(at(3, 5), change([5, 0], [5, 1], 'later'))).toEqual(at(3, 5));
  expect(moved(at(3, 5), change([1, 0], [1, 0], 'one\ntwo\r\n'))).toEqual(at(5, 5));
  expect(moved(at(3, 5), change([1, 2], [2, 0], ''))).toEqual(at(2, 5));
  expect(moved(at(3, 5), change([3, 1], [3, 3], 'longer'))).toEqual(at(3, 9));
  expect(moved(at(3, 5), change([2, 7], [3, 2], 'x'))).toEqual(at(2, 11));
  expect(moved(at(3, 5), change([3, 0], [3, 0], 'a\nbc'))).toEqual(at(4, 7));
});
test('inside a replaced range moves to its start', () => {
  expect(moved(at(3, 5), change([3, 2], [4, 0], 'x'))).toEqual(at(3, 2));
  expect(moved(at(3, 5), change([0, 0], [9, 0], ''))).toEqual(at(0, 0));
});
