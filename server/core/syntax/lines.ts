/** Half-open, in UTF-16 code units, as both JavaScript strings and the language server protocol count. */
export interface Span { readonly start: number; readonly end: number }
/** Both count from 0. */
export interface Position { readonly line: number; readonly character: number }

/** Maps offsets to lines and back. LF, CRLF and a lone CR end a line; a byte order mark is no column. */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly #bom: 0 | 1;
  constructor(text: string) {
    this.#bom = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const hasReturns = text.includes('\r');
    for (let i = text.indexOf('\n'); !hasReturns && i >= 0; i = text.indexOf('\n', i + 1)) this.#starts.push(i + 1);
    for (let i = 0; hasReturns && i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) this.#starts.push(i + 1);
    }
  }
  get lineCount(): number { return this.#starts.length; }
  positionAt(offset: number): Position {
    let low = 0, high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= offset) low = middle; else high = middle;
    }
    return { line: low, character: Math.max(0, offset - this.#starts[low]! - (low === 0 ? this.#bom : 0)) };
  }
  offsetAt({ line, character }: Position): number {
    return (this.#starts[Math.min(line, this.#starts.length - 1)] ?? 0) + character + (line === 0 ? this.#bom : 0);
  }
  /** Where the line begins, its byte order mark included. */
  startOf(line: number): number { return this.#starts[line] ?? this.#starts.at(-1)!; }
}
