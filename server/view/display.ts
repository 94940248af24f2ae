import { eastAsianWidth } from 'get-east-asian-width';
import { lazy } from '../core/memory.ts';
import { printable } from './printable.ts';

/** One cell of a terminal: its text, its width in columns, and the UTF-16 units of the source that it represents. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;
/** The segmenter, created on first use, because loading its tables takes longer than a small run. */
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));

const TAB = '    ';

/** Splits a line of source into terminal cells; offsets count from `from`. */
export function cellsOf(line: string, from = 0): Cell[] {
  const cells: Cell[] = [];
  for (const { segment, index } of graphemes().segment(line)) {
    const start = from + index,
      end = start + segment.length;
    if (segment === '\t') {
      cells.push({ text: TAB, width: TAB.length, start, end });
      continue;
    }
    const text = printable(segment);
    cells.push({ text, width: text === segment ? widthOf(segment) : text.length, start, end });
  }
  return cells;
}

const zeroWidth = lazy(() => /^[\p{Mark}\u200b-\u200d\u2060]/u);
const emoji = lazy(() => /\p{Emoji_Presentation}|\ufe0f/u);

/** The number of terminal columns of a grapheme. */
function widthOf(grapheme: string): number {
  if (grapheme.length === 1 && grapheme < '\u0300') return 1;
  if (emoji().test(grapheme)) return 2;
  return zeroWidth().test(grapheme) ? 0 : eastAsianWidth(grapheme.codePointAt(0)!);
}
