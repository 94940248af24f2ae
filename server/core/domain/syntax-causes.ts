import type { SyntaxProblem } from '../syntax/parse.ts';
import type { SyntaxCode } from '../syntax/scanner.ts';
import type { SyntaxNodes } from '../syntax/syntax-nodes.ts';
import { groupsOf } from '../json/multimap.ts';
import { explanationOf, type ExplainedProblem } from './syntax-errors.ts';
import type { Json } from '../json/json.ts';
import { countKeys } from '../syntax/count-keys.ts';

/** The maximum number of syntax findings in one text. */
const MAX_CAUSES = 20;

/**
 * The problems of a broken text, one per cause: a merge conflict causes all errors inside it, an unreadable token
 * causes the missing value, and a habit of another language (quotes, comments) is one problem of the whole file.
 */
export function explanationsOf(
  text: string,
  problems: readonly SyntaxProblem[],
  nodes: SyntaxNodes,
): readonly ExplainedProblem[] {
  if (problems.length === 0) return [];
  if (lfsPointer.test(text))
    return [
      {
        problem: problems[0]!,
        span: { start: 0, end: text.search(/[\r\n]|$/) },
        message: 'a Git LFS pointer, not the JSON that it stands for',
        help: 'run git lfs pull',
      },
    ];
  const page = errorPage.exec(text);
  if (page)
    return [
      {
        problem: problems[0]!,
        span: { start: page[1]!.length, end: page[0].trimEnd().length },
        message: 'a web page, not JSON; perhaps an error page was saved',
        help: 'get the file again',
      },
    ];
  const conflicts = problems.filter(({ code }) => code === 'merge-conflict');
  if (conflicts.length > 0) return conflicts.slice(0, MAX_CAUSES).map(problem => explanationOf(text, problem, nodes));
  const strayProblem = strayBracket(text, problems, nodes);
  if (strayProblem) return [strayProblem];
  const end = text.trimEnd().length,
    openProblems = problems.filter(problem => isOpenAtEnd(problem, nodes)),
    isCut = isCutOff(
      text,
      openProblems.length,
      problems.some(problem => problem.end >= end && !isOpenAtEnd(problem, nodes)),
      end,
    ),
    causes = problems.filter((problem, i) => {
      if (isCut && (problem.end >= end || isOpenAtEnd(problem, nodes))) return false;
      const before = problems[i - 1];
      if (problem.code === 'code-fence') return problems.findIndex(({ code }) => code === 'code-fence') === i;
      return !(
        before &&
        problem.code === 'missing-value' &&
        before.node === problem.node &&
        text.slice(before.end, problem.start).trim() === ''
      );
    }),
    repeatedCodes = new Map(
      [...groupsOf(causes, ({ code }) => code)].filter(([code, { length }]) => code in habits && length > 3),
    ),
    findings = causes
      .filter(problem => (repeatedCodes.get(problem.code) ?? [problem])[0] === problem)
      .slice(0, MAX_CAUSES)
      .map(problem => explainTogether(text, repeatedCodes.get(problem.code) ?? [problem], nodes));
  return isCut ? [...findings, explainCutOff(openProblems[0]!, openProblems.length, end)] : findings;
}

const errorPage = /^(\uFEFF?\s*)<(?:!doctype|html|\?xml)[^>\r\n]*>?/i;
const lfsPointer = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\//;

/** Habits of other languages that occur throughout a file, in words. */
const habits: Partial<Record<SyntaxCode, string>> = {
  'single-quotes': 'single-quoted strings; JSON requires double quotes',
  'curly-quotes': 'strings in curly quotes; JSON requires straight double quotes',
  'unquoted-key': 'keys without double quotes',
  comment: 'comments, which JSON does not allow',
  'hash-comment': 'comments, which JSON does not allow',
};

