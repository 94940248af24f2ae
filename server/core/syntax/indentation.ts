import type { SyntaxProblem } from './parse.ts';
import { NodeType, type Tape } from './tape.ts';

/** A line longer than this is not laid out for people. */
const LONGEST = 400;

/**
 * The container that was probably not closed where a bracket is missing at the end of a text: the first whose bracket closes a line that is
 * indented less than the one that opens it, because that bracket was meant for a container further out.
 */
export function probablyUnclosed(
  tape: Tape,
  { start }: SyntaxProblem,
): { readonly node: number; readonly closing: number } | undefined {
  const { text } = tape;
  let found: { readonly node: number; readonly closing: number } | undefined;
  for (let node = 0; node < tape.length; node++) {
    const closing = tape.end(node) - 1;
    if (tape.type(node) > NodeType.array || tape.start(node) <= start || (found && closing >= found.closing)) continue;
    const inner = indentationOfFirst(text, closing);
    if (inner !== undefined && inner < (indentation(text, tape.start(node)) ?? 0)) found = { node, closing };
  }
  return found;
}

/** How far a line is indented that begins with this character; `undefined` if another is before it. */
function indentationOfFirst(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && (text[start - 1] === ' ' || text[start - 1] === '\t')) start--;
  return start === 0 || text[start - 1] === '\n' || text[start - 1] === '\r' ? at - start : undefined;
}

/** How far the line is indented in which a character is. */
function indentation(text: string, at: number): number | undefined {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r')
    if (at - --start > LONGEST) return undefined;
  let end = start;
  while (text[end] === ' ' || text[end] === '\t') end++;
  return end - start;
}
