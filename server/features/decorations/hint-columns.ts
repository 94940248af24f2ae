import type { Span } from '../../core/syntax/lines.ts';

/** Up to here a line is visible in most windows. */
const COLUMNS = 100;
/** A hint at the end of a longer line is not visible. */
const LONGEST = 200;
const TAB = 4;

interface Placed {
  readonly offset: number;
  readonly label: string;
}

/**
 * The hints of a text, without those that would push the text after them beyond column 100: if not all of a line fit,
 * they move to its end, unless that is not visible. Punctuation alone does not count as pushed.
 * @param hints all of their lines, in text order
 */
export function inView<Hint extends Placed>(text: string, hints: readonly Hint[]): Hint[] {
  const found: Hint[] = [];
  for (let i = 0; i < hints.length;) {
    const line = lineAt(text, hints[i]!.offset),
      here: Hint[] = [];
    while (i < hints.length && hints[i]!.offset <= line.end) here.push(hints[i++]!);
    found.push(...ofLine(text, line, here));
  }
  return found;
}

function ofLine<Hint extends Placed>(text: string, { start, end }: Span, hints: readonly Hint[]): readonly Hint[] {
  let lastValue = end;
  while (lastValue > start && /[\s,\]}]/.test(text[lastValue - 1]!)) lastValue--;
  const between = hints.filter(({ offset }) => offset < lastValue);
  const pushed = between.reduce((sum, { label }) => sum + label.length + 1, columnsOf(text.slice(start, lastValue)));
  if (between.length === 0 || pushed <= COLUMNS) return hints;
  if (end - start > LONGEST) return hints.slice(between.length);
  return hints.map(hint => ({ ...hint, offset: end }));
}

const columnsOf = (line: string): number => line.length + (TAB - 1) * (line.split('\t').length - 1);

/** The lines around a range; for a line too long to move hints in, only the range. */
export function linesAround(text: string, { start, end }: Span): Span {
  const from = lineAt(text, start, start - LONGEST),
    to = lineAt(text, end, 0, end + LONGEST);
  return { start: Math.max(from.start, start - LONGEST, 0), end: Math.min(to.end, end + LONGEST, text.length) };
}

/** A line without its line end and trailing whitespace. @param least offsets that need not be looked at */
function lineAt(text: string, offset: number, least = 0, most = text.length): Span {
  let start = offset,
    end = offset;
  while (start > 0 && start > least && !isBreak(text[start - 1])) start--;
  while (end < text.length && end < most && !isBreak(text[end])) end++;
  while (end > offset && /[ \t]/.test(text[end - 1]!)) end--;
  return { start, end };
}
const isBreak = (character: string | undefined): boolean => character === '\n' || character === '\r';
