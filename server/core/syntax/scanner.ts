import { createScanner } from 'jsonc-parser';

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
  readonly problem?: SyntaxCode | undefined;
}

/** By jsonc-parser's token kinds; there are no others. */
const kinds: readonly (Token['kind'] | undefined)[] = [
  undefined,
  'open',
  'close',
  'open',
  'close',
  'comma',
  'colon',
  'literal',
  'literal',
  'literal',
  'string',
  'number',
  'comment',
  'comment',
];

/**
 * The tokens of any text; never fails. JSON and comments are tokenized by jsonc-parser; what it considers unknown or
 * broken is tokenized here as it was meant. Positions are UTF-16 offsets.
 */
export class Scanner {
  readonly #text: string;
  readonly #tokens: ReturnType<typeof createScanner>;
  #at = 0;
  constructor(text: string) {
    this.#text = text;
    this.#tokens = createScanner(text);
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
  }
  stop(): void {
    this.#at = this.#text.length;
  }

  next(): Token {
    const text = this.#text;
    let start = this.#at,
      code = text.charCodeAt(start);
    // jsonc-parser makes tokens of whitespace and copies it
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++start);
    if (start >= text.length) return { kind: 'end', start: text.length, end: text.length };
    this.#tokens.setPosition(start);
    const kind = kinds[this.#tokens.scan()],
      end = this.#tokens.getPosition();
    const isWhole =
      kind !== undefined &&
      this.#tokens.getTokenError() === 0 &&
      ((kind !== 'number' && kind !== 'literal') || endsWord(text, end));
    const token: Token = isWhole ? { kind, start, end } : slip(text, start);
    this.#at = token.end;
    return token;
  }
}

/** Anything that is not a JSON token. */
function slip(text: string, start: number): Token {
  switch (text[start]) {
    case '"':
      return broken(text, start);
    case "'":
      return singleQuoted(text, start);
    case '/':
      if (text[start + 1] === '*') return { kind: 'comment', start, end: text.length, problem: 'unclosed-comment' };
      break;
    case '<':
    case '=':
    case '>':
    case '|': {
      conflict.lastIndex = start;
      const marker = isLineStart(text, start) ? conflict.exec(text) : null;
      if (marker) return { kind: 'conflict', start, end: start + marker[0].length };
    }
  }
  return word(text, start);
}

const conflict = /(?:<{7}|={7}|>{7}|\|{7})(?=[ \t\r\n]|$)[^\r\n]*/y;

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r' || (at === 1 && text.charCodeAt(0) === 0xfeff);
}

function broken(text: string, start: number): Token {
  let problem: SyntaxCode | undefined;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return { kind: 'string', start, end: at + 1, problem };
    if (code === 92) {
      const next = text[at + 1];
      const fine =
        next === 'u'
          ? /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))
          : next !== undefined && '"\\/bfnrt'.includes(next);
      if (!fine) problem ??= 'bad-escape';
      if (next !== '\n' && next !== '\r') at++;
    } else if (code === 10 || code === 13) {
      // an unclosed string ends before the comma or bracket at the end of its line, so that the next line is read as
      // intended
      let end = at;
      while (end > start + 1 && ' \t,]}'.includes(text[end - 1]!)) end--;
      return { kind: 'string', start, end, problem: 'unclosed-string' };
    } else if (code < 32) problem ??= 'control-character';
  }
  return { kind: 'string', start, end: text.length, problem: 'unclosed-string' };
}

function singleQuoted(text: string, start: number): Token {
  let end = start + 1;
  while (end < text.length && text[end] !== "'" && text[end] !== '\n' && text[end] !== '\r')
    end += text[end] === '\\' && end + 1 < text.length && text[end + 1] !== '\n' && text[end + 1] !== '\r' ? 2 : 1;
  if (text[end] === "'") end++;
  return { kind: 'string', start, end, problem: 'single-quotes' };
}

/** Text that is not JSON, up to where the next token may begin. */
function word(text: string, start: number): Token {
  let end = start;
  while (!endsWord(text, end)) end++;
  if (end === start) end++;
  const raw = text.slice(start, end);
  // jsonc-parser takes control characters after a word for part of it
  if (raw === 'true' || raw === 'false' || raw === 'null') return { kind: 'literal', start, end };
  return /^[-+.]?\d/.test(raw) ? { kind: 'number', start, end, problem: 'bad-number' } : { kind: 'word', start, end };
}

function endsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 47) return text[at + 1] === '/' || text[at + 1] === '*';
  // not a number: the end of the text
  return !(code > 32) || boundaries.includes(code);
}
/** `",:[]{}` */
const boundaries: readonly number[] = [34, 44, 58, 91, 93, 123, 125];
