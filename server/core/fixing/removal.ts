import type { Document } from '../document.ts';
import type { Edit, TextEdit } from '../finding.ts';
import { split } from '../json/pointer.ts';
import type { Span } from '../syntax/lines.ts';
import { Scanner } from '../syntax/scanner.ts';
import type { SyntaxNodes } from '../syntax/syntax-nodes.ts';

/** An edit that removes a list item or a property. */
export type Removal = Extract<Edit, { readonly remove: unknown } | { readonly removeNode: unknown }>;
export const isRemoval = (edit: Edit): edit is Removal => 'remove' in edit || 'removeNode' in edit;

/** The node to remove; undefined if the node does not exist, or if it is the whole document. */
export function nodeOf(nodes: SyntaxNodes, edit: Removal): number | undefined {
  if ('removeNode' in edit) return edit.removeNode > 0 && edit.removeNode < nodes.length ? edit.removeNode : undefined;
  const segments = split(edit.remove),
    { node, depth } = nodes.find(segments);
  return segments.length === 0 || depth < segments.length ? undefined : node;
}

/** The span of a value, with its key if it has one. */
export const itemSpan = (nodes: SyntaxNodes, node: number): Span => ({
  start: nodes.keySpan(node)?.start ?? nodes.start(node),
  end: nodes.end(node),
});

/**
 * The edits that remove items and properties. Each run of neighbors is one edit, so that exactly the commas between
 * the remaining items stay. A comment at the end of a removed item's line is removed with the item; all other comments
 * stay.
 */
export function removals(document: Document, edits: readonly Removal[]): TextEdit[] {
  if (edits.length === 0) return [];
  const { nodes } = document.parsed;
  const byParent = new Map<number, Set<number>>();
  for (const edit of edits) {
    const node = nodeOf(nodes, edit);
    if (node === undefined) continue;
    const parent = nodes.pathTo(node).at(-2)!;
    byParent.set(parent, (byParent.get(parent) ?? new Set()).add(nodes.indexOf(parent, node)));
  }
  return [...byParent].flatMap(([parent, indexes]) => {
    const children = nodes.children(parent);
    const itemAt = (index: number): Span | undefined =>
      children[index] === undefined ? undefined : itemSpan(nodes, children[index]);
    const brackets: Span = { start: nodes.start(parent) + 1, end: nodes.end(parent) - 1 };
    const edits: TextEdit[] = [];
    for (const first of [...indexes].sort((a, b) => a - b)) {
      if (indexes.has(first - 1)) continue;
      let last = first;
      while (indexes.has(last + 1)) last++;
      edits.push(...withoutRun(document.text, { itemAt, first, last, innerSpan: brackets }));
    }
    return edits;
  });
}

/** A run of neighboring items to remove. */
interface Run {
  /**
   * The item of the object or list at an index. Computed on demand, because removing one of very many items needs only
   * its neighbors.
   */
  itemAt(index: number): Span | undefined;
  readonly first: number;
  readonly last: number;
  /** The text between the brackets. */
  readonly innerSpan: Span;
}

