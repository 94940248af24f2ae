import type { SyntaxProblem } from '../syntax/parse.ts';
import type { SyntaxCode } from '../syntax/scanner.ts';
import type { SyntaxNodes } from '../syntax/syntax-nodes.ts';
import { groupsOf } from '../json/multimap.ts';
import { explanationOf, type ExplainedProblem } from './syntax-errors.ts';

/** The most findings of one text. */
const MOST = 20;

/**
 * The problems of a broken text, one per cause: a merge conflict explains everything inside it, an unreadable token
 * explains the value missing there, and a habit of another program (quotes, comments) is one problem of the whole file.
 */
export function explained(
  text: string,
  problems: readonly SyntaxProblem[],
  nodes: SyntaxNodes,
): readonly ExplainedProblem[] {
  if (lfsPointer.test(text) && problems.length > 0)
    return [
      {
        problem: problems[0]!,
        span: { start: 0, end: text.search(/[\r\n]|$/) },
        message: 'a Git LFS pointer, not the JSON that it stands for',
        help: 'run git lfs pull',
      },
    ];
  const conflicts = problems.filter(({ code }) => code === 'merge-conflict');
  if (conflicts.length > 0) return conflicts.slice(0, MOST).map(problem => explanationOf(text, problem, nodes));
  const end = text.trimEnd().length,
    open = problems.filter(problem => isOpenAtEnd(problem, nodes)),
    isCut = isCutOff(
      text,
      open.length,
      problems.some(one => one.end >= end && !isOpenAtEnd(one, nodes)),
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
    repeated = new Map(
      [...groupsOf(causes, ({ code }) => code)].filter(([code, { length }]) => code in habits && length > 3),
    ),
    findings = causes
      .filter(one => (repeated.get(one.code) ?? [one])[0] === one)
      .slice(0, MOST)
      .map(one => together(text, repeated.get(one.code) ?? [one], nodes));
  return isCut ? [...findings, cutOff(open[0]!, open.length, end)] : findings;
}

const lfsPointer = /^version https:\/\/(?:git-lfs\.github\.com|hawser\.github\.com)\/spec\//;

/** Mistakes that other programs make throughout a file, in words. */
const habits: Partial<Record<SyntaxCode, string>> = {
  'single-quotes': 'single-quoted strings; JSON requires double quotes',
  'curly-quotes': 'strings in curly quotes; JSON requires straight double quotes',
  'unquoted-key': 'keys without double quotes',
  comment: 'comments, which JSON does not allow',
  'hash-comment': 'comments, which JSON does not allow',
};

function together(text: string, [first, ...others]: readonly SyntaxProblem[], nodes: SyntaxNodes): ExplainedProblem {
  const { fix, ...one } = explanationOf(text, first!, nodes);
  if (others.length === 0) return fix ? { ...one, fix } : one;
  const fixes = others.map(problem => explanationOf(text, problem, nodes).fix);
  return {
    ...one,
    message: `${others.length + 1} ${habits[first!.code]}`,
    ...(fix && {
      fix: {
        title: 'Write all of them as JSON',
        safe: [fix, ...fixes].every(each => each?.safe === true),
        edits: [fix, ...fixes].flatMap(each => each?.edits ?? []),
      },
    }),
  };
}

/** Whether nothing closes this bracket before the text ends. */
const isOpenAtEnd = ({ code, node }: SyntaxProblem, nodes: SyntaxNodes): boolean =>
  (code === 'unclosed-object' || code === 'unclosed-array') && nodes.end(node) === nodes.text.length;

/** Whether a text ends in the middle: several brackets are open there, or one and a value, and its last line is inside. */
const isCutOff = (text: string, open: number, endsWrong: boolean, end: number): boolean =>
  (open > 1 || (open === 1 && endsWrong)) && !/^[\]}]/.test(text.slice(text.lastIndexOf('\n', end - 1) + 1, end));

function cutOff(problem: SyntaxProblem, open: number, end: number): ExplainedProblem {
  return {
    problem,
    span: { start: end - 1, end },
    message: `the file is cut off here: ${open === 1 ? 'a closing bracket is' : `${open} closing brackets are`} missing`,
    help: 'get the whole file again',
  };
}
