import type { Change } from './change.ts';

/** Half-open, in UTF-16 code units, as both JavaScript strings and the language server protocol count. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
/** Both count from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Maps offsets to lines and back. LF, CRLF and a lone CR end a line; a byte order mark is no column. */
export class LineIndex {
  readonly #starts: Int32Array;
  readonly #bom: 0 | 1;
  constructor(text: string, starts: Int32Array = startsOf(text)) {
    this.#bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.#starts = starts;
  }
  get lineCount(): number {
    return this.#starts.length;
  }
  positionAt(offset: number): Position {
    const line = Math.max(0, this.#firstFrom(offset + 1) - 1);
    return { line, character: Math.max(0, offset - this.#starts[line]! - (line === 0 ? this.#bom : 0)) };
  }
  offsetAt({ line, character }: Position): number {
    return (this.#starts[Math.min(line, this.#starts.length - 1)] ?? 0) + character + (line === 0 ? this.#bom : 0);
  }
  /** Where the line begins, its byte order mark included. */
  startOf(line: number): number {
    return this.#starts[line] ?? this.#starts.at(-1)!;
  }

  /** The lines of the text that a change has led to. Only what the change may have moved over is looked at. */
  edited({ start, end, newEnd }: Change, text: string): LineIndex {
    // whether a line begins at an offset depends on the characters on both sides of it
    const kept = Math.max(1, this.#firstFrom(start)),
      after = Math.max(kept, this.#firstFrom(end + 1));
    const between: number[] = [];
    for (let at = Math.max(1, start); at <= newEnd; at++) if (beginsLine(text, at)) between.push(at);
    const before = this.#starts,
      delta = newEnd - end;
    const starts = new Int32Array(kept + between.length + before.length - after);
    starts.set(before.subarray(0, kept));
    starts.set(between, kept);
    for (let from = after, to = kept + between.length; from < before.length; from++, to++)
      starts[to] = before[from]! + delta;
    return new LineIndex(text, starts);
  }

  /** The first line that begins at this offset or after it. */
  #firstFrom(offset: number): number {
    let low = 0,
      high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function beginsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return code === 10 || (code === 13 && text.charCodeAt(at) !== 10);
}

function startsOf(text: string): Int32Array {
  const starts = [0];
  const hasReturns = text.includes('\r');
  for (let i = text.indexOf('\n'); !hasReturns && i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  for (let at = 1; hasReturns && at <= text.length; at++) if (beginsLine(text, at)) starts.push(at);
  return Int32Array.from(starts);
}
