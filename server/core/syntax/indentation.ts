import type { SyntaxProblem } from './parse.ts';
import { NodeType, type SyntaxNodes } from './syntax-nodes.ts';

/** The maximum length of a line in a text that is formatted for people. */
const MAX_LENGTH = 400;

/**
 * The container that probably lacks its closing bracket, if a bracket is missing at the end of a text: the first
 * container whose closing bracket is in a line with less indentation than the opening bracket. That bracket was
 * probably meant for an outer container.
 */
export function probablyUnclosed(
  nodes: SyntaxNodes,
  { start }: SyntaxProblem,
): { readonly node: number; readonly closingOffset: number } | undefined {
  const { text } = nodes;
  let candidate: { readonly node: number; readonly closingOffset: number } | undefined;
  for (let node = 0; node < nodes.length; node++) {
    const closingOffset = nodes.end(node) - 1;
    if (
      nodes.type(node) > NodeType.array ||
      nodes.start(node) <= start ||
      (candidate && closingOffset >= candidate.closingOffset)
    )
      continue;
    const innerIndentation = indentationOfFirst(text, closingOffset);
    if (innerIndentation !== undefined && innerIndentation < (indentation(text, nodes.start(node)) ?? 0))
      candidate = { node, closingOffset };
  }
  return candidate;
}

/**
 * The indentation of the line that begins with the character at an offset; undefined if other text precedes the
 * character in its line.
 */
export function indentationOfFirst(text: string, offset: number): number | undefined {
  let start = offset;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? offset - start : undefined;
}

/** The indentation of the line that contains an offset. */
export function indentation(text: string, offset: number): number | undefined {
  let start = offset;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r')
    if (offset - --start > MAX_LENGTH) return undefined;
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end - start;
}
