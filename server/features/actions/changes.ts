import type { TextEdit } from '../../core/finding.ts';
import { countWhile } from '../../core/syntax/search.ts';

/**
 * Edits that turn one text into another. They are small, so that carets, folds and marks at unchanged places survive:
 * lines that occur once in both texts are anchors, and only the differing part between two anchors is replaced.
 */
export function changesBetween(before: string, after: string): TextEdit[] {
  if (before === after) return [];
  const a = linesOf(before),
    b = linesOf(after);
  const edits: TextEdit[] = [];
  let fromA = 0,
    fromB = 0,
    startA = 0;
  for (const [toA, toB] of [...anchors(a, b), [a.length, b.length] as const]) {
    const oldText = a.slice(fromA, toA).join(''),
      newText = b.slice(fromB, toB).join('');
    if (oldText !== newText) edits.push(smallestEdit(oldText, newText, startA));
    startA += oldText.length + (a[toA]?.length ?? 0);
    fromA = toA + 1;
    fromB = toB + 1;
  }
  return edits;
}

const linesOf = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];

/**
 * Pairs of equal lines, in the same order in both texts: the lines at both ends, and between them the longest sequence
 * of lines that occur once in each text.
 */
function anchors(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const shorterLength = Math.min(a.length, b.length);
  let head = 0,
    tail = 0;
  while (head < shorterLength && a[head] === b[head]) head++;
  while (tail < shorterLength - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const singleLines = (lines: readonly string[]): Map<string, number> => {
    const counts = new Map<string, number>();
    for (let i = head; i < lines.length - tail; i++) counts.set(lines[i]!, counts.has(lines[i]!) ? -1 : i);
    return counts;
  };
  const linesOfB = singleLines(b);
  const pairs = [...singleLines(a)].flatMap(([line, i]): [number, number][] => {
    const j = linesOfB.get(line) ?? -1;
    return i < 0 || j < 0 ? [] : [[i, j]];
  });
  return [
    ...Array.from({ length: head }, (_, i) => [i, i] as const),
    ...longestRow(pairs),
    ...Array.from({ length: tail }, (_, i) => [a.length - tail + i, b.length - tail + i] as const),
  ];
}

/** The longest subsequence of pairs in which both numbers rise; the pairs are sorted by their first number. */
function longestRow(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const rowEnds: number[] = [],
    before: number[] = [];
  pairs.forEach(([, second], index) => {
    const lowerBound = countWhile(rowEnds.length, i => pairs[rowEnds[i]!]![1] < second);
    before[index] = lowerBound === 0 ? -1 : rowEnds[lowerBound - 1]!;
    rowEnds[lowerBound] = index;
  });
  const row: (readonly [number, number])[] = [];
  for (let index = rowEnds.at(-1) ?? -1; index >= 0; index = before[index]!) row.push(pairs[index]!);
  return row.reverse();
}

/**
 * The edits that replace the differing part of two texts, without their common prefix and suffix. The two units of a
 * character or of a line end are never separated.
 */
function smallestEdit(before: string, after: string, offset: number): TextEdit {
  const shorterLength = Math.min(before.length, after.length);
  let head = 0,
    tail = 0;
  while (head < shorterLength && before[head] === after[head]) head++;
  while (tail < shorterLength - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  if (splits(before, head) || splits(after, head)) head--;
  if (splits(before, before.length - tail) || splits(after, after.length - tail)) tail--;
  return { start: offset + head, end: offset + before.length - tail, text: after.slice(head, after.length - tail) };
}

const splits = (text: string, offset: number): boolean =>
  /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(Math.max(0, offset - 1), offset + 1));
