import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import type { DocumentContext } from '../context.ts';
import { stableDecorations } from './held.ts';

const context = (text: string): DocumentContext => {
  const document = new Document('a.json', text),
    workspace = new Workspace([document]);
  return { document, workspace, savedWorkspace: workspace };
};
interface Word extends Span {
  readonly text: string;
}
const words = ({ document: { text } }: DocumentContext, { start, end }: Span): Word[] =>
  [...text.matchAll(/\w+/g)]
    .map(({ 0: word, index }) => ({ start: index, end: index + word.length, text: word }))
    .filter(word => word.end >= start && word.start <= end);
const wordAccess = {
  spanOf: (word: Word) => word,
  move: (word: Word, distance: number) => ({ ...word, start: word.start + distance, end: word.end + distance }),
};
const lines = fc.array(fc.constantFrom('', 'a', 'a b', '{ c', 'dd "e'), { maxLength: 5 });

test('decorations of unchanged and changed lines stay at their text', () =>
  fc.assert(
    fc.property(lines, lines, lines, lines, fc.nat(20), fc.nat(20), (head, before, after, tail, from, length) => {
      const formerContext = context([...head, ...before, ...tail].join('\n')),
        currentContext = context([...head, ...after, ...tail].join('\n')),
        range = { start: from, end: from + length };
      expect(stableDecorations({ ...currentContext, lastReadable: formerContext }, range, words, wordAccess)).toEqual(
        words(currentContext, range),
      );
    }),
    { numRuns: 2000 },
  ));

test('only changed lines are recomputed', () => {
  const formerContext = context('one\ntwo\nthree'),
    currentContext = context('one\n{ two\nthree');
  const source = (documentContext: DocumentContext, range: Span): Word[] =>
    words(documentContext, range).map(word => ({
      ...word,
      text: `${word.text} ${documentContext.document === formerContext.document ? 'held' : 'new'}`,
    }));
  const allWords = stableDecorations(
    { ...currentContext, lastReadable: formerContext },
    { start: 0, end: 99 },
    source,
    wordAccess,
  );
  expect(allWords.map(({ text }) => text)).toEqual(['one held', 'two new', 'three held']);
});
