import { createScanner } from 'jsonc-parser';

/** What can be wrong with a text as JSON. */
export type SyntaxCode =
  | 'empty'
  | 'comment'
  | 'hash-comment'
  | 'code-fence'
  | 'invisible-character'
  | 'trailing-comma'
  | 'semicolon'
  | 'merge-conflict'
  | 'missing-comma'
  | 'extra-comma'
  | 'missing-colon'
  | 'wrong-colon'
  | 'missing-value'
  | 'single-quotes'
  | 'curly-quotes'
  | 'unquoted-key'
  | 'unclosed-string'
  | 'unescaped-quote'
  | 'line-break'
  | 'unclosed-comment'
  | 'unclosed-object'
  | 'unclosed-array'
  | 'interrupted-array'
  | 'wrong-bracket'
  | 'bad-escape'
  | 'control-character'
  | 'bad-number'
  | 'bad-literal'
  | 'unopened-string'
  | 'unexpected'
  | 'extra-text';

export interface Token {
  /** What is skipped between tokens, an invisible character for example, is a `comment`. */
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
  #at: number;
  constructor(text: string, start = text.charCodeAt(0) === 0xfeff ? 1 : 0) {
    this.#text = text;
    this.#tokens = createScanner(text);
    this.#at = start;
  }
  /** Continues at an offset, after a token that was accepted only in part. */
  goTo(offset: number): void {
    this.#at = offset;
  }
  stop(): void {
    this.goTo(this.#text.length);
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
    // an invalid escape in a string does not change where it ends
    const isClosed = token.kind === 'string' && text[start] === '"' && (isWhole || within.has(token.problem));
    const word = (isClosed && !endsWord(text, token.end) && runOn(text, start, token.end)) || token;
    this.#at = word.end;
    return word;
  }
}

/** What may be wrong inside a string that is closed. */
const within: ReadonlySet<SyntaxCode | undefined> = new Set(['bad-escape', 'control-character']);

/** Anything that is not a JSON token. */
function slip(text: string, start: number): Token {
  switch (text[start]) {
    case '"':
      return broken(text, start);
    case "'":
      return singleQuoted(text, start);
    case '“':
    case '”':
    case '„': {
      curlyQuoted.lastIndex = start;
      const quoted = curlyQuoted.exec(text);
      if (quoted) return { kind: 'string', start, end: start + quoted[0].length, problem: 'curly-quotes' };
      break;
    }
    case ';':
      return { kind: 'comma', start, end: start + 1, problem: 'semicolon' };
    case '#':
      if (/[ \t#]/.test(text[start + 1] ?? ' ') || beginsLine(text, start))
        return { kind: 'comment', start, end: endOfLine(text, start), problem: 'hash-comment' };
      break;
    case '`':
      if (text.startsWith('```', start) && isLineStart(text, start))
        return { kind: 'comment', start, end: endOfLine(text, start), problem: 'code-fence' };
      break;
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
  if (isInvisible(text.charCodeAt(start))) {
    let end = start + 1;
    while (isInvisible(text.charCodeAt(end))) end++;
    return { kind: 'comment', start, end, problem: 'invisible-character' };
  }
  return word(text, start);
}

/** Spaces that are not whitespace to JSON, and characters without a width. */
const isInvisible = (code: number): boolean =>
  code >= 0xa0 &&
  (code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff);

function endOfLine(text: string, at: number): number {
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

const conflict = /(?:<{7}|={7}|>{7}|\|{7})(?=[ \t\r\n]|$)[^\r\n]*/y;

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r' || (at === 1 && text.charCodeAt(0) === 0xfeff);
}

function beginsLine(text: string, at: number): boolean {
  return isLineStart(text, beforeBlanks(text, at));
}

const curlyQuoted = /[“”„][^“”"\r\n]*[“”"](?=[ \t]*(?:[:,\]}\r\n]|$))/y;

/** A string whose closing quote is followed by a word: the quote is missing before, or was meant to be text. */
function runOn(text: string, start: number, end: number): Token | undefined {
  const key = /^"[\w$-]+(?=[ \t]*:[ \t]*"$)/.exec(text.slice(start, end));
  if (key && /[{,\r\n][ \t]*$/.test(text.slice(Math.max(0, start - 80), start)))
    return { kind: 'string', start, end: start + key[0].length, problem: 'unclosed-string' };
  const comma = beforeBlanks(text, end - 1) - 1,
    closing = beforeBlanks(text, comma);
  if (
    text[comma] === ',' &&
    closing > start &&
    !oddStart.test(text.slice(start, end)) &&
    nextKey.test(text.slice(end, end + 80))
  )
    return { kind: 'string', start, end: closing, problem: 'unclosed-string' };
  if (!/^(?:[\p{L}\p{N}]|\{\{)/u.test(text.slice(end, end + 2))) return undefined;
  let quotes = 0;
  for (let at = end; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) break;
    if (code === 92) at++;
    else if (code === 34) {
      if (++quotes > MOST_QUOTES) break;
      if (closes(text, at + 1)) return { kind: 'string', start, end: at + 1, problem: 'unescaped-quote' };
      if (/^[ \t]*:/.test(text.slice(at + 1, at + 10))) break;
    }
  }
  return undefined;
}

function beforeBlanks(text: string, at: number): number {
  while (text[at - 1] === ' ' || text[at - 1] === '\t') at--;
  return at;
}

/** A key without its closing quote, or escapes: then it is unclear what was meant. */
const oddStart = /^"[\w$-]+[ \t]*:|[\\\t]/;
const nextKey = /^[\w$-]+"[ \t]*:/;

/** Whether a quote before this offset ends a value: by what follows. */
function closes(text: string, at: number): boolean {
  return valueEnd.test(text.slice(at, at + 80));
}
const valueEnd = /^[ \t]*(?:[\]}\r\n/]|$|,[ \t]*(?:["{[\r\n/]|$))/;

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
      const continued = endOnLaterLine(text, at);
      if (continued !== undefined) return { kind: 'string', start, end: continued, problem: 'line-break' };
      // an unclosed string ends before the comma or bracket at the end of its line, so that the next line is read as
      // intended
      const end = beforeClosing(text, start + 1, at);
      return { kind: 'string', start, end, problem: 'unclosed-string' };
    } else if (code < 32) problem ??= 'control-character';
  }
  return { kind: 'string', start, end: text.length, problem: 'unclosed-string' };
}

/** Before the commas and brackets at the end of an unclosed string; a bracket that it opens itself belongs to it. */
function beforeClosing(text: string, start: number, at: number): number {
  let braces = 0,
    brackets = 0;
  for (let i = start; i < at; i++) {
    const char = text[i];
    if (char === '{' || char === '}') braces += char === '{' ? 1 : -1;
    if (char === '[' || char === ']') brackets += char === '[' ? 1 : -1;
  }
  let end = at;
  for (; end > start; end--) {
    const char = text[end - 1]!;
    if (!' \t,]}'.includes(char) || (char === '}' && braces++ >= 0) || (char === ']' && brackets++ >= 0)) break;
  }
  return end;
}

/** The end of a string that goes on after a line break: none if the next quote at the start of a line begins a value. */
function endOnLaterLine(text: string, from: number): number | undefined {
  let isLineStart = true,
    quotes = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) {
      if (++quotes > MOST_QUOTES) return undefined;
      if (closes(text, at + 1)) return at + 1;
      field.lastIndex = at;
      if (isLineStart || field.test(text)) return undefined;
    }
    // a comment is not part of the string: it may be removed
    if (code === 47 && text[at + 1] === '/' && /\s/.test(text[at - 1]!)) at = endOfLine(text, at) - 1;
    if (code === 92) at++;
    if (code === 10 || code === 13) isLineStart = true;
    else if (code > 32) isLineStart = false;
  }
  return undefined;
}
/** A string with more quotes in it was hardly meant; reading on from each of them would take quadratic time. */
const MOST_QUOTES = 16;
const field = /"[^"\r\n]*"[ \t]*:|"[ \t]*:/y;

