import { applyChanges, type TextChange } from './lines.ts';
import { escapeLength, decode } from './syntax-nodes.ts';
import { countWhile } from './search.ts';

/**
 * A string of a JSON text, decoded for an editor: every line end is a line feed, and a byte order mark is left out,
 * because editors keep neither other line ends nor byte order marks.
 */
export class StringText {
  readonly text: string;
  /** The string as spelled, with its quotes. */
  readonly raw: string;
  /** The offset in `raw` of each UTF-16 unit of the text, and the end of the last unit. */
  readonly #starts: Int32Array;

  constructor(raw: string) {
    this.raw = raw;
    const starts = new Int32Array(raw.length + 1),
      isQuoted = raw[0] === '"' || raw[0] === "'";
    const last = isQuoted && raw.length > 1 && raw.endsWith(raw[0]!) ? raw.length - 1 : raw.length;
    let text = '',
      count = 0,
      index = isQuoted ? 1 : 0,
      isReturn = false;
    while (index < last) {
      const length = raw[index] === '\\' ? Math.min(escapeLength(raw, index), last - index) : 1,
        unit = length === 1 ? raw[index]! : decode(raw.slice(index, index + length));
      // a carriage return with a line feed is one line end; an editor would drop the byte order mark
      const isPart = (isReturn && unit === '\n') || (count === 0 && unit === '\ufeff');
      if (!isPart) {
        starts[count++] = index;
        text += unit === '\r' ? '\n' : unit;
      }
      isReturn = unit === '\r';
      index += length;
    }
    this.text = wellFormed(text);
    starts[count] = index;
    this.#starts = starts.subarray(0, count + 1);
  }

  /** The offset in `raw` of a UTF-16 unit of the text. */
  rawOffsetAt(offset: number): number {
    return this.#starts[Math.max(0, Math.min(offset, this.text.length))]!;
  }
  /** The index of the UTF-16 unit of the text at, or nearest to, an offset in `raw`. */
  unitAt(offset: number): number {
    return Math.min(
      this.text.length,
      Math.max(0, countWhile(this.#starts.length, i => this.#starts[i]! <= offset) - 1),
    );
  }

  /** The smallest edit of `raw` that changes the text to another text; undefined if both texts are equal. */
  editTo(text: string): TextChange | undefined {
    const change = changeBetween(this.text, text);
    if (!change) return undefined;
    const edit = this.#inRaw(change),
      { length } = this.raw;
    // a carriage return that is now before a line feed would merge with it to one line end
    return new StringText(applyChanges(this.raw, [edit])).text === text
      ? edit
      : { start: 0, end: length, text: JSON.stringify(text) };
  }
  #inRaw(change: TextChange): TextChange {
    const start = this.rawOffsetAt(change.start),
      lineEnd = /\\r\\n|\\r|\\n/.exec(this.raw)?.[0] ?? '\\n';
    const text = JSON.stringify(change.text).slice(1, -1).replaceAll('\\n', lineEnd);
    return {
      start,
      end: Math.max(start, this.rawOffsetAt(change.end)),
      text: this.raw.startsWith("'") ? text.replaceAll("'", "\\'") : text,
    };
  }
}

/** A text as an editor keeps it, with a line feed as every line end and without lone surrogates. */
export const inLines = (text: string): string => wellFormed(text.replace(/\r\n?/g, '\n'));
/** A text without lone surrogates, which a file cannot contain. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/**
 * The smallest single edit that changes one text to another. It leaves out their common beginning and end, and splits
 * no surrogate pair. Undefined for equal texts.
 */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorterLength = Math.min(before.length, after.length);
  let start = 0,
    prefixLength = 0;
  while (start < shorterLength && before[start] === after[start]) start++;
  if (start > 0 && isLead(before.charCodeAt(start - 1))) start--;
  while (
    prefixLength < shorterLength - start &&
    before[before.length - 1 - prefixLength] === after[after.length - 1 - prefixLength]
  )
    prefixLength++;
  if (prefixLength > 0 && isTrail(before.charCodeAt(before.length - prefixLength))) prefixLength--;
  return { start, end: before.length - prefixLength, text: after.slice(start, after.length - prefixLength) };
}
const isLead = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isTrail = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/**
 * A text with two concurrent changes merged; undefined if both changes affect the same place.
 * @param base the text before both changes
 */
export function mergeTexts(base: string, myText: string, theirText: string): string | undefined {
  const first = changeBetween(base, myText),
    change = changeBetween(base, theirText);
  if (!first || myText === theirText) return theirText;
  if (!change) return myText;
  if (first.end >= change.start && change.end >= first.start) return undefined;
  const [firstChange, lastChange] = first.start < change.start ? [first, change] : [change, first];
  return applyChanges(base, [lastChange, firstChange]);
}
