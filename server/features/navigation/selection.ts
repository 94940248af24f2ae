import { templatesIn } from '../../core/domain/templates.ts';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode, NodeType } from '../../core/syntax/syntax-nodes.ts';
import type { DocumentContext } from '../context.ts';
import { offsetContext } from '../offset-context.ts';
import { withoutQuotes, rangeWithin } from './destinations.ts';

/**
 * The spans of all objects and lists over several lines, from the opening bracket to the end, in text order.
 * @param limit the maximum number of ranges; outer ranges are preferred
 */
export function foldingRanges({ document }: DocumentContext, limit = 5000): readonly Span[] {
  const { nodes } = document.parsed,
    { lines } = document;
  const folds: { readonly span: Span; readonly depth: number }[] = [],
    openEnds: number[] = [];
  for (let node = 0; node < nodes.length; node++) {
    while (openEnds.length > 0 && openEnds.at(-1)! <= node) openEnds.pop();
    if (nodes.type(node) > NodeType.array) continue;
    const span = nodes.span(node);
    if (lines.positionAt(span.start).line < lines.positionAt(span.end).line)
      folds.push({ span, depth: openEnds.length });
    openEnds.push(nodes.next(node));
  }
  if (folds.length <= limit) return folds.map(({ span }) => span);
  const keptFolds = new Set(folds.toSorted((a, b) => a.depth - b.depth || a.span.start - b.span.start).slice(0, limit));
  return folds.filter(fold => keptFolds.has(fold)).map(({ span }) => span);
}

/**
 * For each offset, the ranges for expanding the selection, innermost first, each within the next: a variable in a
 * text, the text without and with its quotes, the property, the contents of the object or list, the whole object or
 * list, and so on up to the whole text.
 */
export function selectionRanges(
  { document }: DocumentContext,
  offsets: readonly number[],
): readonly (readonly Span[])[] {
  return offsets.map(offset => rangesAt(document, offset));
}

function rangesAt(document: Document, offset: number): Span[] {
  const {
      text,
      parsed: { nodes },
    } = document,
    spans: Span[] = [{ start: 0, end: text.length }];
  const context = offsetContext(document, offset);
  if (!context) return spans;
  for (const node of document.parsed.nodes.pathTo(context.node)) {
    const span = nodes.span(node),
      key = nodes.keySpan(node);
    if (key) spans.push({ start: key.start, end: span.end });
    if (context.part === 'key' && node === context.node) break;
    spans.push(span);
    const isClosed =
      text[span.end - 1] === (nodes.type(node) === NodeType.object ? '}' : ']') && span.end > span.start + 1;
    const isInside = nodes.type(node) <= NodeType.array && offset > span.start && (offset < span.end || !isClosed);
    if (isInside) spans.push({ start: span.start + 1, end: isClosed ? span.end - 1 : span.end });
  }
  if (context.part === 'key' || (context.part === 'value' && nodes.type(context.node) === NodeType.string)) {
    const innerSpan = withoutQuotes(document, context.span);
    spans.push(context.span, innerSpan);
    if (context.part === 'value')
      for (const use of templatesIn(decode(text.slice(context.span.start, context.span.end)))) {
        const braces = rangeWithin(document, context.span, use);
        spans.push(braces, { start: braces.start + 2, end: braces.end - 2 });
      }
  }
  // a range is left out if it does not contain the offset, or is not narrower than the range around it
  const nestedSpans: Span[] = text === '' ? spans.slice(0, 1) : [];
  for (const span of spans) {
    const outerSpan = nestedSpans.at(-1);
    const isAround = span.start <= offset && offset <= span.end && span.end > span.start;
    const isNarrower =
      !outerSpan ||
      (span.start >= outerSpan.start &&
        span.end <= outerSpan.end &&
        span.end - span.start < outerSpan.end - outerSpan.start);
    if (isAround && isNarrower) nestedSpans.push(span);
  }
  return nestedSpans.reverse();
}
