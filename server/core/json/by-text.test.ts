import { expect, test } from 'vitest';
import { byText, keepTextResults } from './by-text.ts';

const longText = (letter: string, length = 1000): string => letter.repeat(length);
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
  expect(computations([longText('a'), longText('a')])).toBe(2);
});

test('a result is kept for a long text and one owner', () => {
  keepTextResults();
  expect(computations([longText('a'), longText('b'), longText('a'), longText('b')])).toBe(2);
  expect(computations([longText('a')])).toBe(1);
  expect(computations(['short', 'short'])).toBe(2);
});

test('the result for a text that is requested again is kept, and other results are dropped', () => {
  const owner = {},
    used = longText('c');
  for (let i = 0; i < 12; i++) computations([used, longText(String(i % 10), 1_000_000 + i)], owner);
  expect(computations([used], owner)).toBe(0);
  expect(computations([longText('0', 1_000_000)], owner)).toBe(1);
});
