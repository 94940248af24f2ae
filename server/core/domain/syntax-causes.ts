import type { SyntaxProblem } from '../syntax/parse.ts';
import type { SyntaxCode } from '../syntax/scanner.ts';
import type { SyntaxNodes } from '../syntax/syntax-nodes.ts';
import { groupsOf } from '../json/multimap.ts';
import { missingBracket } from './missing-brackets.ts';
import { bracketsIn, strayBracket } from './stray-brackets.ts';
import { explanationOf, type ExplainedProblem } from './syntax-errors.ts';

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
  const brackets = bracketsIn(text),
    bracketProblem =
      brackets && (strayBracket(text, problems, nodes, brackets) ?? missingBracket(text, problems, brackets));
  if (bracketProblem) return [bracketProblem];
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
