import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import type { Edit, Finding, TextEdit } from '../finding.ts';
import { applyTextEdits } from './apply.ts';
import { keepsComments, withSafety } from './comments.ts';

const isSafe = (
  text: string,
  edits: readonly Edit[],
  textEdits: readonly TextEdit[] = [],
  file = 'x.jsonc',
): boolean => {
  const finding: Finding = {
    rule: 'r',
    severity: 'error',
    file,
    target: '',
    message: 'm',
    related: [],
    fix: { title: 't', safe: true, edits, textEdits },
  };
  return withSafety(new Document(file, text), finding).fix!.safe;
};

test('a fix that would remove a comment is not safe', () => {
  const text = '{\n  // above\n  "x": { /* in */ "y": 1 }, // about x\n  "z": "// not one"\n}';
  expect(isSafe(text, [{ remove: '/x' }])).toBe(false);
  expect(isSafe(text, [{ remove: '/x/y' }])).toBe(true);
  expect(isSafe(text, [{ set: '/x', to: {} }])).toBe(false);
  expect(isSafe(text, [{ set: '/x/y', to: 2 }])).toBe(true);
  expect(isSafe(text, [{ set: '/x/new', to: 2 }])).toBe(true);
  expect(isSafe(text, [{ remove: '/z' }])).toBe(true);
  expect(isSafe(text, [{ rename: '/x', to: 'w' }])).toBe(true);
});
test('a fix that removes the comment of the removed item is safe', () =>
  expect(isSafe('{\n  "x": 1, // about x\n  "y": 2\n}', [{ remove: '/x' }])).toBe(true));
test('a fix that would write into a comment is not safe', () => {
  const text = '{ "a": 1 // one\n  "b": 2 }';
  const insert = (index: number): boolean => isSafe(text, [], [{ start: index, end: index, text: ',' }], 'x.json');
  expect([insert(8), insert(12), insert(15), insert(16)]).toEqual([true, false, false, true]);
});

test.each([
  // without the extra comma, the quote after the comment would close the string that begins before the comment
  ['{ "version": 3, "version_title\n    // winter\n: "Summer hours",, "base_version": 2 }', false],
  ['{ "version": 3, // winter\n "version_title": "Summer hours",, "base_version": 2 }', true],
])('in a broken text, a fix is not safe if it changes which text is a comment: %j', (text, isKept) => {
  const start = text.indexOf(',,'),
    edits = [{ start, end: start + 1, text: '' }];
  const [before, editedText] = [text, applyTextEdits(text, edits)!].map(
    text => new Document('a.agent-versions.jsonc', text),
  );
  expect(keepsComments(before!, editedText!, edits)).toBe(isKept);
});
