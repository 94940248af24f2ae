import type { Document } from '../../core/document.ts';
import { Scanner, type SyntaxCode, type Token } from '../../core/syntax/scanner.ts';
import type { TextStyle } from './text-style.ts';

/**
 * How an object or list is written. `empty`: without contents. `inline`: on one line. `lines`: each member on a line of
 * its own. `packed`: over several lines that break where the file breaks them, with each item on one line. `hug`:
 * around its one item, `[{` to `}]`.
 */
type Mode = 'empty' | 'inline' | 'lines' | 'packed' | 'hug';
export interface Container {
  readonly open: number;
  close: number;
  readonly holder: Container | undefined;
  readonly isArray: boolean;
  /** Whitespace inside its brackets if it is on one line. */
  pad: string;
  /** The objects and lists among its members. */
  readonly nested: Container[];
  mode: Mode;
  /** Indentation of its opening line, and of its members. */
  level: number;
  inner: number;
}
/**
 * The tokens of a text, comments included, and how each object and list is to be written. Indices are those of tokens.
 */
export interface FormattingLayout {
  readonly tokens: readonly Token[];
  /** The innermost container around each token; for a bracket, its own. */
  readonly containers: readonly (Container | undefined)[];
}

/** Mistakes that leave no doubt where each token ends and what contains it. */
const harmless: ReadonlySet<SyntaxCode> = new Set([
  'comment',
  'trailing-comma',
  'missing-comma',
  'control-character',
  'bad-escape',
  'bad-number',
  'bad-literal',
  'unquoted-key',
]);
/** The maximum width of a line that the file has on one line; the second applies if the whole file is one line. */
const WIDE = 160;
const SHORT = 100;
/** Deeper files are not configuration, and their indentation would be longer than the rest. */
const DEEPEST = 1000;

const SLASH = 47;

/** `undefined` for a text without values, or too broken to be sure of anything. */
export function layoutOf(document: Document, style: TextStyle): FormattingLayout | undefined {
  const { text } = document;
  if (document.parsed.nodes.length === 0 || !document.parsed.problems.every(({ code }) => harmless.has(code)))
    return undefined;
  const tokens: Token[] = [],
    containers: (Container | undefined)[] = [],
    opened: Container[] = [];
  const scanner = new Scanner(text),
    { end } = document.parsed.nodes.span(0);
  let around: Container | undefined,
    depth = 0;
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next()) {
    // after the value nothing is parsed, so it is not known where a string ends there
    if (token.start >= end && token.kind !== 'comment') return undefined;
    const index = tokens.push(token) - 1;
    if (token.kind === 'open') {
      const after = text.charCodeAt(token.end);
      around = {
        open: index,
        close: -1,
        holder: around,
        isArray: text[token.start] === '[',
        pad: after <= 32 || after === SLASH ? ' ' : '',
        nested: [],
        mode: 'lines',
        level: 0,
        inner: 0,
      };
      around.holder?.nested.push(around);
      opened.push(around);
      if (++depth > DEEPEST) return undefined;
    }
    containers.push(around);
    if (token.kind === 'close') {
      if (!around) return undefined;
      around.close = index;
      around = around.holder;
      depth--;
    }
  }
  if (around) return undefined;
  decide(text, tokens, containers, opened, style);
  return { tokens, containers };
}

function decide(
  text: string,
  tokens: readonly Token[],
  containers: readonly (Container | undefined)[],
  opened: readonly Container[],
  style: TextStyle,
): void {
  const breaks = breaksBefore(text, tokens),
    widths = widthsBefore(tokens, containers);
  const spread = (from: number, to: number): boolean => breaks[to]! > breaks[from]!;
  const isOneLine = opened[0] !== undefined && !spread(opened[0].open, opened[0].close);
  const fits = ({ open, close }: Container, level: number): boolean => {
    const key =
      tokens[open - 1]?.kind === 'colon' && tokens[open - 2] ? tokens[open - 2]!.end - tokens[open - 2]!.start + 2 : 0;
    const width = level * style.width + key + widths[close]! - widths[open]! + 1;
    return width <= (isOneLine ? SHORT : WIDE);
  };
  const packs = ({ nested, level }: Container): boolean =>
    nested.every(item => !spread(item.open, item.close) && fits(item, level + 1));
  for (const container of opened) {
    const { open, close, holder, isArray, nested } = container;
    container.level = holder?.inner ?? 0;
    if (close === open + 1) container.mode = 'empty';
    else if (holder?.mode === 'inline') container.mode = 'inline';
    else if (spread(open, close)) {
      const apart = isArray && packs(container) ? 'packed' : 'lines';
      container.mode = hugs(container, containers, spread) ? 'hug' : apart;
    } else
      container.mode =
        (!isOneLine || (isArray && nested.length === 0)) && fits(container, container.level) ? 'inline' : 'lines';
    container.inner = container.level + (container.mode === 'hug' ? 0 : 1);
  }
}

function hugs(
  { open, close, isArray }: Container,
  containers: readonly (Container | undefined)[],
  spread: (from: number, to: number) => boolean,
): boolean {
  const item = containers[open + 1];
  return (
    isArray &&
    item !== undefined &&
    item.open === open + 1 &&
    item.close === close - 1 &&
    !spread(open, open + 1) &&
    !spread(close - 1, close)
  );
}

/** The number of line breaks before each token, including those within comments. */
function breaksBefore(text: string, tokens: readonly Token[]): Int32Array {
  const breaks = new Int32Array(tokens.length);
  let end = 0,
    count = 0;
  for (const [i, token] of tokens.entries()) {
    count += lineBreaks(text, end, token.start);
    breaks[i] = count;
    if (token.kind === 'comment') count += lineBreaks(text, token.start, token.end);
    end = token.end;
  }
  return breaks;
}

/** Where each token would begin if all were on one line. */
function widthsBefore(tokens: readonly Token[], containers: readonly (Container | undefined)[]): Int32Array {
  const widths = new Int32Array(tokens.length);
  let width = 0;
  for (const [i, token] of tokens.entries()) {
    if (i > 0) width += inlineGap(tokens[i - 1]!, token, containers[i - 1]?.pad ?? '', containers[i]?.pad ?? '').length;
    widths[i] = width;
    width += token.end - token.start;
  }
  return widths;
}

/** The whitespace between two tokens on one line. */
export function inlineGap(before: Token, after: Token, padAfterOpen: string, padBeforeClose: string): string {
  if (after.kind === 'comma' || after.kind === 'colon') return '';
  if (before.kind === 'open') return after.kind === 'close' ? '' : padAfterOpen;
  return after.kind === 'close' ? padBeforeClose : ' ';
}

/** CR LF counts once. */
export function lineBreaks(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) count++;
  }
  return count;
}
