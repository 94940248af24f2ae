import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { Scanner, type Token } from '../../core/syntax/scanner.ts';
import { decode, NodeType, type SyntaxNodes } from '../../core/syntax/syntax-nodes.ts';
import { countWhile } from '../../core/syntax/search.ts';

/**
 * The token at the caret that an insertion replaces: a string (whole, with quotes), a number, a literal, or a bare
 * word.
 */
interface TypedToken extends Span {
  /** The opening quote; an empty string for a bare word. */
  readonly quote: '"' | "'" | '';
  /** Whether the closing quote is missing on the line. */
  readonly isUnclosed: boolean;
}
/**
 * The place of the caret in the text. It depends only on the text before the caret, because the text after it may be
 * broken.
 */
export interface CompletionContext {
  /** The syntax node of the object or list around the caret; `undefined` at the top of the text. */
  readonly container: number | undefined;
  readonly part: 'key' | 'value';
  /** The key of the value; `undefined` for a value outside of an object. */
  readonly key: string | undefined;
  readonly token: TypedToken | undefined;
  /** The offset before the caret at which a comma is missing. */
  readonly commaAt: number | undefined;
  /** Whether the text after the caret needs a comma before it. */
  readonly hasCommaAfter: boolean;
  /** What follows a key at the caret: a colon, or a value without a colon. */
  readonly follower: 'colon' | 'value' | undefined;
  /** The offset at which the members after the caret begin. */
  readonly tail: number;
}

/**
 * The context of a caret; `undefined` if nothing can be completed: in a comment, after an existing value, after the
 * end of the text.
 */
export function contextAt(document: Document, offset: number): CompletionContext | undefined {
  const { text } = document,
    { nodes } = document.parsed;
  const container = containerAt(nodes, offset);
  if (container === 'deep') return undefined;
  const isInObject = container !== undefined && nodes.type(container) === NodeType.object;
  let { offset: position, state } = anchor(nodes, container, offset, isInObject);
  let key: string | undefined,
    missingAt: number | undefined,
    lastEnd = position,
    caretToken: TypedToken | undefined;
  const tokens = tokensFrom(text, position);
  for (const token of tokens) {
    if (token.kind === 'end' || token.start > offset) break;
    if (token.kind === 'comment') {
      const isLine = text[token.start + 1] === '/';
      if (token.start < offset && (offset < token.end || (isLine && offset === token.end))) return undefined;
      continue;
    }
    if (isScalar(token)) {
      if (touches(token, offset, state)) {
        caretToken = typedToken(text, token, offset);
        break;
      }
      if (token.start >= offset) break;
      if (isInObject && state === 'comma') {
        state = 'missing';
        missingAt = lastEnd;
      }
      if (isInObject && (state === 'key' || state === 'missing')) {
        key = decode(text.slice(token.start, token.end));
        state = 'colon';
      } else state = 'comma';
    } else if (token.start >= offset) break;
    else if (token.kind === 'comma') {
      state = isInObject ? 'key' : 'value';
      missingAt = undefined;
    } else if (token.kind === 'colon') state = isInObject && state === 'colon' ? 'value' : state;
    lastEnd = token.end;
  }
  if (state === 'colon') return undefined;
  const commasAt: Partial<Record<State, number | undefined>> = { comma: lastEnd, value: missingAt };
  const commaAt = commasAt[state];
  if (commaAt !== undefined && container === undefined) return undefined;
  const part = isInObject && state !== 'value' ? 'key' : 'value';
  const tail = caretToken?.end ?? offset;
  const [next, after] = twoTokens(text, tail);
  const base = {
    container,
    part,
    key: part === 'value' && isInObject ? key : undefined,
    token: caretToken,
    commaAt,
    tail,
  } as const;
  // the text already has a value, and no other value can precede it
  if (container === undefined && caretToken === undefined && next.kind !== 'end') return undefined;
  if (part === 'key') {
    const followingPart = caretToken && nextPart(text, caretToken, next, after);
    return { ...base, follower: followingPart, hasCommaAfter: followingPart === undefined && beginsMember(next) };
  }
  if (caretToken === undefined && state === 'value' && isInObject && isOwnValue(text, offset, next, after)) {
    if (!isScalar(next)) return undefined;
    const emptyToken = { start: offset, end: next.end, quote: '', isUnclosed: false } as const;
    return {
      ...base,
      token: emptyToken,
      tail: next.end,
      follower: undefined,
      hasCommaAfter: beginsMember(twoTokens(text, next.end)[0]),
    };
  }
  return { ...base, follower: undefined, hasCommaAfter: container !== undefined && beginsMember(next) };
}

function nextPart(text: string, key: Span, next: Token, after: Token): 'colon' | 'value' | undefined {
  if (next.kind === 'colon') return 'colon';
  return isValueOf(text, key, next, after) ? 'value' : undefined;
}

type State = 'key' | 'colon' | 'value' | 'comma' | 'missing';

/**
 * The innermost object or list that is open at the caret. The nodes are reliable up to the caret, even in a broken
 * text.
 */
function containerAt(nodes: SyntaxNodes, offset: number): number | 'deep' | undefined {
  if (nodes.length === 0 || !isOpenAt(nodes, 0, offset)) return undefined;
  let node = 0;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const child = lastBefore(nodes, node, offset);
    if (child === undefined || !isOpenAt(nodes, child, offset)) return node;
    node = child;
  }
  return 'deep';
}
/**
 * The maximum nesting depth, deeper than any real file. Deeper levels are ignored, so that no nesting overflows the
 * stack.
 */
const MAX_DEPTH = 300;

