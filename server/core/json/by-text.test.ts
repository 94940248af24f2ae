import { expect, test } from 'vitest';
import { byText, keepTextResults } from './by-text.ts';

const long = (letter: string, length = 1000): string => letter.repeat(length);
/** For each of some requests, the number of times that the length of a text was computed. */
function computations(texts: readonly string[], owner: object = {}): number {
  let count = 0;
  for (const text of texts)
    expect(
      byText(owner, text, ({ length }) => {
        count++;
        return length;
      }),
    ).toBe(text.length);
  return count;
}

test('no result is kept before `keepTextResults` is called', () => {
  expect(computations([long('a'), long('a')])).toBe(2);
});

test('a result is kept for a long text and one owner', () => {
  keepTextResults();
  expect(computations([long('a'), long('b'), long('a'), long('b')])).toBe(2);
  expect(computations([long('a')])).toBe(1);
  expect(computations(['short', 'short'])).toBe(2);
});

test('the result for a text that is requested again is kept, and other results are dropped', () => {
  const owner = {},
    used = long('c');
  for (let i = 0; i < 12; i++) computations([used, long(String(i % 10), 1_000_000 + i)], owner);
  expect(computations([used], owner)).toBe(0);
  expect(computations([long('0', 1_000_000)], owner)).toBe(1);
});
