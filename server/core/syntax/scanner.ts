import { createScanner } from 'jsonc-parser';

/** The kinds of syntax error. */
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
  /** The kind of the token. Anything skipped between tokens, such as an invisible character, is a `comment`. */
  readonly kind:
    'open' | 'close' | 'comma' | 'colon' | 'string' | 'number' | 'literal' | 'word' | 'comment' | 'conflict' | 'end';
  readonly start: number;
  readonly end: number;
  readonly problem?: SyntaxCode | undefined;
}

/** The kinds of tokens, indexed by the numbers of jsonc-parser for them. */
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
 * Splits any text into tokens, and never throws. jsonc-parser tokenizes JSON and comments; anything unknown or broken
 * for jsonc-parser is tokenized here in the way that was probably meant. Positions are UTF-16 offsets.
 */
export class Scanner {
  readonly #text: string;
  readonly #tokens: ReturnType<typeof createScanner>;
  #at: number;
  constructor(text: string) {
    this.#text = text;
    this.#tokens = createScanner(text);
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }
  /** Continues at an offset, if only a part of a token was used. */
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
    // whitespace is skipped here, because jsonc-parser would make tokens of it and copy it
    while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++start);
    if (start >= text.length) return { kind: 'end', start: text.length, end: text.length };
    this.#tokens.setPosition(start);
    const kind = kinds[this.#tokens.scan()],
      end = this.#tokens.getPosition();
    const isWhole =
      kind !== undefined &&
      this.#tokens.getTokenError() === 0 &&
      ((kind !== 'number' && kind !== 'literal') || endsWord(text, end));
    const token: Token = isWhole ? { kind, start, end } : brokenTokenAt(text, start);
    // an invalid escape does not change the end of a string
    const isClosed = token.kind === 'string' && text[start] === '"' && (isWhole || innerCodes.has(token.problem));
    const isFollowed = isClosed && (!endsWord(text, token.end) || nextWord.test(text.slice(token.end, token.end + 3)));
    const word = (isFollowed && runOnString(text, start, token.end)) || token;
    this.#at = word.end;
    return word;
  }
}

/** The errors that are possible inside a closed string. */
const innerCodes: ReadonlySet<SyntaxCode | undefined> = new Set(['bad-escape', 'control-character']);

/** The token for text that is not JSON. */
function brokenTokenAt(text: string, start: number): Token {
  switch (text[start]) {
    case '"':
      return brokenToken(text, start);
    case "'":
      return singleQuoted(text, start);
    case '“':
    case '”':
    case '„': {
      curlyQuotedPattern.lastIndex = start;
      const quotedMatch = curlyQuotedPattern.exec(text);
      if (quotedMatch) return { kind: 'string', start, end: start + quotedMatch[0].length, problem: 'curly-quotes' };
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

/** Whether a character has no width, or is a space that is not whitespace in JSON. */
const isInvisible = (code: number): boolean =>
  code >= 0xa0 &&
  (code === 0xa0 ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    code === 0x205f ||
    code === 0x2060 ||
    code === 0x3000 ||
    code === 0xfeff);

function endOfLine(text: string, offset: number): number {
  while (offset < text.length && text[offset] !== '\n' && text[offset] !== '\r') offset++;
  return offset;
}

const conflict = /(?:<{7}|={7}|>{7}|\|{7})(?=[ \t\r\n]|$)[^\r\n]*/y;

function isLineStart(text: string, offset: number): boolean {
  return (
    offset === 0 ||
    text[offset - 1] === '\n' ||
    text[offset - 1] === '\r' ||
    (offset === 1 && text.charCodeAt(0) === 0xfeff)
  );
}

function beginsLine(text: string, offset: number): boolean {
  return isLineStart(text, beforeBlanks(text, offset));
}

const curlyQuotedPattern = /[“”„][^“”"\r\n]*[“”"](?=[ \t]*(?:[:,\]}\r\n]|$))/y;

/**
 * The token for a string whose closing quote is followed by a word: either an earlier closing quote is missing, or
 * this quote belongs to the text. Undefined for any other string.
 */
function runOnString(text: string, start: number, end: number): Token | undefined {
  const key = /^"[\w$-]+(?=[ \t]*:[ \t]*"$)/.exec(text.slice(start, end));
  if (key && /[{,\r\n][ \t]*$/.test(text.slice(Math.max(0, start - 80), start)))
    return { kind: 'string', start, end: start + key[0].length, problem: 'unclosed-string' };
  const comma = beforeBlanks(text, end - 1) - 1,
    closingQuote = beforeBlanks(text, comma);
  if (
    text[comma] === ',' &&
    closingQuote > start &&
    !unclearStart.test(text.slice(start, end)) &&
    nextKey.test(text.slice(end, end + 80))
  )
    return { kind: 'string', start, end: closingQuote, problem: 'unclosed-string' };
  const rest = text.slice(end, end + 80);
  if (!sentencePart.test(rest) || unquotedKey.test(rest)) return undefined;
  let quotes = 0;
  for (let offset = end; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 10 || code === 13) break;
    if (code === 92) offset++;
    else if (code === 34) {
      if (++quotes > MAX_QUOTES) break;
      if (endsValue(text, offset + 1)) return { kind: 'string', start, end: offset + 1, problem: 'unescaped-quote' };
      if (/^[ \t]*:/.test(text.slice(offset + 1, offset + 10))) break;
    }
  }
  return undefined;
}

