import { diffWordsWithSpace, structuredPatch } from 'diff';
import { count } from '../core/numbers.ts';

/** The changes between two texts, in readable form. */
interface Hunk {
  readonly addedCount: number;
  readonly removedCount: number;
  /**
   * Each line begins with `+`, `-`, a space, or `~`. A line with `~` is in both texts, and contains `[-removed
   * words-]` and `{+added words+}`. A line of `…` replaces the lines between two changes.
   */
  readonly lines: readonly string[];
}

/** Matches the changed words in a line of both texts; removed words are in the first group. */
export const wordChanges = /(\[-.*?-\])|\{\+.*?\+\}/g;

/** The number of different lines above which the shortest edit script is not computed. */
const MAX_EDITS = 2000;
/** The number of characters of a line that are shown before and after a difference. */
const CONTEXT_LENGTH = 40;
const MAX_WIDTH = 160;
const ELLIPSIS = '…';
/** The first character of a line of both texts that is shown by words. */
const WORD_MARK = '~';
/** The maximum number of shown places in one line. */
const MAX_HUNKS = 12;
/**
 * The minimum share of the shorter line that two similar lines have in common; unrelated lines also share words such
 * as "the".
 */
const MIN_COMMON_SHARE = 0.4;

/**
 * The changes between two texts.
 * @param maxLines the maximum number of lines
 */
export function hunkOf(before: string, after: string, maxLines = 24): Hunk {
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', {
    context: 1,
    maxEditLength: MAX_EDITS,
  }) as ReturnType<typeof structuredPatch> | undefined;
  const parts = patch?.hunks.map(({ lines }) => lines) ?? [[...markLines('-', before), ...markLines('+', after)]];
  const lines = parts.flatMap((part, i) => [...(i > 0 ? [` ${ELLIPSIS}`] : []), ...narrowHunk(part, maxLines)]);
  const countStarting = (sign: string): number => parts.flat().filter(line => line.startsWith(sign)).length;
  const omittedCount = lines.length - maxLines;
  return {
    addedCount: countStarting('+'),
    removedCount: countStarting('-'),
    lines: omittedCount > 1 ? [...lines.slice(0, maxLines), ` ${ELLIPSIS} and ${omittedCount} more lines`] : lines,
  };
}

const markLines = (sign: string, text: string): string[] => text.split('\n').map(line => sign + line);

/**
 * Shows replaced lines word by word if the old and the new line are similar, and clips all other lines.
 * @param maxLines the number of lines that are compared word by word
 */
function narrowHunk(lines: readonly string[], maxLines: number): string[] {
  const keptLines: string[] = [];
  for (let i = 0; i < lines.length;) {
    const goneLines = runOf('-', lines, i),
      newLines = runOf('+', lines, i + goneLines.length);
    if (goneLines.length + newLines.length === 0) {
      keptLines.push(cutLine(lines[i++]!));
      continue;
    }
    const pairs = Math.min(goneLines.length, newLines.length, Math.max(0, maxLines - keptLines.length)),
      stretches = goneLines.slice(0, pairs).map((oldLine, k) => stretchesOf(oldLine.slice(1), newLines[k]!.slice(1)));
    // removed lines come before added lines, except for similar lines; lines are added one by one, because a call has
    // a maximum number of arguments
    const isAlike = stretches.some(stretch => stretch !== undefined);
    if (isAlike)
      for (let k = 0; k < Math.max(goneLines.length, newLines.length); k++)
        for (const line of stretches[k] ?? [goneLines[k], newLines[k]])
          if (line !== undefined) keptLines.push(clippedLine(line));
    if (!isAlike) for (const line of [...goneLines, ...newLines]) keptLines.push(clippedLine(line));
    i += goneLines.length + newLines.length;
  }
  return keptLines;
}
const clippedLine = (line: string): string => (line.startsWith(WORD_MARK) ? line : cutLine(line));

/** A change within a line: its position in the old and in the new text. */
interface Change {
  readonly oldSpan: readonly [start: number, end: number];
  readonly newSpan: readonly [start: number, end: number];
}

