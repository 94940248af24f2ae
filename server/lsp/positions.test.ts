import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { applyChange, offsetIn } from './positions.ts';

const text = '\ufeff{ "a": 1,\r\n  "b": "\u{1F9EA}" }\n\n]';
const document = new Document('x.json', text);

describe('a position', () => {
  test.each([
    ['the start, after the byte order mark', 0, 0, 1],
    ['within a line', 1, 2, text.indexOf('"b"')],
    ['the end of a line', 0, 9, text.indexOf('\r')],
    ['past the end of a line', 0, 500, text.indexOf('\r')],
    ['past the end of a line of one character', 1, 500, text.indexOf('\n\n')],
    ['in an empty line', 2, 0, text.indexOf('\n]')],
    ['past the end of an empty line', 2, 3, text.indexOf('\n]')],
    ['the end', 3, 1, text.length],
    ['past the end', 3, 7, text.length],
    ['past the last line', 4, 0, text.length],
  ])('is converted to an offset: %s', (_, line, character, offset) =>
    expect(offsetIn(document, { line, character })).toBe(offset),
  );
});

describe('a change', () => {
  const after = (start: readonly [number, number], end: readonly [number, number], insert: string): string =>
    applyChange(
      document,
      {
        range: { start: { line: start[0], character: start[1] }, end: { line: end[0], character: end[1] } },
        text: insert,
      },
      2,
    ).text;
  test('that ends beyond the end of a line keeps the line break', () =>
    expect(after([0, 1], [0, 99], '}')).toBe('\ufeff{}\r\n  "b": "\u{1F9EA}" }\n\n]'));
  test('whose end is before its start inserts text without deleting', () =>
    expect(after([1, 2], [0, 0], 'x')).toBe(text.replace('"b"', 'x"b"')));
  test('without a range replaces the whole text', () =>
    expect(applyChange(document, { text: '[]' }, 2).text).toBe('[]'));
});