/** The rest of a sentence after a quote; it does not match a key or word that only lacks a comma before it. */
const sentencePart = /^(?:[ \t]?(?:[\p{L}\p{N}]|\{\{)|[.!?)…–—])/u;
const nextWord = /^[ \t][\p{L}\p{N}{]/u;
const unquotedKey = /^[ \t]+[\w$-]+[ \t]*(?::|[,}\]\r\n]|$)/;

function beforeBlanks(text: string, offset: number): number {
  while (text[offset - 1] === ' ' || text[offset - 1] === '\t') offset--;
  return offset;
}

/** The beginning of a string that shows that its meaning is unclear: a key without its closing quote, or an escape. */
const unclearStart = /^"[\w$-]+[ \t]*:|[\\\t]/;
const nextKey = /^[\w$-]+"[ \t]*:/;

/** Whether the quote before an offset ends a value, judged by the text after it. */
function endsValue(text: string, offset: number): boolean {
  return valueEnd.test(text.slice(offset, offset + 80));
}
const valueEnd = /^[ \t]*(?:[\]}\r\n/]|$|,[ \t]*(?:["{[\r\n/]|$))/;

function brokenToken(text: string, start: number): Token {
  let problem: SyntaxCode | undefined;
  for (let offset = start + 1; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 34) return { kind: 'string', start, end: offset + 1, problem };
    if (code === 92) {
      const next = text[offset + 1];
      const isValid =
        next === 'u'
          ? /^[0-9a-fA-F]{4}$/.test(text.slice(offset + 2, offset + 6))
          : next !== undefined && '"\\/bfnrt'.includes(next);
      if (!isValid) problem ??= 'bad-escape';
      if (next !== '\n' && next !== '\r') offset++;
    } else if (code === 10 || code === 13) {
      const continuation = endOnLaterLine(text, offset);
      if (continuation !== undefined) return { kind: 'string', start, end: continuation, problem: 'line-break' };
      // an unclosed string ends before the comma or bracket at the end of its line, so that the next line is read as
      // intended
      const end = beforeClosing(text, start + 1, offset);
      return { kind: 'string', start, end, problem: 'unclosed-string' };
    } else if (code < 32) problem ??= 'control-character';
  }
  return { kind: 'string', start, end: text.length, problem: 'unclosed-string' };
}

/**
 * The end of an unclosed string without the commas and brackets after it. A closing bracket stays in the string if the
 * string also contains its opening bracket.
 */
function beforeClosing(text: string, start: number, offset: number): number {
  let braces = 0,
    brackets = 0;
  for (let i = start; i < offset; i++) {
    const char = text[i];
    if (char === '{' || char === '}') braces += char === '{' ? 1 : -1;
    if (char === '[' || char === ']') brackets += char === '[' ? 1 : -1;
  }
  let end = offset;
  for (; end > start; end--) {
    const char = text[end - 1]!;
    if (!' \t,]}'.includes(char) || (char === '}' && braces++ >= 0) || (char === ']' && brackets++ >= 0)) break;
  }
  return end;
}

/**
 * The end of a string that continues after a line break; undefined if the next quote at the start of a line begins
 * another value.
 */
function endOnLaterLine(text: string, start: number): number | undefined {
  let isLineStart = true,
    quotes = 0;
  for (let offset = start; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    if (code === 34) {
      if (++quotes > MAX_QUOTES) return undefined;
      if (endsValue(text, offset + 1)) return offset + 1;
      field.lastIndex = offset;
      if (isLineStart || field.test(text)) return undefined;
    }
    // a comment is not part of the string, because a fix may remove it
    if (code === 47 && text[offset + 1] === '/' && /\s/.test(text[offset - 1]!)) offset = endOfLine(text, offset) - 1;
    if (code === 92) offset++;
    if (code === 10 || code === 13) isLineStart = true;
    else if (code > 32) isLineStart = false;
  }
  return undefined;
}
/**
 * The maximum number of quotes inside a string. More are unlikely, and trying each of them would take quadratic time.
 */
const MAX_QUOTES = 16;
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

/** The token for text that is not JSON, up to the next possible beginning of a token. */
function word(text: string, start: number): Token {
  let end = start;
  while (!endsWord(text, end)) end++;
  if (end === start) end++;
  if (/^"[ \t]*:/.test(text.slice(end, end + 10)) && /^[\w$-]+$/.test(text.slice(start, end))) end++;
  const raw = text.slice(start, end);
  // jsonc-parser includes control characters after a word in the word
  if (raw === 'true' || raw === 'false' || raw === 'null') return { kind: 'literal', start, end };
  const unopenedMatch = unopenedString.exec(text.slice(start, start + MAX_UNOPENED_LENGTH));
  if (unopenedMatch) return { kind: 'word', start, end: start + unopenedMatch[0].length, problem: 'unopened-string' };
  return /^[-+.]?\d/.test(raw) ? { kind: 'number', start, end, problem: 'bad-number' } : { kind: 'word', start, end };
}

/** A string without its opening quote. */
const unopenedString = /^[^\s"',:;{}[\]][^"\r\n,:;{}[\]]*"(?=[ \t]*(?:[,\]}\r\n]|$))/;
/**
 * The maximum length of a string without its opening quote. The limit is low, because such a string is tried at each
 * word.
 */
const MAX_UNOPENED_LENGTH = 200;

function endsWord(text: string, offset: number): boolean {
  const code = text.charCodeAt(offset);
  if (code === 47) return text[offset + 1] === '/' || text[offset + 1] === '*';
  // at the end of the text, the code is NaN
  return !(code > 32) || boundaries.includes(code) || isInvisible(code);
}
/** The characters `",:;[]{}`. */
const boundaries: readonly number[] = [34, 44, 58, 59, 91, 93, 123, 125];