function explainTogether(
  text: string,
  [first, ...rest]: readonly SyntaxProblem[],
  nodes: SyntaxNodes,
): ExplainedProblem {
  const { fix, ...explanation } = explanationOf(text, first!, nodes);
  if (rest.length === 0) return fix ? { ...explanation, fix } : explanation;
  const fixes = rest.map(problem => explanationOf(text, problem, nodes).fix);
  return {
    ...explanation,
    message: `${rest.length + 1} ${habits[first!.code]}`,
    ...(fix && {
      fix: {
        title: 'Write all of them as JSON',
        safe: [fix, ...fixes].every(fix => fix?.safe === true),
        edits: [fix, ...fixes].flatMap(fix => fix?.edits ?? []),
      },
    }),
  };
}

/** Whether a bracket is not closed at the end of the text. */
const isOpenAtEnd = ({ code, node }: SyntaxProblem, nodes: SyntaxNodes): boolean =>
  (code === 'unclosed-object' || code === 'unclosed-array') && nodes.end(node) === nodes.text.length;

/**
 * Whether a text was cut off: several brackets are open at its end, or one bracket and a value; and the last line does
 * not begin with a closing bracket.
 */
const isCutOff = (text: string, openCount: number, endsWrong: boolean, end: number): boolean =>
  (openCount > 1 || (openCount === 1 && endsWrong)) &&
  !/^[\]}]/.test(text.slice(text.lastIndexOf('\n', end - 1) + 1, end));

function explainCutOff(problem: SyntaxProblem, openCount: number, end: number): ExplainedProblem {
  return {
    problem,
    span: { start: end - 1, end },
    message: `the text is cut off here: ${openCount === 1 ? 'a closing bracket is' : `${openCount} closing brackets are`} missing`,
    help: 'get the whole file again',
  };
}

/** The maximum number of closing brackets that are tried, backwards from the first syntax error. */
const MAX_TRIES = 8;
/** The maximum length of a text, because the text is parsed up to `MAX_TRIES` times at each keystroke. */
const MAX_TEXT_LENGTH = 2 ** 20;

/**
 * The single closing bracket that breaks a text: the text is JSON without it, or with the other kind of bracket.
 * Undefined if the bracket explains only one problem at its own place. A bracket that was typed within an object is
 * noticed far behind it.
 */
function strayBracket(
  text: string,
  problems: readonly SyntaxProblem[],
  nodes: SyntaxNodes,
): ExplainedProblem | undefined {
  // one bracket causes only a few problems, and only of these kinds
  if (text.length > MAX_TEXT_LENGTH || problems.length > MAX_TRIES || !problems.every(({ code }) => codes.has(code)))
    return undefined;
  const tokens = [...text.matchAll(/"(?:[^"\\\r\n]|\\.)*"(?:\s*:)?|[[\]{}]/g)],
    keyCount = tokens.filter(([token]) => token.endsWith(':')).length,
    brackets = tokens.filter(([token]) => token.length === 1),
    closingBrackets = brackets.filter(([token]) => token === '}' || token === ']'),
    surplusCount = 2 * closingBrackets.length - brackets.length;
  if (surplusCount !== 0 && surplusCount !== 1) return undefined;
  const isOpener = ({ code }: SyntaxProblem): boolean => code.startsWith('unclosed') || code === 'interrupted-array',
    limit = Math.min(...problems.map(problem => (isOpener(problem) ? nodes.end(problem.node) : problem.end)));
  const isJson = (start: number, end: number, replacement: string): boolean => {
    try {
      // an edit that merges two objects with a common key is wrong, because it loses a key
      return countKeys(JSON.parse(text.slice(0, start) + replacement + text.slice(end)) as Json).keys === keyCount;
    } catch {
      return false;
    }
  };
  const count = closingBrackets.filter(({ index }) => index < limit).length + 1;
  const edits = closingBrackets.slice(Math.max(0, count - MAX_TRIES), count).flatMap(({ index: start, 0: bracket }) => {
    const replacement = bracket === '}' ? ']' : '}';
    if (surplusCount === 0)
      return isJson(start, start + 1, replacement) ? [{ start, end: start + 1, text: replacement }] : [];
    const comma = /^\s*,/.exec(text.slice(start + 1, start + 100))?.[0].length ?? 0;
    return [start + 1, start + 1 + comma].filter(end => isJson(start, end, '')).map(end => ({ start, end, text: '' }));
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