/** The object or list around another one. */
export function containerOf(nodes: SyntaxNodes, node: number): number | undefined {
  const container = containerAt(nodes, nodes.start(node));
  return container === 'deep' ? undefined : container;
}

function isOpenAt(nodes: SyntaxNodes, node: number, offset: number): boolean {
  if (nodes.type(node) > NodeType.array || nodes.start(node) >= offset) return false;
  const end = nodes.end(node);
  return offset < end || (offset === end && !isClosed(nodes, node));
}

function isClosed(nodes: SyntaxNodes, node: number): boolean {
  const end = nodes.end(node),
    last = nodes.children(node).at(-1);
  const bracket = nodes.type(node) === NodeType.object ? '}' : ']';
  return nodes.text[end - 1] === bracket && end - 1 >= (last === undefined ? nodes.start(node) + 1 : nodes.end(last));
}

/** The last child of a node whose key or value begins before the offset. */
function lastBefore(nodes: SyntaxNodes, node: number, offset: number): number | undefined {
  const children = nodes.children(node);
  return children[countBefore(nodes, node, offset) - 1];
}

/** The number of children of a container that begin before the offset. */
export function countBefore(nodes: SyntaxNodes, node: number, offset: number): number {
  const children = nodes.children(node);
  return countWhile(children.length, i => (nodes.keySpan(children[i]!)?.start ?? nodes.start(children[i]!)) < offset);
}

/**
 * The offset and state from which the text is scanned again up to the caret. To limit the work, it is near the caret
 * and not at the beginning of the object or list.
 */
function anchor(
  nodes: SyntaxNodes,
  container: number | undefined,
  offset: number,
  isInObject: boolean,
): { offset: number; state: State } {
  const state: State = isInObject ? 'key' : 'value';
  if (container === undefined) {
    const isDone = nodes.length > 0 && nodes.type(0) <= NodeType.array && nodes.end(0) <= offset;
    return isDone ? { offset: nodes.end(0), state: 'comma' } : { offset: 0, state: 'value' };
  }
  const children = nodes.children(container);
  let i = countBefore(nodes, container, offset) - 1;
  // the following text may end a value too early, so that value and the one before it are scanned again
  for (let steps = 0; i >= 0 && steps < 3; i--, steps++) {
    const child = children[i]!;
    if (nodes.type(child) <= NodeType.array && nodes.end(child) <= offset)
      return { offset: nodes.end(child), state: 'comma' };
  }
  return i < 0
    ? { offset: nodes.start(container) + 1, state }
    : { offset: nodes.keySpan(children[i + 1]!)?.start ?? nodes.start(children[i + 1]!), state };
}

const isScalar = (token: Token): boolean =>
  token.kind === 'string' || token.kind === 'number' || token.kind === 'literal' || token.kind === 'word';
const beginsMember = (token: Token): boolean => isScalar(token) || token.kind === 'open';

/**
 * Whether a caret is on a token. A caret right before a key is not: it begins a new key. A caret right before a value
 * is.
 */
function touches(token: Token, offset: number, state: State): boolean {
  if (offset < token.start || offset > token.end) return false;
  return offset > token.start || state === 'value';
}

function* tokensFrom(text: string, offset: number): Generator<Token> {
  const scanner = new Scanner(offset === 0 ? text : text.slice(offset));
  for (;;) {
    const token = scanner.next();
    yield { ...token, start: token.start + offset, end: token.end + offset };
    if (token.kind === 'end') return;
  }
}

function twoTokens(text: string, offset: number): [Token, Token] {
  const tokens: Token[] = [];
  let end: Token = { kind: 'end', start: text.length, end: text.length };
  for (const token of tokensFrom(text, offset)) {
    end = token;
    if (token.kind !== 'comment') tokens.push(token);
    if (tokens.length === 2) break;
  }
  return [tokens[0] ?? end, tokens[1] ?? end];
}

const cutByQuote = /^[ \t]*[^\s"',:{}[\]/][^"',:{}[\]\r\n]*["']/;

/**
 * The token that an insertion replaces. A string whose closing quote is missing seems to end at the next quote, so it
 * is cut at the caret.
 */
function typedToken(text: string, token: Token, offset: number): TypedToken {
  const { start } = token;
  if (token.kind !== 'string') return { start, end: token.end, quote: '', isUnclosed: false };
  const quote = text[start] as '"' | "'";
  const isClosed = token.end > start + 1 && token.problem !== 'unclosed-string' && text[token.end - 1] === quote;
  if (isClosed && offset >= token.end) return { start, end: token.end, quote, isUnclosed: false };
  if (isClosed && !cutByQuote.test(text.slice(token.end, token.end + 200)))
    return { start, end: token.end, quote, isUnclosed: false };
  const typedEnd = /^[\w.-]*/.exec(text.slice(offset, offset + 200))![0].length + offset;
  if (isClosed) return { start, end: typedEnd, quote, isUnclosed: false };
  let { end } = token;
  while (end > offset && ' \t\r\n,]}'.includes(text[end - 1]!)) end--;
  return { start, end: Math.max(end, offset, start + 1), quote, isUnclosed: true };
}

const sameLine = (text: string, start: number, end: number): boolean => !/[\r\n]/.test(text.slice(start, end));

/** Whether a key is followed by its value without a colon, on the same line. */
const isValueOf = (text: string, key: Span, next: Token, after: Token): boolean =>
  beginsMember(next) && after.kind !== 'colon' && sameLine(text, key.end, next.start);

/**
 * Whether the value after the caret belongs to the key before it: only on the same line, and only if the value is not a
 * key itself.
 */
const isOwnValue = (text: string, offset: number, next: Token, after: Token): boolean =>
  beginsMember(next) && (next.kind === 'open' || after.kind !== 'colon') && sameLine(text, offset, next.start);
