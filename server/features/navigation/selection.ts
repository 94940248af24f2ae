import { templatesIn } from '../../core/domain/templates.ts';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode, NodeType } from '../../core/syntax/syntax-nodes.ts';
import type { DocumentContext } from '../context.ts';
import { offsetContext } from '../offset-context.ts';
import { withoutQuotes, rangeWithin } from './destinations.ts';

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
