import { templatesIn } from '../../core/domain/templates.ts';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode, NodeType } from '../../core/syntax/syntax-nodes.ts';
import type { DocumentContext } from '../context.ts';
import { offsetContext } from '../offset-context.ts';
import { bare, rangeWithin } from './destinations.ts';

/**
 * For each offset the ranges for expanding the selection, innermost first, each within the next: a variable in a text,
 * the text without and with its quotes, the property, the contents of the object or list, all of it, and so on up to
 * the whole text.
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
  const at = offsetContext(document, offset);
  if (!at) return spans;
  for (const node of document.parsed.nodes.wayTo(at.node)) {
    const span = nodes.span(node),
      key = nodes.keySpan(node);
    if (key) spans.push({ start: key.start, end: span.end });
    if (at.part === 'key' && node === at.node) break;
    spans.push(span);
    const closed =
      text[span.end - 1] === (nodes.type(node) === NodeType.object ? '}' : ']') && span.end > span.start + 1;
    const isInside = nodes.type(node) <= NodeType.array && offset > span.start && (offset < span.end || !closed);
    if (isInside) spans.push({ start: span.start + 1, end: closed ? span.end - 1 : span.end });
  }
  if (at.part === 'key' || (at.part === 'value' && nodes.type(at.node) === NodeType.string)) {
    const inner = bare(document, at.span);
    spans.push(at.span, inner);
    if (at.part === 'value')
      for (const use of templatesIn(decode(text.slice(at.span.start, at.span.end)))) {
        const braces = rangeWithin(document, at.span, use);
        spans.push(braces, { start: braces.start + 2, end: braces.end - 2 });
      }
  }
  // ranges that do not contain the offset, or are no narrower than what is around them, are left out
  const nestedSpans: Span[] = text === '' ? spans.slice(0, 1) : [];
  for (const span of spans) {
    const around = nestedSpans.at(-1);
    const holds = span.start <= offset && offset <= span.end && span.end > span.start;
    const isNarrower =
      !around ||
      (span.start >= around.start && span.end <= around.end && span.end - span.start < around.end - around.start);
    if (holds && isNarrower) nestedSpans.push(span);
  }
  return nestedSpans.reverse();
}
