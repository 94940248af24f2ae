import type { TextEdit } from '../../core/finding.ts';
import { NodeType, type SyntaxNodes } from '../../core/syntax/syntax-nodes.ts';
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
    { nodes } = document.parsed;
  const caret = Math.min(Math.max(offset, 0), text.length),
    start = lineStart(text, caret);
  const end = start + /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))![0].length;
  const isClosing = text[end] === '}' || text[end] === ']';
  // a bracket moves its line only if it is the first on it
  if (nodes.length === 0 || (typed !== '\n' && (!isClosing || end !== caret - 1)) || (typed === '\n' && caret > end))
    return [];
  const holder = containerAround(nodes, end);
  if (holder === undefined) return [];
  const wanted = lineIndent(text, nodes.start(holder)) + (isClosing ? '' : textStyle(document, options).unit);
  return text.slice(start, end) === wanted ? [] : [{ start, end, text: wanted }];
}

/** The innermost object or list at an offset; `undefined` within a string too. */
function containerAround(nodes: SyntaxNodes, offset: number): number | undefined {
  let holder: number | undefined;
  for (let node: number | undefined = 0; node !== undefined;) {
    if (nodes.start(node) >= offset || (nodes.end(node) <= offset && nodes.end(node) < nodes.text.length))
      return holder;
    if (nodes.type(node) > NodeType.array)
      return nodes.type(node) === NodeType.string && nodes.end(node) > offset ? undefined : holder;
    holder = node;
    node = childBefore(nodes, node, offset);
  }
  return holder;
}

/** The last child that begins before an offset. */
function childBefore(nodes: SyntaxNodes, node: number, offset: number): number | undefined {
  const children = nodes.children(node);
  return children[countWhile(children.length, i => nodes.start(children[i]!) < offset) - 1];
}