/** A replaced line: each differing stretch with a few characters around it; undefined if the lines are unrelated. */
function stretchesOf(before: string, after: string): string[] | undefined {
  const stretches: Change[][] = [];
  for (const change of changesWithin(before, after) ?? []) {
    const last = stretches.at(-1)?.at(-1);
    if (last && change.oldSpan[0] - last.oldSpan[1] <= 2 * CONTEXT_LENGTH) stretches.at(-1)!.push(change);
    else stretches.push([change]);
  }
  if (stretches.length === 0) return undefined;
  const omittedLength = stretches.slice(MAX_HUNKS).flat().length;
  return [
    ...stretches.slice(0, MAX_HUNKS).map(changes => inWords(before, after, changes)),
    ...(omittedLength > 0
      ? [` ${ELLIPSIS} and ${count(omittedLength, 'more change', 'more changes')} in this line`]
      : []),
  ];
}

/** A line with its changed words: `~… be [-kind-]{+brief+} to …`. */
function inWords(before: string, after: string, changes: readonly Change[]): string {
  const start = boundary(before, Math.max(0, changes[0]!.oldSpan[0] - CONTEXT_LENGTH));
  let line = `${WORD_MARK}${start > 0 ? ELLIPSIS : ''}`,
    offset = start;
  for (const { oldSpan, newSpan } of changes) {
    line += before.slice(offset, oldSpan[0]);
    if (oldSpan[1] > oldSpan[0]) line += `[-${cutMiddle(before.slice(...oldSpan))}-]`;
    if (newSpan[1] > newSpan[0]) line += `{+${cutMiddle(after.slice(...newSpan))}+}`;
    [, offset] = oldSpan;
  }
  const end = boundary(before, Math.min(before.length, offset + CONTEXT_LENGTH));
  return `${line}${before.slice(offset, end)}${end < before.length ? ELLIPSIS : ''}`;
}

/** Reduces a long text to its two ends. */
function cutMiddle(text: string): string {
  if (text.length <= 2 * MAX_WIDTH) return text;
  const head = boundary(text, MAX_WIDTH),
    tail = boundary(text, text.length - MAX_WIDTH);
  return `${text.slice(0, head)} ${ELLIPSIS} ${text.slice(tail)}`;
}

/** The changed stretches by words; undefined if the two lines have too little in common. */
function changesWithin(before: string, after: string): Change[] | undefined {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MAX_EDITS }) as
    ReturnType<typeof diffWordsWithSpace> | undefined;
  const sizeOf = (text: string): number => text.length - (text.match(/\s/g)?.length ?? 0),
    keptLength = (parts ?? []).reduce(
      (sum, { value, added, removed }) => sum + (added || removed ? 0 : sizeOf(value)),
      0,
    );
  if (!parts || keptLength === 0 || keptLength < MIN_COMMON_SHARE * Math.min(sizeOf(before), sizeOf(after)))
    return undefined;
  const changes: Change[] = [];
  let [oldOffset, newOffset] = [0, 0],
    isOpen = false;
  for (const { value, added, removed } of parts) {
    const endOffsets = [oldOffset + (added ? 0 : value.length), newOffset + (removed ? 0 : value.length)] as const;
    if (added || removed) {
      const { oldSpan: [oldStart] = [oldOffset], newSpan: [currentStart] = [newOffset] } =
        (isOpen ? changes.pop() : undefined) ?? {};
      changes.push({ oldSpan: [oldStart, endOffsets[0]], newSpan: [currentStart, endOffsets[1]] });
    }
    isOpen = added || removed;
    [oldOffset, newOffset] = endOffsets;
  }
  return changes;
}

function runOf(sign: string, lines: readonly string[], start: number): readonly string[] {
  let end = start;
  while (lines[end]?.startsWith(sign)) end++;
  return lines.slice(start, end);
}

function cutLine(line: string): string {
  const text = line.slice(1);
  return text.length <= MAX_WIDTH ? line : `${line[0]}${text.slice(0, boundary(text, MAX_WIDTH))}${ELLIPSIS}`;
}

/** Moves an offset so that it does not split a character. */
const boundary = (text: string, offset: number): number =>
  /[\udc00-\udfff]/.test(text[offset] ?? '') ? offset - 1 : offset;
