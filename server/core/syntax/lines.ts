import type { ReplacedPart } from './change.ts';
import { countWhile } from './search.ts';

/** Half-open, in UTF-16 code units, as both JavaScript strings and the language server protocol count. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** Both count from 0. */
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
  /** Line starts; with spare capacity. */
  #starts: Int32Array;
  #count: number;
  /** How far the text has been scanned. */
  #known: number;
  #hasReturns: boolean | undefined;
  constructor(text: string, starts?: Int32Array) {
    this.#text = text;
    this.#bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#starts = starts ?? new Int32Array(16);
    this.#count = starts?.length ?? 1;
    this.#known = starts ? text.length : 0;
  }
  get lineCount(): number {
    this.#lookTo(this.#text.length);
    return this.#count;
  }
  positionAt(offset: number): Position {
    this.#lookTo(offset);
    const line = Math.max(0, this.#firstFrom(offset + 1) - 1);
    return { line, character: Math.max(0, offset - this.#starts[line]! - (line === 0 ? this.#bom : 0)) };
  }
  offsetAt({ line, character }: Position): number {
    return this.startOf(line) + character + (line === 0 ? this.#bom : 0);
  }
  /** The start of a line, including its byte order mark; of a line that does not exist, the start of the last one. */
  startOf(line: number): number {
    if (line >= this.#count) this.#lookTo(this.#text.length);
    return this.#starts[Math.min(line, this.#count - 1)] ?? 0;
  }

  /** Finds every line that starts at or before this offset. */
  #lookTo(offset: number): void {
    const text = this.#text,
      end = Math.min(offset, text.length);
    if (end <= this.#known) return;
    if ((this.#hasReturns ??= text.includes('\r')))
      for (let at = this.#known + 1; at <= end; at++) {
        if (beginsLine(text, at)) this.#add(at);
        this.#known = at;
      }
    else
      // past the end: the first line not requested yet
      while (this.#known < end) {
        const feed = text.indexOf('\n', this.#known);
        if (feed >= 0) this.#add(feed + 1);
        this.#known = feed < 0 ? text.length : feed + 1;
      }
  }
  #add(start: number): void {
    if (this.#count === this.#starts.length) {
      const larger = new Int32Array(this.#count * 2);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    this.#starts[this.#count++] = start;
  }

  /** The lines of the text after a change. Only the part that the change may have moved is scanned. */
  edited({ start, end, newEnd }: ReplacedPart, text: string): LineIndex {
    this.#lookTo(this.#text.length);
    // whether a line starts at an offset depends on the characters on both sides
    const kept = Math.max(1, this.#firstFrom(start)),
      after = Math.max(kept, this.#firstFrom(end + 1));
    const between: number[] = [];
    for (let at = Math.max(1, start); at <= newEnd; at++) if (beginsLine(text, at)) between.push(at);
    const before = this.#starts.subarray(0, this.#count),
      delta = newEnd - end;
    const starts = new Int32Array(kept + between.length + before.length - after);
    starts.set(before.subarray(0, kept));
    starts.set(between, kept);
    for (let from = after, to = kept + between.length; from < before.length; from++, to++)
      starts[to] = before[from]! + delta;
    return new LineIndex(text, starts);
  }

  /** The first line that starts at or after this offset. */
  #firstFrom(offset: number): number {
    return countWhile(this.#count, i => this.#starts[i]! < offset);
  }
}

function beginsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return code === 10 || (code === 13 && text.charCodeAt(at) !== 10);
}
