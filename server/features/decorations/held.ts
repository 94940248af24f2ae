import type { Span } from '../../core/syntax/lines.ts';
import type { DocumentContext } from '../context.ts';

/** The context of a document, and its last readable version if the document is unreadable. */
export interface DecoratedContext extends DocumentContext {
  readonly lastReadable?: DocumentContext | undefined;
}

/**
 * Decorations that stay in place while a line is half-typed: unchanged lines keep the decorations of the last readable
 * text, changed lines get those of the current text.
 * @param compute returns the decorations that touch a range
 * @param access reads and moves the place of a decoration
 */
export function stableDecorations<T>(
  { lastReadable, ...now }: DecoratedContext,
  range: Span,
  compute: (context: DocumentContext, range: Span) => readonly T[],
  access: { readonly spanOf: (item: T) => Span; readonly move: (item: T, distance: number) => T },
): readonly T[] {
  if (!lastReadable) return compute(now, range);
  const { start, before, after } = changedLines(lastReadable.document.text, now.document.text),
    shift = after - before;
  const earlierOffset = (offset: number): number => (offset <= start ? offset : Math.max(start, offset - shift));
  const keptItems = compute(lastReadable, { start: earlierOffset(range.start), end: earlierOffset(range.end) }),
    typedSpan = { start: Math.max(range.start, start), end: Math.min(range.end, after) };
  return [
    ...keptItems.filter(item => access.spanOf(item).end <= start),
    ...(typedSpan.start > typedSpan.end
      ? []
      : compute(now, typedSpan).filter(item => access.spanOf(item).start >= start && access.spanOf(item).end <= after)),
    ...keptItems.filter(item => access.spanOf(item).start >= before).map(item => access.move(item, shift)),
  ];
}

/**
 * The lines that differ between two texts: they begin at `start`, and end before line `before` of the first text and
 * before line `after` of the second.
 */
function changedLines(oldText: string, newText: string): { start: number; before: number; after: number } {
  const shorterLength = Math.min(oldText.length, newText.length);
  let start = 0,
    equalCount = 0;
  while (start < shorterLength && oldText[start] === newText[start]) start++;
  while (
    equalCount < shorterLength - start &&
    oldText[oldText.length - 1 - equalCount] === newText[newText.length - 1 - equalCount]
  )
    equalCount++;
  start = start === 0 ? 0 : oldText.lastIndexOf('\n', start - 1) + 1;
  const end = oldText.indexOf('\n', oldText.length - equalCount),
    before = end < 0 ? oldText.length : end;
  return { start, before, after: before + newText.length - oldText.length };
}
