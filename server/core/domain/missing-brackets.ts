import type { TextEdit } from '../finding.ts';
import { indentation, indentationOfFirst } from '../syntax/indentation.ts';
import type { SyntaxProblem } from '../syntax/parse.ts';
import type { Brackets } from './stray-brackets.ts';
import { excerpt, type ExplainedProblem } from './syntax-errors.ts';

/** The maximum number of places that are tried for a closing bracket. */
const MAX_TRIES = 8;

/** An opening bracket that is not closed yet. */
interface Frame {
  readonly start: number;
  readonly indentation: number;
  /** The offset of the value of the last key; 0 before the first key. */
  valueStart: number;
}
/** A bracket that may be missing before a token. */
interface Gap {
  readonly token: RegExpExecArray;
  readonly edit: TextEdit;
  readonly help?: string;
}

/**
 * The single bracket without which a text is not JSON. Where a closing bracket may stand in several places, the
 * indentation decides. Undefined if the bracket is missing at the end of the text.
 */
export function missingBracket(
  text: string,
  problems: readonly SyntaxProblem[],
  brackets: Brackets,
): ExplainedProblem | undefined {
  const { surplusCount, isRepairedBy } = brackets;
  if (surplusCount !== 1 && surplusCount !== -1) return undefined;
  const gap = gapsIn(text, brackets).find(({ edit }) => isRepairedBy(edit));
  if (!gap) return undefined;
  const {
      token: { index: start, 0: token },
      edit,
      help,
    } = gap,
    bracket = edit.text.trim();
  return {
    problem: problems.findLast(problem => problem.start <= start) ?? problems[0]!,
    span: { start, end: start + token.replace(/\s*:$/, '').length },
    message: `missing ${bracket} before ${excerpt(text, start)}`,
    ...(help !== undefined && { help }),
    fix: { title: `Insert ${bracket}`, safe: false, edits: [edit] },
  };
}

/** The places at which one bracket may be missing, up to the first token that the grammar does not allow. */
function gapsIn(text: string, { tokens, surplusCount }: Brackets): readonly Gap[] {
  const frames: Frame[] = [],
    gaps: Gap[] = [];
  for (const [i, token] of tokens.entries()) {
    const { index: start, 0: spelling } = token,
      frame = frames.at(-1),
      isInObject = frame !== undefined && text[frame.start] === '{',
      isClosing = spelling === '}' || spelling === ']',
      isKey = spelling.endsWith(':'),
      isKeyExpected = isInObject && ['{', ','].includes(tokens[i - 1]![0]);
    const isWrong = isClosing
      ? isInObject !== (spelling === '}') || frame?.valueStart === start
      : spelling !== ',' && isKey !== isKeyExpected;
    const column = indentationOfFirst(text, start);
    if (isWrong && surplusCount > 0) return [{ token, edit: openingBefore(token, frame) }];
    if (surplusCount < 0 && frame && (isWrong || isOutside(column, frame, isClosing)))
      gaps.push({ token, ...closingBefore(text, start, frame, column !== undefined && !isWrong) });
    if (isWrong || gaps.length === MAX_TRIES) return gaps;
    if (isClosing) frames.pop();
    else if (spelling === '{' || spelling === '[')
      frames.push({ start, indentation: indentation(text, start) ?? 0, valueStart: 0 });
    else if (isKey && frame) frame.valueStart = afterSpace(text, start + spelling.length);
  }
  return gaps;
}

function afterSpace(text: string, start: number): number {
  let offset = start;
  while (' \t\r\n'.includes(text[offset] ?? '-')) offset++;
  return offset;
}

/** The edit that opens an object before its first key or its end, or a list before its first item. */
function openingBefore({ index: start, 0: spelling }: RegExpExecArray, frame: Frame | undefined): TextEdit {
  const isObject = spelling === '}' || spelling.endsWith(':'),
    offset = isObject ? start : (frame?.valueStart ?? 0);
  return { start: offset, end: offset, text: isObject ? '{' : '[' };
}

/** Whether the indentation of a token shows that an object or list has ended before it. */
const isOutside = (column: number | undefined, { indentation }: Frame, isClosing: boolean): boolean =>
  column !== undefined && (isClosing ? column < indentation : column <= indentation);

/**
 * The edit that closes an object or list before a token: behind the last value, and before a comma after it.
 * @param isBlock whether the closing bracket is on its own line, unless the last value is beside its opener
 */
function closingBefore(text: string, start: number, frame: Frame, isBlock: boolean): Omit<Gap, 'token'> {
  const bracket = text[frame.start] === '{' ? '}' : ']',
    line = 1 + (text.slice(0, frame.start).match(/\r\n?|\n/g)?.length ?? 0),
    help = `The ${text[frame.start]} in line ${line} is not closed.`;
  if (text[start] === ',') return { edit: { start, end: start, text: bracket }, help };
  const textBefore = text.slice(0, start).trimEnd(),
    offset = (textBefore.endsWith(',') ? textBefore.slice(0, -1).trimEnd() : textBefore).length,
    lineBreak = isBlock ? /\r\n?|\n/.exec(text.slice(frame.start, offset))?.[0] : undefined,
    openingLine = text.slice(text.lastIndexOf('\n', frame.start) + 1, frame.start),
    newLine = lineBreak === undefined ? '' : lineBreak + openingLine.slice(0, frame.indentation);
  return { edit: { start: offset, end: offset, text: newLine + bracket }, help };
}
