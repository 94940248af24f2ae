import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunkOf } from './hunks.ts';

const lines = (n: number): string => Array.from({ length: n }, (_, i) => `line ${i}`).join('\n');

test('a replaced line is shown with one line before and after it', () =>
  expect(hunkOf(lines(9), lines(9).replace('line 4', 'LINE 4'))).toEqual({
    addedCount: 1,
    removedCount: 1,
    lines: [' line 3', '-line 4', '+LINE 4', ' line 5'],
  }));
test('two distant changes are shown separately', () =>
  expect(hunkOf(lines(9), `first\n${lines(9)}\nlast`).lines).toEqual(['+first', ' line 0', ' …', ' line 8', '+last']));
test('only the differing part of a prompt in one line is shown', () => {
  const prompt = 'Speak in short sentences. '.repeat(400);
  const { lines } = hunkOf(`${prompt}Be kind. ${prompt}`, `${prompt}Be brief. ${prompt}`);
  expect(lines).toEqual([
    '~…sentences. Speak in short sentences. Be [-kind-]{+brief+}. Speak in short sentences. Speak in sho…',
  ]);
});
test('no character is cut in two', () => {
  const text = '😀'.repeat(300);
  for (const line of hunkOf(text, `${text}x`).lines) expect(line).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});
test('if very many lines differ, most of them are only counted', () => {
  const { addedCount, removedCount, lines: texts } = hunkOf(lines(5000), lines(5000).toUpperCase());
  expect([addedCount, removedCount, texts.length, texts.at(-1)]).toEqual([5000, 5000, 25, ' … and 9976 more lines']);
});
test('the hunk of any two different texts shows at least one difference', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '', 'long '.repeat(50)), { maxLength: 12 })
    .map(lines => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { addedCount, removedCount, lines } = hunkOf(before, after, 1000);
      expect(addedCount + removedCount > 0).toBe(before !== after);
      const places = (sign: string): number => lines.filter(line => line.startsWith(sign)).length;
      expect(places('+') + places('~')).toBeGreaterThanOrEqual(addedCount);
      expect(places('-') + places('~')).toBeGreaterThanOrEqual(removedCount);
    }),
  );
});

/** A long line, with some of its words replaced. */
const sentence = (replaced: Readonly<Record<number, string>>): string =>
  Array.from({ length: 600 }, (_, i) => replaced[i] ?? `word${i}`).join(' ');
const shownOf = (before: string, after: string): readonly string[] => hunkOf(before, after).lines;

test('a second and a third change in one long line are shown as well', () => {
  const lines = shownOf(sentence({}), sentence({ 9: 'ONE', 250: 'TWO', 590: 'THREE' }));
  expect(lines.map(line => line[0])).toEqual(['~', '~', '~']);
  expect(lines.map(line => /\[-.*\+\}/.exec(line)?.[0])).toEqual([
    '[-word9-]{+ONE+}',
    '[-word250-]{+TWO+}',
    '[-word590-]{+THREE+}',
  ]);
});
test('nearby changes are shown together', () => {
  const lines = shownOf(sentence({}), sentence({ 300: 'ONE', 303: 'TWO' }));
  expect([lines.length, /\[-.*\+\}/.exec(lines[0]!)?.[0]]).toEqual([
    1,
    '[-word300-]{+ONE+} word301 word302 [-word303-]{+TWO+}',
  ]);
});
test('after twelve places, further changes in a line are only counted', () => {
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, i) => [9 + i * 40, 'A']));
  expect(shownOf(sentence({}), sentence(many)).slice(12)).toEqual([' … and 2 more changes in this line']);
});
test('a short line is shown word by word, and a long changed part by its two ends', () => {
  expect(shownOf('Be kind to all callers.', 'Be very kind to callers.')).toEqual([
    '~Be {+very +}kind to [-all -]callers.',
  ]);
  const [line] = shownOf('Be kind to callers.', `Be kind ${'x'.repeat(500)} to callers.`);
  expect(line).toBe(`~Be kind {+${'x'.repeat(160)} … ${'x'.repeat(159)} +}to callers.`);
});
test('a completely replaced line is shown once, from its beginning', () => {
  const before = `NEVER say it. ${'blah blah padding text. '.repeat(30)}END`,
    after =
      'You are the voice of the office. You say what it costs while its manager is out, on another call, or after hours. '.repeat(
        2,
      );
  const lines = shownOf(before, after);
  expect(lines.map(line => line.slice(0, 14))).toEqual(['-NEVER say it.', '+You are the v']);
  // a line with an addition does not count as a replaced line
  expect(shownOf(before, `${before} ${after}`)).toEqual([expect.stringMatching(/^~….*END\{\+ You are the voice/)]);
});
test('a changed line beside a new line is shown word by word', () => {
  const lines = shownOf(sentence({}), `${sentence({ 9: 'ONE', 500: 'TWO' })}\nnew`);
  expect(lines.map(line => /ONE|TWO|new/.exec(line)?.[0])).toEqual(['ONE', 'TWO', 'new']);
});
test('each of up to three replaced words of a long line is shown', () => {
  const places = fc.uniqueArray(fc.integer({ min: 0, max: 599 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(places, fc.constantFrom('', 'X', 'a longer stretch of other words', '😀😀'), (all, word) => {
      const text = shownOf(sentence({}), sentence(Object.fromEntries(all.map(i => [i, `${word}<${i}>`])))).join('\n');
      for (const i of all) {
        expect(text).toContain(`<${i}>`);
        expect(text).toMatch(new RegExp(`\\[-.*word${i}\\b`));
      }
    }),
  );
});

test('a replaced text may have more lines than a call has arguments', () => {
  const many = 'a\n'.repeat(300_000);
  expect(hunkOf('x', many)).toMatchObject({ addedCount: 300_001, removedCount: 1 });
});
