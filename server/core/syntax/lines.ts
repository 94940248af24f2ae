import { countWhile } from './search.ts';

/** A half-open range in UTF-16 code units, as both JavaScript strings and the language server protocol count. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** A line and a character, both from 0. */
interface Position {
  readonly line: number;
  readonly character: number;
}

/**
 * Maps offsets to lines and back. LF, CRLF and a lone CR end a line; a byte order mark is not a column. The text is
 * scanned only as far as the requested lines.
 */
export class LineIndex {
  readonly #text: string;
  readonly #bom: 0 | 1;
  /** The start of each line; the array has spare capacity. */
  #starts = new Int32Array(16);
  #count = 1;
  /** The offset up to which the text has been scanned. */
  #indexedEnd = 0;
  #hasReturns: boolean | undefined;
  constructor(text: string) {
    this.#text = text;
    this.#bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }
  get lineCount(): number {
    this.#indexTo(this.#text.length);
    return this.#count;
  }
  positionAt(offset: number): Position {
    this.#indexTo(offset);
    const line = Math.max(0, this.#firstFrom(offset + 1) - 1);
    return { line, character: Math.max(0, offset - this.#starts[line]! - (line === 0 ? this.#bom : 0)) };
  }
  offsetAt({ line, character }: Position): number {
    return this.startOf(line) + character + (line === 0 ? this.#bom : 0);
  }
  /** The start of a line, before its byte order mark. For a line that does not exist, the start of the last line. */
  startOf(line: number): number {
    if (line >= this.#count) this.#indexTo(this.#text.length);
    return this.#starts[Math.min(line, this.#count - 1)] ?? 0;
  }

  /** Scans until every line that starts at or before an offset is indexed. */
  #indexTo(offset: number): void {
    const text = this.#text,
      end = Math.min(offset, text.length);
    if (end <= this.#indexedEnd) return;
    if ((this.#hasReturns ??= text.includes('\r')))
      for (let offset = this.#indexedEnd + 1; offset <= end; offset++) {
        if (beginsLine(text, offset)) this.#add(offset);
        this.#indexedEnd = offset;
      }
    else
      // also indexes the next line
      while (this.#indexedEnd < end) {
        const feed = text.indexOf('\n', this.#indexedEnd);
        if (feed >= 0) this.#add(feed + 1);
        this.#indexedEnd = feed < 0 ? text.length : feed + 1;
      }
  }
  #add(start: number): void {
    if (this.#count === this.#starts.length) {
      const largerArray = new Int32Array(this.#count * 2);
      largerArray.set(this.#starts);
      this.#starts = largerArray;
    }
    this.#starts[this.#count++] = start;
  }

  /** The first line that starts at or after an offset. */
  #firstFrom(offset: number): number {
    return countWhile(this.#count, i => this.#starts[i]! < offset);
  }
}

function beginsLine(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset - 1);
  return code === 10 || (code === 13 && text.charCodeAt(offset) !== 10);
}

/** One text change as editors send it: half-open UTF-16 offsets in the text that results from the previous change. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after consecutive changes. Offsets outside the text are clamped to its ends. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  for (const next of changes) {
    const start = Math.min(Math.max(next.start, 0), text.length),
      end = Math.min(Math.max(next.end, start), text.length);
    text = text.slice(0, start) + next.text + text.slice(end);
  }
  return text;
}
