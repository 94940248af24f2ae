import { eastAsianWidth } from 'get-east-asian-width';

/** One thing that a terminal shows: how it is drawn, in how many columns, and which UTF-16 units of the source it stands for. */
export interface Cell {
  readonly text: string;
  readonly width: number;
  readonly start: number;
  readonly end: number;
}

let segmenter: Intl.Segmenter | undefined;
/** Made when first needed: loading its tables costs more than a whole small run. */
const graphemes = (): Intl.Segmenter => (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' }));
// C0 and C1, line separators, and the marks that turn the direction of text: they could move the cursor or hide what follows
const unprintable =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text that cannot do anything to a terminal or to the line structure of an output. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

const TAB = '    ';

/** Cuts a line of source into what a terminal shows of it; offsets count from `from`. */
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

const zeroWidth = /^[\p{Mark}\u200b-\u200d\u2060]/u;
const emoji = /\p{Emoji_Presentation}|\ufe0f/u;

/** Columns of one grapheme. */
function widthOf(grapheme: string): number {
  if (grapheme.length === 1 && grapheme < '\u0300') return 1;
  if (emoji.test(grapheme)) return 2;
  return zeroWidth.test(grapheme) ? 0 : eastAsianWidth(grapheme.codePointAt(0)!);
}
