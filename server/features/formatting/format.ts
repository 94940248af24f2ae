import type { TextEdit } from '../../core/finding.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { Token } from '../../core/syntax/scanner.ts';
import type { DocumentContext } from '../context.ts';
import { inlineGap, layoutOf, lineBreaks, type Container, type FormattingLayout } from './layout.ts';
import { lineEnd, lineStart, textStyle, type FormatOptions, type TextStyle } from './text-style.ts';

export type { FormatOptions };

/**
 * Changes of the whitespace between tokens, sorted, in the style of the file: no token changes, comments are kept, and
 * what is on one line stays there if it is short. Idempotent. Nothing for a text that is too broken to be sure.
 * @param range only lines that it touches
 */
export function formatEdits(
  { document }: Pick<DocumentContext, 'document'>,
  options: FormatOptions,
  range?: Span,
): readonly TextEdit[] {
  const { text } = document,
    style = textStyle(document, options),
    layout = layoutOf(document, style);
  if (!layout) return [];
  const from = range ? lineStart(text, Math.min(range.start, text.length)) : 0,
    to = range ? lineEnd(text, Math.min(range.end, text.length)) : text.length;
  const edits: TextEdit[] = [],
    { tokens } = layout;
  const gap = (start: number, end: number, wanted: string): void => {
    const edit = range && (end < from || start >= to) ? undefined : smallest(text, { start, end, text: wanted });
    if (edit) edits.push(edit);
  };
  gap(text.charCodeAt(0) === 0xfeff ? 1 : 0, tokens[0]!.start, '');
  // a run: from one token to the next, ignoring comments
  for (let first = 0; first < tokens.length - 1;) {
    let last = first + 1;
    while (last < tokens.length - 1 && tokens[last]!.kind === 'comment') last++;
    if (tokens[last]!.start >= from && tokens[first]!.end <= to) run(text, layout, first, last, style, gap);
    first = last;
  }
  const { end } = tokens.at(-1)!;
  gap(end, text.length, lineBreaks(text, end, text.length) > 0 ? style.eol : '');
  return edits;
}
/** Receives the contents of a gap between two tokens. */
type Gap = (start: number, end: number, wanted: string) => void;

/** The gaps between two tokens, and between the comments in them. */
function run(
  text: string,
  { tokens, containers }: FormattingLayout,
  first: number,
  last: number,
  style: TextStyle,
  gap: Gap,
): void {
  const before = tokens[first]!,
    after = tokens[last]!,
    around = before.kind === 'close' ? containers[first]!.holder : containers[first];
  const isPlain = first + 1 === last && before.kind !== 'comment' && after.kind !== 'comment';
  let isBroken = false;
  for (let i = first + 1; i <= last && !isBroken; i++)
    isBroken = lineBreaks(text, tokens[i - 1]!.end, tokens[i]!.start) > 0;
  const needed = breaksBetween(before, after, around, isBroken);
  for (let i = first + 1; i <= last; i++) {
    const left = tokens[i - 1]!,
      right = tokens[i]!,
      count = lineBreaks(text, left.end, right.start);
    const breaks =
      isLineComment(text, left) ||
      (isPlain ? needed : count > 0 || (needed && !isBroken && i === last && right.kind !== 'comment'));
    gap(
      left.end,
      right.start,
      breaks ? newLine(left, right, around, count, style) : space(text, left, right, containers, i),
    );
  }
}

/** Whether there is a line end between two tokens that are not comments. */
function breaksBetween(before: Token, after: Token, around: Container | undefined, isBroken: boolean): boolean {
  const mode = around?.mode;
  if (
    before.kind === 'colon' ||
    after.kind === 'colon' ||
    after.kind === 'comma' ||
    mode === undefined ||
    mode === 'inline' ||
    mode === 'empty' ||
    mode === 'hug'
  )
    return false;
  return mode === 'lines' || before.kind === 'open' || after.kind === 'close' || isBroken;
}

/** One empty line is kept between members, none next to brackets. */
function newLine(
  left: Token,
  right: Token,
  around: Container | undefined,
  count: number,
  { eol, unit }: TextStyle,
): string {
  const blank = count > 1 && left.kind !== 'open' && right.kind !== 'close' ? eol : '';
  const level = right.kind === 'close' ? around?.level : around?.inner;
  return blank + eol + unit.repeat(level ?? 0);
}

function space(
  text: string,
  left: Token,
  right: Token,
  containers: FormattingLayout['containers'],
  at: number,
): string {
  // comments at line ends are often aligned
  if (right.kind === 'comment') return text.slice(left.end, right.start).replace(/[\r\n]/g, '') || ' ';
  return inlineGap(left, right, padOf(containers[at - 1]), padOf(containers[at]));
}

const padOf = (container: Container | undefined): string => (container?.mode === 'inline' ? container.pad : '');
const isLineComment = (text: string, token: Token): boolean =>
  token.kind === 'comment' && text[token.start + 1] === '/';

/** The edit without its common prefix and suffix; `undefined` if nothing is left of it. */
function smallest(text: string, edit: TextEdit): TextEdit | undefined {
  let { start, end } = edit,
    from = 0,
    to = edit.text.length;
  while (start < end && from < to && text[start] === edit.text[from]) {
    start++;
    from++;
  }
  while (end > start && to > from && text[end - 1] === edit.text[to - 1]) {
    end--;
    to--;
  }
  if (start === end && from === to) return undefined;
  // an editor has no position within a CR LF: it would treat the edit as empty
  const isFrom = isWithinBreak(text, start),
    isTo = isWithinBreak(text, end);
  return {
    start: isFrom ? start - 1 : start,
    end: isTo ? end + 1 : end,
    text: `${isFrom ? '\r' : ''}${edit.text.slice(from, to)}${isTo ? '\n' : ''}`,
  };
}
const isWithinBreak = (text: string, offset: number): boolean => text[offset - 1] === '\r' && text[offset] === '\n';
