import { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { childEntry, UNKNOWN_ENTRY } from '../../core/shapes/table.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode, NodeType, type SyntaxNodes } from '../../core/syntax/syntax-nodes.ts';

const MAX_DEPTH = 200;
type Visit = (cursor: Cursor, node: number) => void;
/** The range to search, and the entries of the shape table to visit. */
interface Search {
  readonly range: Span;
  readonly isWanted: (entry: number) => boolean;
}

/**
 * Calls `visit`, in text order, for each place whose text touches a range and whose entry of the shape table is
 * wanted. In a large file, only the range and the path to it are searched. If a key is repeated, only its last
 * occurrence is visited, because it determines the value.
 */
export function visitRange(document: Document, range: Span, isWanted: (entry: number) => boolean, visit: Visit): void {
  if (document.parsed.nodes.length === 0 || !document.kind) return;
  walk(document.at(''), 0, { range, isWanted }, visit, 0);
}

function walk(cursor: Cursor, node: number, search: Search, visit: Visit, depth: number): void {
  const { nodes } = cursor.document.parsed,
    { range, isWanted } = search,
    isArray = nodes.type(node) === NodeType.array;
  // if a key is repeated, its last occurrence determines the value
  if (cursor.isArray !== isArray || cursor.isObject === isArray) return;
  if (cursor.entry === UNKNOWN_ENTRY) return;
  if (isWanted(cursor.entry)) visit(cursor, node);
  if (depth > MAX_DEPTH) return;
  const end = nodes.next(node);
  for (let child = node + 1, i = 0; child < end; child = nodes.next(child), i++) {
    if (nodes.end(child) < range.start) continue;
    if ((nodes.keySpan(child)?.start ?? nodes.start(child)) > range.end) break;
    const segment = isArray ? i : (nodes.key(child) ?? '');
    if (nodes.type(child) <= NodeType.array) {
      walk(cursor.get(segment), child, search, visit, depth + 1);
    } else if (isWanted(childEntry(cursor.entry, segment))) {
      const place = cursor.get(segment);
      if (isSpelled(nodes, child, place)) visit(place, child);
    }
  }
}

/** Whether a syntax node contains the value of a place. */
function isSpelled(nodes: SyntaxNodes, node: number, { value, document }: Cursor): boolean {
  const raw = nodes.text.slice(nodes.start(node), nodes.end(node));
  switch (nodes.type(node)) {
    case NodeType.string: {
      const text = decode(raw);
      return value === text || (document.dialect !== undefined && value === document.dialect.names.toSpecName(text));
    }
    case NodeType.number:
      return typeof value === 'number' && value === Number(raw);
    case NodeType.literal:
      return raw === String(value);
    default:
      return false;
  }
}