function singleQuoted(text: string, start: number): Token {
  let end = start + 1;
  while (
    end < text.length &&
    text[end] !== '\n' &&
    text[end] !== '\r' &&
    (text[end] !== "'" || isApostrophe.test(text.slice(end - 1, end + 2)))
  )
    end += text[end] === '\\' && end + 1 < text.length && text[end + 1] !== '\n' && text[end + 1] !== '\r' ? 2 : 1;
  if (text[end] === "'") end++;
  return { kind: 'string', start, end, problem: 'single-quotes' };
}

const isApostrophe = /^\p{L}'\p{L}$/u;

/** Text that is not JSON, up to where the next token may begin. */
function word(text: string, start: number): Token {
  let end = start;
  while (!endsWord(text, end)) end++;
  if (end === start) end++;
  if (/^"[ \t]*:/.test(text.slice(end, end + 10)) && /^[\w$-]+$/.test(text.slice(start, end))) end++;
  const raw = text.slice(start, end);
  // jsonc-parser takes control characters after a word for part of it
  if (raw === 'true' || raw === 'false' || raw === 'null') return { kind: 'literal', start, end };
  const closed = unopened.exec(text.slice(start, start + LONGEST_UNOPENED));
  if (closed) return { kind: 'word', start, end: start + closed[0].length, problem: 'unopened-string' };
  return /^[-+.]?\d/.test(raw) ? { kind: 'number', start, end, problem: 'bad-number' } : { kind: 'word', start, end };
}

/** A string without its opening quote. */
const unopened = /^[^\s"',:;{}[\]][^"\r\n,:;{}[\]]*"(?=[ \t]*(?:[,\]}\r\n]|$))/;
/** Not the whole line, because one may begin at each of its words. */
const LONGEST_UNOPENED = 200;

function endsWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 47) return text[at + 1] === '/' || text[at + 1] === '*';
  // not a number: the end of the text
  return !(code > 32) || boundaries.includes(code) || isInvisible(code);
}
/** `",:;[]{}` */
const boundaries: readonly number[] = [34, 44, 58, 59, 91, 93, 123, 125];
