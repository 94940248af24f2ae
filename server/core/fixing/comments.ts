import type { Document } from '../document.ts';
import type { Finding, Fix, TextEdit } from '../finding.ts';
import { split } from '../json/pointer.ts';
import type { Span } from '../syntax/lines.ts';
import { Scanner } from '../syntax/scanner.ts';
import { isRemoval, itemSpan, nodeOf } from './removal.ts';
import { countWhile } from '../syntax/search.ts';

/** The finding; its fix is marked as unsafe if the fix harms a comment. */
export const withSafety = (document: Document, finding: Finding): Finding =>
  finding.fix?.safe && harmsComments(document, finding.fix)
    ? { ...finding, fix: { ...finding.fix, safe: false } }
    : finding;

/** All comments of a text, in order. */
function commentsOf(document: Document): readonly Span[] {
  return document.memory.remember(commentsOf, undefined, () => commentsIn(document.text));
}

/**
 * Whether edits keep all comments and create no new one. In a broken text, a quote at any place may decide which text
 * is a comment.
 */
export function keepsComments(before: Document, after: Document, edits: readonly TextEdit[]): boolean {
  const comments = commentsOf(before),
    sortedEdits = edits.toSorted((a, b) => a.start - b.start),
    nextTo = (start: number): TextEdit | undefined =>
      sortedEdits[countWhile(sortedEdits.length, i => sortedEdits[i]!.end <= start)],
    remainingComments = comments.filter(({ start, end }) => (nextTo(start)?.start ?? end) >= end);
  const textsOf = ({ text }: Document, spans: readonly Span[]): string[] =>
    spans.map(({ start, end }) => text.slice(start, end));
  const current = textsOf(after, commentsOf(after));
  return isWithin(textsOf(before, remainingComments), current) && isWithin(current, textsOf(before, comments));
}

/** Whether one list is a subsequence of another. */
function isWithin(texts: readonly string[], names: readonly string[]): boolean {
  let next = 0;
  return texts.every(text => (next = names.indexOf(text, next) + 1) > 0);
}

function commentsIn(text: string): Span[] {
  const comments: Span[] = [];
  if (!/\/[/*]/.test(text)) return comments;
  const scanner = new Scanner(text);
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next())
    if (token.kind === 'comment') comments.push({ start: token.start, end: token.end });
  return comments;
}

/**
 * Whether a fix removes a comment or writes into one. The comment at the end of a removed line belongs to that line,
 * so its removal is no harm.
 */
function harmsComments(document: Document, fix: Fix): boolean {
  if (document.valid && !document.allowsComments) return false;
  const comments = commentsOf(document);
  if (comments.length === 0) return false;
  return spansReplacedBy(document, fix).some(span => touchesAny(document.text, span, comments));
}

/** The spans of text that a fix replaces or removes. The whitespace, commas and comments around them are left out. */
function spansReplacedBy(document: Document, fix: Fix): Span[] {
  const { nodes } = document.parsed;
  return [
    ...fix.edits.flatMap((edit): Span[] => {
      if (isRemoval(edit)) {
        const node = nodeOf(nodes, edit);
        return node === undefined ? [] : [itemSpan(nodes, node)];
      }
      if (!('set' in edit)) return [];
      const segments = split(edit.set),
        { node, depth } = nodes.find(segments);
      return node === undefined || depth < segments.length ? [] : [nodes.span(node)];
    }),
    ...(fix.textEdits ?? []),
  ];
}

function touchesAny(text: string, { start, end }: Span, comments: readonly Span[]): boolean {
  const first = countWhile(comments.length, i => comments[i]!.end < start);
  for (let i = first; i < comments.length && comments[i]!.start <= end; i++) {
    const comment = comments[i]!;
    if (comment.start < end && start < comment.end) return true;
    // text that is inserted at the end of a line comment becomes part of the comment
    if (start === end && start === comment.end && text[comment.start + 1] === '/') return true;
  }
  return false;
}