function withoutRun(text: string, run: Run): TextEdit[] {
  const { first, last, innerSpan } = run;
  const removedSpans = Array.from({ length: last + 1 - first }, (_, i) => run.itemAt(first + i)!),
    before = run.itemAt(first - 1),
    nextSpan = run.itemAt(last + 1);
  const remarks = removedSpans.flatMap((_, i) => remarkOf(text, run, first + i) ?? []);
  const end = Math.max(removedSpans.at(-1)!.end, remarks.at(-1)?.end ?? 0);
  // the removed text includes the comma after it or, at the end of the list, the comma before it
  const removedRegion = nextSpan
    ? { start: removedSpans[0]!.start, end: nextSpan.start }
    : { start: before?.end ?? innerSpan.start, end: before ? end : Math.max(innerSpan.end, end) };
  const { comments, commas } = gapOf(text, removedRegion, removedSpans);
  const remainingComments = comments.filter(
    ({ start }) => !remarks.some(remark => remark.start <= start && start < remark.end),
  );
  if (remainingComments.length === 0) return [{ ...removedRegion, text: '' }];
  const parts = [...removedSpans, ...remarks, ...commas].sort((a, b) => a.start - b.start);
  return [...remainingComments, { start: removedRegion.end, end: removedRegion.end }].flatMap(
    (comment, i): TextEdit[] => {
      const startOffset = remainingComments[i - 1]?.end ?? removedRegion.start,
        innerParts = parts.filter(({ start }) => start >= startOffset && start < comment.start);
      if (innerParts.length === 0) return [];
      const span = { start: innerParts[0]!.start, end: Math.max(...innerParts.map(part => part.end)) };
      return [{ ...(innerParts.every(part => commas.includes(part)) ? span : withSpace(text, span)), text: '' }];
    },
  );
}

/** The comments and commas in a part of an object or list, without those inside its items. */
function gapOf(text: string, { start, end }: Span, items: readonly Span[]): { comments: Span[]; commas: Span[] } {
  const comments: Span[] = [],
    commas: Span[] = [];
  const gaps = [...items, { start: end, end }].map((item, i) => ({
    start: items[i - 1]?.end ?? start,
    end: item.start,
  }));
  for (const gap of gaps) {
    const scanner = new Scanner(text.slice(gap.start, Math.max(gap.start, gap.end)));
    for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next()) {
      const span = { start: gap.start + token.start, end: gap.start + token.end };
      if (token.kind === 'comment') comments.push(span);
      else if (token.kind === 'comma') commas.push(span);
    }
  }
  return { comments, commas };
}

const remark = /^[ \t]*,?[ \t]*(?=\/)((?:\/\*(?:[^*\r\n]|\*(?!\/))*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?)(?=[\r\n])/;

/** The comment about an item: it ends the line of the item, and nothing else in that line remains. */
function remarkOf(text: string, { itemAt, first, innerSpan }: Run, index: number): Span | undefined {
  const { start, end } = itemAt(index)!,
    [match, comment] = remark.exec(text.slice(end, itemAt(index + 1)?.start ?? innerSpan.end)) ?? [];
  if (match === undefined || comment === undefined) return undefined;
  const line = lineStart(text, start);
  for (let i = index; i >= first && itemAt(i)!.start >= line; i--) {
    const start = Math.max(line, i > first ? itemAt(i - 1)!.end : 0);
    if (!/^[ \t,]*$/.test(text.slice(start, itemAt(i)!.start))) return undefined;
  }
  return { start: end + match.length - comment.length, end: end + match.trimEnd().length };
}

/**
 * A span to remove, extended by whitespace: by the line end before the span if it fills its lines; otherwise by the
 * space up to the next token, or after the previous token.
 */
function withSpace(text: string, { start, end }: Span): Span {
  let startOffset = start,
    endOffset = end;
  while (isBlank(text[startOffset - 1])) startOffset--;
  while (isBlank(text[endOffset])) endOffset++;
  const startsLine = isLineEnd(text[startOffset - 1]),
    isAtEnd = endOffset === text.length || isLineEnd(text[endOffset]);
  if (!isAtEnd) return { start, end: endOffset };
  if (!startsLine) return { start: startOffset, end };
  return {
    start: startOffset - (text[startOffset - 2] === '\r' && text[startOffset - 1] === '\n' ? 2 : 1),
    end: endOffset,
  };
}

const isBlank = (char: string | undefined): boolean => char === ' ' || char === '\t';
const isLineEnd = (char: string | undefined): boolean => char === '\n' || char === '\r';
function lineStart(text: string, offset: number): number {
  while (offset > 0 && !isLineEnd(text[offset - 1])) offset--;
  return offset;
}
