import { NodeType } from '../../core/syntax/syntax-nodes.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { DocumentContext } from '../context.ts';

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
