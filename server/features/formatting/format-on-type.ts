import type { TextEdit } from '../../core/finding.ts';
import { NodeType, type Tape } from '../../core/syntax/tape.ts';
import type { PositionContext } from '../context.ts';
import { lineEnd, lineIndent, lineStart, textStyle, type FormatOptions } from './text-style.ts';
import { countWhile } from '../../core/syntax/search.ts';

/** After these characters a line may have to move. */
export const formatTriggers = ['\n', '}', ']'] as const;

/**
 * The indentation of the caret's line, right after one of `formatTriggers` was typed: one level more than the line that
 * opens the enclosing container, or the same for a closing bracket. Works in broken text; nothing if the indentation is
 * right or the caret is in a string.
 */
export function formatOnType(
  { document, offset }: Pick<PositionContext, 'document' | 'offset'>,
  typed: string,
  options: FormatOptions,
): readonly TextEdit[] {
  const { text } = document,
    { tape } = document.parsed;
  const caret = Math.min(Math.max(offset, 0), text.length),
    start = lineStart(text, caret);
  const end = start + /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))![0].length;
  const isClosing = text[end] === '}' || text[end] === ']';
  // a bracket moves its line only if it is the first on it
  if (tape.length === 0 || (typed !== '\n' && (!isClosing || end !== caret - 1)) || (typed === '\n' && caret > end))
    return [];
  const holder = containerAround(tape, end);
  if (holder === undefined) return [];
  const wanted = lineIndent(text, tape.start(holder)) + (isClosing ? '' : textStyle(document, options).unit);
  return text.slice(start, end) === wanted ? [] : [{ start, end, text: wanted }];
}

/** The innermost object or list at an offset; `undefined` within a string too. */
function containerAround(tape: Tape, offset: number): number | undefined {
  let holder: number | undefined;
  for (let node: number | undefined = 0; node !== undefined;) {
    if (tape.start(node) >= offset || (tape.end(node) <= offset && tape.end(node) < tape.text.length)) return holder;
    if (tape.type(node) > NodeType.array)
      return tape.type(node) === NodeType.string && tape.end(node) > offset ? undefined : holder;
    holder = node;
    node = childBefore(tape, node, offset);
  }
  return holder;
}

/** The last child that begins before an offset. */
function childBefore(tape: Tape, node: number, offset: number): number | undefined {
  const children = tape.children(node);
  return children[countWhile(children.length, i => tape.start(children[i]!) < offset) - 1];
}
