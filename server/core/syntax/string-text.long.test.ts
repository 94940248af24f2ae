import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyTextEdits } from '../fixing/apply.ts';
import { changeBetween, inLines, mergeTexts, StringText } from './string-text.ts';

const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 10_000) };

/** Pieces of prompts; the difficult ones come first. */
const piece = fc.constantFrom(
  '\n',
  '\r\n',
  '\r',
  '\n\n---\n\n## ',
  '{{name}}',
  'é',
  '😀',
  '😁',
  '\ud83d',
  '\t',
  '"',
  '\\',
  '/',
  '\u2028',
  '\u0007',
  'Say ',
);
const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 20 }).map(parts => parts.join(''));
/** A string spelled with other escapes than Preflight writes. */
const spelling = fc.tuple(text, fc.infiniteStream(fc.nat(5))).map(([value, chance]) => {
  const units = Array.from({ length: value.length }, (_, i) => {
    const unit = value[i]!,
      code = unit.charCodeAt(0);
    const escaped = JSON.stringify(unit).slice(1, -1),
      hex = `\\u${code.toString(16).padStart(4, '0')}`;
    const letter = chance.next().value;
    if (unit === '/') return letter > 2 ? '\\/' : '/';
    if (code >= 0xd800 && code < 0xe000) return hex;
    return letter === 0 ? hex : escaped;
  });
  return `"${units.join('')}"`;
});
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(12), text), { minLength: 1, maxLength: 5 });
const applyChange = (before: string, [offset, length, insertion]: readonly [number, number, string]): string => {
  const start = offset % (before.length + 1);
  return inLines(before.slice(0, start) + insertion + before.slice(start + length));
};

test('edits of a prompt document change the string, and nothing else', () => {
  fc.assert(
    fc.property(spelling, edits, fc.constantFrom('\n', '\r\n', ' '), (raw, changes, space) => {
      const textBefore = `{${space}"greeting": "caf\\u00e9 \\/",${space}"general_prompt": `,
        textAfter = `,${space}"begin_message": "\\u00e9"${space}}`;
      let json = textBefore + raw + textAfter;
      const currentText = (): StringText =>
        new StringText(json.slice(textBefore.length, json.length - textAfter.length));
      const parsedText = (): string => (JSON.parse(json) as { general_prompt: string }).general_prompt;
      // a byte order mark at the start of a text is dropped by every editor
      fc.pre(!parsedText().startsWith('\ufeff'));
      expect(currentText().text).toBe(inLines(parsedText()));
      let text = currentText().text;
      for (const change of changes) {
        const next = applyChange(text, change).replace(/^\ufeff+/, ''),
          before = json,
          edit = currentText().editTo(next);
        const place = edit && { ...edit, start: edit.start + textBefore.length, end: edit.end + textBefore.length };
        if (place) {
          json = applyTextEdits(json, [place])!;
          const undo = {
            start: place.start,
            end: place.start + place.text.length,
            text: before.slice(place.start, place.end),
          };
          expect(applyTextEdits(json, [undo])).toBe(before);
        } else expect(next).toBe(text);
        expect(json.startsWith(textBefore) && json.endsWith(textAfter)).toBe(true);
        // an editor writes UTF-8, in which a lone surrogate cannot be written
        expect(/\p{Surrogate}/u.test(json)).toBe(false);
        expect(inLines(parsedText())).toBe(next);
        expect(currentText().text).toBe(next);
        text = next;
      }
    }),
    runs,
  );
}, 120_000);

test('text outside an edit keeps its spelling', () => {
  // no text contains these brackets, so the common beginning and end of two texts stop at the brackets
  const enclose = (words: string): string => `⟦${words}⟧`;
  fc.assert(
    fc.property(spelling, spelling, text, text, (prefix, right, former, insertion) => {
      fc.pre(!new StringText(prefix).text.endsWith('\n') && inLines(insertion) !== inLines(former));
      const wholeText = prefix.slice(0, -1) + JSON.stringify(enclose(former)).slice(1, -1) + right.slice(1),
        before = new StringText(wholeText),
        start = new StringText(prefix).text;
      const edit = before.editTo(inLines(start + enclose(insertion)) + new StringText(right).text);
      fc.pre(edit?.start !== 0);
      expect(edit!.start).toBeGreaterThanOrEqual(prefix.length - 1);
      expect(wholeText.length - edit!.end).toBeGreaterThanOrEqual(right.length - 1);
    }),
    runs,
  );
}, 120_000);

test('offsets in the text are mapped to offsets in the file and back', () => {
  fc.assert(
    fc.property(spelling, raw => {
      const string = new StringText(raw);
      for (let offset = 0; offset <= string.text.length; offset++)
        expect(string.unitAt(string.rawOffsetAt(offset))).toBe(offset);
      for (let offset = 0; offset < raw.length; offset++)
        expect(string.rawOffsetAt(string.unitAt(offset))).toBeLessThanOrEqual(Math.max(offset, string.rawOffsetAt(0)));
    }),
    runs,
  );
}, 120_000);

test('two edits at different places are merged, in either order', () => {
  fc.assert(
    fc.property(text, text, text, text, (a, b, c, insertion) => {
      const base = `${a}<${b}>${c}`,
        answer = `${insertion}${a}<${b}>${c}`,
        second = `${a}<${b}>${c}${insertion}`;
      const mergedText = mergeTexts(base, answer, second);
      expect(mergeTexts(base, second, answer)).toBe(mergedText);
      if (mergedText !== undefined)
        expect(mergedText).toBe(insertion === '' ? base : `${insertion}${a}<${b}>${c}${insertion}`);
      expect(mergeTexts(base, answer, base)).toBe(answer);
      expect(mergeTexts(base, base, second)).toBe(second);
    }),
    runs,
  );
}, 120_000);

test('an edit is the smallest change from one text to another', () => {
  expect(changeBetween('a😀b', 'a😁b')).toEqual({ start: 1, end: 3, text: '😁' });
  expect(changeBetween('aa', 'aaa')).toEqual({ start: 2, end: 2, text: 'a' });
  expect(changeBetween('', '')).toBeUndefined();
});
