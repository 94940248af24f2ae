import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { pointerOfNode } from '../core/locate.ts';
import type { Span } from '../core/syntax/lines.ts';
import { NodeType, type SyntaxNodes } from '../core/syntax/syntax-nodes.ts';
import { countWhile } from '../core/syntax/search.ts';

/** The place at an offset of a text. It also exists in broken text, as far as the tolerant parser can read it. */
export interface OffsetContext {
  /**
   * The value at the offset, the value of the key there, or the object or list whose whitespace contains the offset.
   */
  readonly cursor: Cursor;
  /**
   * Whether the offset is on a key, on a value (for an object or list: on one of its brackets), or between the members
   * of an object or list.
   */
  readonly part: 'key' | 'value' | 'between';
  /** The span of the key or value, including quotes; for an object or list, the whole extent. */
  readonly span: Span;
  /** The syntax node at the offset. */
  readonly node: number;
}

/**
 * The innermost place at an offset; the offsets at both ends of a key or scalar belong to it. `undefined` in a text
 * without values.
 */
export function offsetContext(document: Document, offset: number): OffsetContext | undefined {
  const { nodes } = document.parsed;
  if (nodes.length === 0) return undefined;
  let node = 0;
  for (;;) {
    const child = childAt(nodes, node, offset);
    if (child === undefined) break;
    const key = nodes.keySpan(child);
    if (key && offset >= key.start && offset <= key.end)
      return { cursor: cursorOf(document, child), part: 'key', span: key, node: child };
    if (offset < nodes.start(child) || offset > nodes.end(child)) break;
    node = child;
    if (nodes.type(child) > NodeType.array) break;
  }
  const span = nodes.span(node);
  const isOnBracket = offset === span.start || offset === span.end;
  return {
    cursor: cursorOf(document, node),
    part: nodes.type(node) > NodeType.array || isOnBracket ? 'value' : 'between',
    span,
    node,
  };
}

/** The place of a syntax node, with its schema information. */
export const cursorOf = (document: Document, node: number): Cursor =>
  document.at(pointerOfNode(document.parsed.nodes, node));

/** The child whose key or value touches the offset, or else the last child before the offset. */
function childAt(nodes: SyntaxNodes, node: number, offset: number): number | undefined {
  if (nodes.type(node) > NodeType.array) return undefined;
  const children = nodes.children(node);
  return children[
    countWhile(children.length, i => (nodes.keySpan(children[i]!)?.start ?? nodes.start(children[i]!)) <= offset) - 1
  ];
}
