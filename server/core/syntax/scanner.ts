/** What can be wrong with a text as JSON. */
export type SyntaxCode =
  | 'empty'
  | 'comment'
  | 'trailing-comma'
  | 'merge-conflict'
  | 'missing-comma'
  | 'extra-comma'
  | 'missing-colon'
  | 'missing-value'
  | 'single-quotes'
  | 'unquoted-key'
  | 'unclosed-string'
  | 'unclosed-comment'
  | 'unclosed-object'
  | 'unclosed-array'
  | 'interrupted-array'
  | 'wrong-bracket'
  | 'bad-escape'
  | 'control-character'
  | 'bad-number'
  | 'bad-literal'
  | 'unexpected'
  | 'extra-text';

export interface Token {
  readonly kind:
    'open' | 'close' | 'comma' | 'colon' | 'string' | 'number' | 'literal' | 'word' | 'comment' | 'conflict' | 'end';
  readonly start: number;
  readonly end: number;
  /** The bracket, or the first character of a merge-conflict marker. */
  readonly text?: string;
  readonly problem?: SyntaxCode;
}

const conflict = /(?:<{7}|={7}|>{7}|\|{7})(?=[ \t\r\n]|$)[^\r\n]*/y;
const numberShape = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const bracket = { 123: '{', 91: '[', 125: '}', 93: ']' } as Readonly<Record<number, string>>;

/** Cuts any text into tokens; never fails. Positions are UTF-16 offsets. */
export class Scanner {
  readonly #text: string;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }
  stop(): void {
    this.#at = this.#text.length;
  }

  next(): Token {
    const text = this.#text;
    let at = this.#at;
    let code = text.charCodeAt(at);
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++at);
    if (at >= text.length) return { kind: 'end', start: text.length, end: text.length };
    switch (code) {
      case 123:
      case 91:
        this.#at = at + 1;
        return { kind: 'open', start: at, end: at + 1, text: bracket[code]! };
      case 125:
      case 93:
        this.#at = at + 1;
        return { kind: 'close', start: at, end: at + 1, text: bracket[code]! };
      case 44:
        this.#at = at + 1;
        return { kind: 'comma', start: at, end: at + 1 };
      case 58:
        this.#at = at + 1;
        return { kind: 'colon', start: at, end: at + 1 };
      case 34:
        return this.#string(at);
      case 39:
        return this.#singleQuoted(at);
      case 47:
        if (text[at + 1] === '/' || text[at + 1] === '*') return this.#comment(at);
        break;
      case 60:
      case 61:
      case 62:
      case 124: {
        conflict.lastIndex = at;
        const marker = lineStart(text, at) ? conflict.exec(text) : null;
        if (marker) {
          this.#at = at + marker[0].length;
          return { kind: 'conflict', start: at, end: at + marker[0].length, text: text[at]! };
        }
      }
    }
    return this.#word(at);
  }

  #string(start: number): Token {
    const text = this.#text;
    let problem: SyntaxCode | undefined;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 34) {
        this.#at = at + 1;
        return { kind: 'string', start, end: at + 1, ...(problem && { problem }) };
      }
      if (code === 92) {
        const next = text[at + 1];
        const fine =
          next === 'u'
            ? /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))
            : next !== undefined && '"\\/bfnrt'.includes(next);
        if (!fine) problem ??= 'bad-escape';
        if (next !== '\n' && next !== '\r') at++;
      } else if (code === 10 || code === 13) {
        // a string that is not closed ends before the comma or bracket that ends its line, so the next line is read as it was meant
        let end = at;
        while (end > start + 1 && ' \t,]}'.includes(text[end - 1]!)) end--;
        this.#at = end;
        return { kind: 'string', start, end: this.#at, problem: 'unclosed-string' };
      } else if (code < 32) problem ??= 'control-character';
    }
    this.#at = text.length;
    return { kind: 'string', start, end: text.length, problem: 'unclosed-string' };
  }

  #singleQuoted(start: number): Token {
    const text = this.#text;
    let end = start + 1;
    while (end < text.length && text[end] !== "'" && text[end] !== '\n' && text[end] !== '\r')
      end += text[end] === '\\' && end + 1 < text.length && text[end + 1] !== '\n' && text[end + 1] !== '\r' ? 2 : 1;
    if (text[end] === "'") end++;
    this.#at = end;
    return { kind: 'string', start, end, problem: 'single-quotes' };
  }

  #comment(start: number): Token {
    const text = this.#text;
    const line = text[start + 1] === '/';
    let end: number;
    if (line) for (end = start; end < text.length && text[end] !== '\n' && text[end] !== '\r';) end++;
    else {
      const stop = text.indexOf('*/', start + 2);
      end = stop < 0 ? text.length : stop + 2;
      if (stop < 0) {
        this.#at = end;
        return { kind: 'comment', start, end, problem: 'unclosed-comment' };
      }
    }
    this.#at = end;
    return { kind: 'comment', start, end };
  }

  #word(start: number): Token {
    const text = this.#text;
    let end = start;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (
        code <= 32 ||
        code === 44 ||
        code === 58 ||
        code === 123 ||
        code === 125 ||
        code === 91 ||
        code === 93 ||
        code === 34 ||
        (code === 47 && end > start && (text[end + 1] === '/' || text[end + 1] === '*'))
      )
        break;
    }
    if (end === start) end++;
    this.#at = end;
    const word = text.slice(start, end);
    if (word === 'true' || word === 'false' || word === 'null') return { kind: 'literal', start, end };
    if (numberShape.test(word)) return { kind: 'number', start, end };
    if (/^[-+.]?\d/.test(word)) return { kind: 'number', start, end, problem: 'bad-number' };
    return { kind: 'word', start, end };
  }
}

function lineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r' || (at === 1 && text.charCodeAt(0) === 0xfeff);
}
