import type { Cursor } from './cursor.ts';
import type { Document } from './document.ts';
import { pointerOf, type Finding, type Target } from './finding.ts';
import { join, split, type Pointer } from './json/pointer.ts';
import type { Span } from './syntax/lines.ts';
import { shownEnd } from './syntax/parse.ts';
import { decodedOffset, NodeType, type Tape } from './syntax/tape.ts';

/** The only way from a place to text. A place that does not exist is shown at the opening of the nearest object that does. */
export function locate(document: Document, target: Target): Span {
  const { tape } = document.parsed;
  const segments = split(pointerOf(target));
  const { node, depth } = tape.find(segments);
  if (node === undefined) return { start: 0, end: shownEnd(document.text, 0) };
  if (depth < segments.length || typeof target === 'string') return show(tape, node);
  if ('key' in target) return tape.keySpan(node) ?? show(tape, node);
  if (tape.type(node) !== NodeType.string) return show(tape, node);
  const raw = document.text.slice(tape.start(node), tape.end(node));
  const start = tape.start(node) + decodedOffset(raw, target.start);
  const end = tape.start(node) + decodedOffset(raw, target.end);
  return { start, end: Math.max(end, start) };
}

/** A finding's place in the text. */
export const spanOf = (document: Document, finding: Finding): Span => finding.span ?? locate(document, finding.target);

/** A scalar as the file spells it: the parsed value has lost the zeros of `10.50`. */
export function spelled({ document, pointer }: Cursor): string {
  const { start, end } = locate(document, pointer);
  return document.text.slice(start, end);
}

/** An object or array is shown at its opening bracket: its whole extent would underline the screen. */
function show(tape: Tape, node: number): Span {
  const start = tape.start(node);
  return {
    start,
    end: tape.type(node) <= NodeType.array ? start + 1 : Math.max(tape.end(node), shownEnd(tape.text, start)),
  };
}

/** The pointer of a node of the tape: the way from text back to a place. */
export function pointerOfNode(tape: Tape, node: number): Pointer {
  let pointer: Pointer = '';
  for (let at = 0; at < node;) {
    const children = tape.children(at);
    let low = 0,
      high = children.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (children[middle]! <= node) low = middle;
      else high = middle;
    }
    const child = children[low];
    if (child === undefined || child > node) break;
    pointer = join(pointer, tape.type(at) === NodeType.array ? low : (tape.key(child) ?? ''));
    at = child;
  }
  return pointer;
}
