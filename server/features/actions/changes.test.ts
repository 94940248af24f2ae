import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { changesBetween } from './changes.ts';

describe('changes between two texts', () => {
  const line = fc.constantFrom('a', 'b', '  "x": 1,', '😀', '😁', '', '}', 'long line of words');
  const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r'))).map(lines => lines.flat().join(''));
  test('turn the first text into the second, in the order of the text', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edits = changesBetween(before, after);
        expect(applyTextEdits(before, edits)).toBe(after);
        for (const [i, edit] of edits.entries()) {
          expect(edit.start).toBeGreaterThanOrEqual(edits[i - 1]?.end ?? 0);
          expect(before.slice(edit.start, edit.end)).not.toBe(edit.text);
          for (const cut of [edit.start, edit.end])
            expect(before.slice(Math.max(0, cut - 1), cut + 1)).not.toMatch(
              /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/,
            );
        }
      }),
      { numRuns: 2000 },
    );
  });
  test('affect only the places that differ', () => {
    const before = Array.from({ length: 1000 }, (_, i) => `line ${i}\n`);
    const after = before.with(3, 'line three\n').with(900, '');
    after.splice(500, 0, 'new\n');
    expect(changesBetween(before.join(''), after.join(''))).toEqual([
      { start: 26, end: 27, text: 'three' },
      { start: 4390, end: 4390, text: 'new\n' },
      { start: 7990, end: 7999, text: '' },
    ]);
  });
  test('are empty for equal texts', () => expect(changesBetween('a\n', 'a\n')).toEqual([]));
});
