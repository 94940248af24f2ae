import { changed, type TextChange } from './change.ts';
import { escapeLength, decode } from './syntax-nodes.ts';
import { countWhile } from './search.ts';

/**
 * A string of a JSON text as the text that it means, in lines: every line end of it is `\n` here, and a byte order mark
 * is left out, because editors keep neither.
 */
export class StringText {
  readonly text: string;
  /** The string as written, with its quotes. */
  readonly raw: string;
  /** Where each unit of the text is written, and where the last one ends. */
  readonly #starts: Int32Array;

  constructor(raw: string) {
    this.raw = raw;
    const starts = new Int32Array(raw.length + 1),
      isQuoted = raw[0] === '"' || raw[0] === "'";
    const last = isQuoted && raw.length > 1 && raw.endsWith(raw[0]!) ? raw.length - 1 : raw.length;
    let text = '',
      count = 0,
      at = isQuoted ? 1 : 0,
      isReturn = false;
    while (at < last) {
      const length = raw[at] === '\\' ? Math.min(escapeLength(raw, at), last - at) : 1,
        unit = length === 1 ? raw[at]! : decode(raw.slice(at, at + length));
      // a return and a line feed are one line end; an editor would drop the mark
      const isPart = (isReturn && unit === '\n') || (count === 0 && unit === '\ufeff');
      if (!isPart) {
        starts[count++] = at;
        text += unit === '\r' ? '\n' : unit;
      }
      isReturn = unit === '\r';
      at += length;
    }
    this.text = wellFormed(text);
    starts[count] = at;
    this.#starts = starts.subarray(0, count + 1);
  }

  /** Where a unit of the text is written, in the raw string. */
  writtenAt(offset: number): number {
    return this.#starts[Math.max(0, Math.min(offset, this.text.length))]!;
  }
  /** The unit that is written at an offset of the raw string: the nearest one. */
  unitAt(written: number): number {
    return Math.min(
      this.text.length,
      Math.max(0, countWhile(this.#starts.length, i => this.#starts[i]! <= written) - 1),
    );
  }

  /** The smallest edit that makes the raw string mean another text; `undefined` if it already does. */
  edited(text: string): TextChange | undefined {
    const change = changeBetween(this.text, text);
    if (!change) return undefined;
    const edit = this.#written(change),
      { length } = this.raw;
    // a return that now stands before a line feed would be one line end with it
    return new StringText(changed(this.raw, [edit])).text === text
      ? edit
      : { start: 0, end: length, text: JSON.stringify(text) };
  }
  #written(change: TextChange): TextChange {
    const start = this.writtenAt(change.start),
      lineEnd = /\\r\\n|\\r|\\n/.exec(this.raw)?.[0] ?? '\\n';
    const written = JSON.stringify(change.text).slice(1, -1).replaceAll('\\n', lineEnd);
    return {
      start,
      end: Math.max(start, this.writtenAt(change.end)),
      text: this.raw.startsWith("'") ? written.replaceAll("'", "\\'") : written,
    };
  }
}

/** What an editor makes of a text: its line ends are `\n`. */
export const inLines = (text: string): string => wellFormed(text.replace(/\r\n?/g, '\n'));
/** Half a pair cannot be kept in a file. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** The one edit that makes a text another, without what both begin and end with; it cuts no character in two. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0,
    equal = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (start > 0 && isLead(before.charCodeAt(start - 1))) start--;
  while (equal < shorter - start && before[before.length - 1 - equal] === after[after.length - 1 - equal]) equal++;
  if (equal > 0 && isTrail(before.charCodeAt(before.length - equal))) equal--;
  return { start, end: before.length - equal, text: after.slice(start, after.length - equal) };
}
const isLead = (code: number): boolean => code >= 0xd800 && code < 0xdc00;
const isTrail = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** A text that two have changed at the same time, each at another place; `undefined` if it was at the same one. */
export function joined(base: string, one: string, other: string): string | undefined {
  const first = changeBetween(base, one),
    second = changeBetween(base, other);
  if (!first || one === other) return other;
  if (!second) return one;
  if (first.end >= second.start && second.end >= first.start) return undefined;
  const [early, late] = first.start < second.start ? [first, second] : [second, first];
  return changed(base, [late, early]);
}
