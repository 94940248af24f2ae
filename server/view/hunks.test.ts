import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunkOf } from './hunks.ts';

const lines = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i}`).join('\n');

test('a line that is another, with one line around it', () =>
  expect(hunkOf(lines(9), lines(9).replace('line 4', 'LINE 4'))).toEqual({
    added: 1,
    removed: 1,
    lines: [' line 3', '-line 4', '+LINE 4', ' line 5'],
  }));
test('two places far from each other', () =>
  expect(hunkOf(lines(9), `first\n${lines(9)}\nlast`).lines).toEqual(['+first', ' line 0', ' …', ' line 8', '+last']));
test('of a prompt in one line only the part that differs', () => {
  const prompt = 'Speak in short sentences. '.repeat(400);
  const { lines: shown } = hunkOf(`${prompt}Be kind. ${prompt}`, `${prompt}Be brief. ${prompt}`);
  expect(shown.map(line => line.length <= 163 && line.startsWith(`${line[0]}…`) && line.endsWith('…'))).toEqual([
    true,
    true,
  ]);
  expect([shown[0], shown[1]].map(line => /Be (kind|brief)\./.exec(line!)?.[1])).toEqual(['kind', 'brief']);
});
test('no character is cut in two', () => {
  const text = '😀'.repeat(300);
  for (const line of hunkOf(text, `${text}x`).lines) expect(line).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});
test('very many lines are counted', () => {
  const { added, removed, lines: shown } = hunkOf(lines(5000), lines(5000).toUpperCase());
  expect([added, removed, shown.length, shown.at(-1)]).toEqual([5000, 5000, 25, ' … and 9976 more lines']);
});
test('of any two texts: what is shown stands in them, and a difference is always shown', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', 'long '.repeat(50)), { maxLength: 12 })
    .map(all => all.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, removed, lines: shown } = hunkOf(before, after, 1000);
      expect(added + removed > 0).toBe(before !== after);
      expect(shown.filter(line => line.startsWith('+'))).toHaveLength(added);
      expect(shown.filter(line => line.startsWith('-'))).toHaveLength(removed);
    }),
  );
});
