import type { TextEdit } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { countKeys } from '../syntax/count-keys.ts';
import type { SyntaxProblem } from '../syntax/parse.ts';
import type { SyntaxNodes } from '../syntax/syntax-nodes.ts';
import type { ExplainedProblem } from './syntax-errors.ts';

/** The maximum number of closing brackets that are tried, backwards from the first syntax error. */
const MAX_TRIES = 8;
/** The maximum length of a text, because the text is parsed up to `MAX_TRIES` times at each keystroke. */
const MAX_TEXT_LENGTH = 2 ** 20;

/** The tokens by which one bracket too many or too few is found. */
export interface Brackets {
  /** Strings, keys with their colon, brackets and commas, in the order of the text. */
  readonly tokens: readonly RegExpExecArray[];
  /** The number of closing brackets minus the number of opening brackets. */
  readonly surplusCount: number;
  /**
   * Whether an edit makes the text JSON. An edit that merges two objects with a common key does not, because it loses
   * a key.
   */
  isRepairedBy(edit: TextEdit): boolean;
}

/** The brackets of a text; undefined for a text that is too long. */
export function bracketsIn(text: string): Brackets | undefined {
  if (text.length > MAX_TEXT_LENGTH) return undefined;
  const tokens = [...text.matchAll(/"(?:[^"\\\r\n]|\\.)*"(?:\s*:)?|[[\]{},]/g)],
    keyCount = tokens.filter(([token]) => token.endsWith(':')).length,
    countOf = (characters: string): number => tokens.filter(([token]) => characters.includes(token)).length;
  return {
    tokens,
    surplusCount: countOf('}]') - countOf('{['),
    isRepairedBy({ start, end, text: newText }) {
      try {
        return countKeys(JSON.parse(text.slice(0, start) + newText + text.slice(end)) as Json).keys === keyCount;
      } catch {
        return false;
      }
    },
  };
}

/**
 * The single closing bracket that breaks a text: the text is JSON without it, or with the other kind of bracket.
 * Undefined if the bracket explains only one problem at its own place. A bracket that was typed within an object is
 * noticed far behind it.
 */
export function strayBracket(
  text: string,
  problems: readonly SyntaxProblem[],
  nodes: SyntaxNodes,
  { tokens, surplusCount, isRepairedBy }: Brackets,
): ExplainedProblem | undefined {
  // one bracket causes only a few problems, and only of these kinds
  if (problems.length > MAX_TRIES || !problems.every(({ code }) => codes.has(code))) return undefined;
  if (surplusCount !== 0 && surplusCount !== 1) return undefined;
  const closingBrackets = tokens.filter(([token]) => token === '}' || token === ']'),
    isOpener = ({ code }: SyntaxProblem): boolean => code.startsWith('unclosed') || code === 'interrupted-array',
    limit = Math.min(...problems.map(problem => (isOpener(problem) ? nodes.end(problem.node) : problem.end)));
  const count = closingBrackets.filter(({ index }) => index < limit).length + 1;
  const edits = closingBrackets.slice(Math.max(0, count - MAX_TRIES), count).flatMap(({ index: start, 0: bracket }) => {
    if (surplusCount === 0) return [{ start, end: start + 1, text: bracket === '}' ? ']' : '}' }].filter(isRepairedBy);
    const comma = /^\s*,/.exec(text.slice(start + 1, start + 100))?.[0].length ?? 0;
    return [start + 1, start + 1 + comma].map(end => ({ start, end, text: '' })).filter(isRepairedBy);
  });
  // where people write one value per line, a bracket behind a value is most likely the wrong one
  const edit = edits.find(({ start }) => isBehindValue(text, start)) ?? edits.at(-1);
  if (!edit || problems.every(problem => problem.start === edit.start)) return undefined;
  const [bracket] = text.slice(edit.start),
    nearest = problems.findLast(problem => problem.start <= edit.start) ?? problems[0]!;
  return {
    problem: nearest,
    span: { start: edit.start, end: edit.start + 1 },
    ...(edit.text === ''
      ? { message: `unexpected ${bracket}: the text is valid without it` }
      : { message: `expected ${edit.text}, got ${bracket}` }),
    fix: { title: edit.text === '' ? 'Remove it' : `Write ${edit.text}`, safe: false, edits: [edit] },
  };
}

const codes: ReadonlySet<SyntaxProblem['code']> = new Set<SyntaxProblem['code']>([
  'unclosed-object',
  'unclosed-array',
  'interrupted-array',
  'wrong-bracket',
  'trailing-comma',
  'extra-comma',
  'unexpected',
  'extra-text',
]);

/** Whether a closing bracket follows a value in its line, and the line has no opening bracket before it. */
function isBehindValue(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset) + 1, offset);
  return line.length <= 400 && /[^\s\]},]/.test(line) && !/[[{]/.test(line);
}
