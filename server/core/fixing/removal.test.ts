import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import type { Fix } from '../finding.ts';
import type { Pointer } from '../json/pointer.ts';
import { applyFix } from './apply.ts';

const removing = (...pointers: Pointer[]): Fix => ({
  title: '',
  safe: true,
  edits: pointers.map(pointer => ({ remove: pointer })),
});
const textWithout = (text: string, ...pointers: Pointer[]): string =>
  applyFix(new Document('x.jsonc', text), removing(...pointers));

describe('the comment at the end of a removed line is removed', () => {
  test.each([
    ['at the start', '{\n  "x": 1, // about x\n  "y": 2\n}', '{\n  "y": 2\n}'],
    [
      'between other fields',
      '{\n  "a": 1, // a\n  "x": 1, /* about x */ // too\n  "y": 2 // y\n}',
      '{\n  "a": 1, // a\n  "y": 2 // y\n}',
    ],
    ['at the end', '{\n  "a": 1,\n  "x": 1 // about x\n}', '{\n  "a": 1\n}'],
    ['without other fields', '{\n  "x": 1 // about x\n}', '{}'],
    ['of several lines', '{\n  "x": {\n    "y": 1\n  }, // about x\n  "z": 1\n}', '{\n  "z": 1\n}'],
    ['after a comma in its line', '{\n  "a": 1\n  , "x": 2 // about x\n}', '{\n  "a": 1\n}'],
    ['in a text with CRLF', '{\r\n  "x": 1, // about x\r\n  "y": 2\r\n}', '{\r\n  "y": 2\r\n}'],
  ])('for a field %s', (_, before, after) => expect(textWithout(before, '/x')).toBe(after));
  test('for each of several fields', () =>
    expect(textWithout('{\n  "x": 1, // x\n  "y": 2, // y\n  "z": 3 // z\n}', '/x', '/y')).toBe('{\n  "z": 3 // z\n}'));
});

describe('every other comment is kept', () => {
  test.each([
    ['above the field', '{\n  // above\n  "x": 1,\n  "y": 2\n}', '{\n  // above\n  "y": 2\n}'],
    ['above the next field', '{\n  "x": 1, // about x\n  // about y\n  "y": 2\n}', '{\n  // about y\n  "y": 2\n}'],
    [
      'of the previous field, or above the last field',
      '{\n  "a": 1, // about a\n  // about both\n  "x": 1 // about x\n  // at the end\n}',
      '{\n  "a": 1 // about a\n  // about both\n  // at the end\n}',
    ],
    [
      'in a line with another field',
      '{\n  "a": 1, "x": 2, // about both\n  "y": 3\n}',
      '{\n  "a": 1, // about both\n  "y": 3\n}',
    ],
    ['before another field in its line', '{ "x": 1, /* about y */ "y": 2 }', '{ /* about y */ "y": 2 }'],
    ['before the comma of the field', '{ "x": 1 /* x? */ , "y": 2 }', '{ /* x? */  "y": 2 }'],
    ['around the only field', '{ /* a */ "x": 1 /* b */ }', '{ /* a */ /* b */ }'],
    ['around the only field, in separate lines', '{\n  // a\n  "x": 1, // x\n  // b\n}', '{\n  // a\n  // b\n}'],
    ['above the field, without an additional space', '{\n  // a\n  "x": 1 \n  // b\n}', '{\n  // a\n  // b\n}'],
    ['in a text with CRLF', '{\r\n  "a": 1, // a\r\n  // b\r\n  "x": 1\r\n}', '{\r\n  "a": 1 // a\r\n  // b\r\n}'],
    ['at the end of the file', '{\n  "a": 1, "x": 1 } // end', '{\n  "a": 1 } // end'],
  ])('even a comment %s', (_, before, after) => expect(textWithout(before, '/x')).toBe(after));
  test('also between several removed items', () =>
    expect(textWithout('{\n  "x": 1, // x\n  // between\n  "y": 2, // y\n  // last\n  "z": 3\n}', '/x', '/y')).toBe(
      '{\n  // between\n  // last\n  "z": 3\n}',
    ));
  test('also in the line of one of several removed items', () =>
    expect(textWithout('{\n  "x": 1,\n  /* y? */ "y": 2, // y\n  "z": 3\n}', '/x', '/y')).toBe(
      '{\n  /* y? */ // y\n  "z": 3\n}',
    ));
  test('also in a list', () =>
    expect(textWithout('[\n  1, // one\n  2, // two\n  // three\n  3 // 3\n]', '/1', '/2')).toBe(
      '[\n  1 // one\n  // three\n]',
    ));
});

test('of equal keys, the first is removed if the edit names its node', () => {
  const document = new Document('x.jsonc', '{\n  "x": 1, // old\n  "x": 1 // new\n}');
  expect(applyFix(document, { title: '', safe: true, edits: [{ removeNode: 1 }] })).toBe('{\n  "x": 1 // new\n}');
});
