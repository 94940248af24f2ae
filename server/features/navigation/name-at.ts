import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { offsetContext } from '../offset-context.ts';
import type { Name } from './index-of-names.ts';
import { mentionsAt } from './mentions.ts';
import { keyName, namesAt } from '../../core/index/occurrences.ts';
import { withoutQuotes, nodeOf, rangeWithin } from './destinations.ts';

/** The span of a name with the braces around it, which a hover also covers; without braces, the span of the name. */
function withBraces(text: string, { start, end }: Span): Span {
  const opening = /\{\{\s*$/.exec(text.slice(Math.max(0, start - MAX_BRACES), start)),
    closing = /^\s*\}\}/.exec(text.slice(end, end + MAX_BRACES));
  return opening && closing ? { start: start - opening[0].length, end: end + closing[0].length } : { start, end };
}
const MAX_BRACES = 20;

/** The name at an offset, including its ends; the quotes around a name that is a whole string are part of it. */
export const nameAt = (document: Document, offset: number): Name | undefined => locate(document, offset)?.name;

/** The name at an offset with its range, without quotes. */
export function locate(document: Document, offset: number): { readonly name: Name; readonly span: Span } | undefined {
  const place = offsetContext(document, offset),
    { nodes } = document.parsed;
  if (!place || place.part === 'between') return undefined;
  if (place.part === 'key') {
    const name = keyName(place.cursor),
      map = place.cursor.parent && nodeOf(place.cursor.parent);
    // in an object under a repeated key, only the last occurrence has an effect
    return name && map !== undefined && map < place.node && place.node < nodes.next(map)
      ? { name: { ...name, at: place.cursor }, span: withoutQuotes(document, place.span) }
      : undefined;
  }
  if (nodeOf(place.cursor) !== place.node) return undefined;
  const candidates = namesAt(place.cursor).flatMap(occurrence => {
    const name = { ...occurrence, at: place.cursor };
    const span =
      typeof name.part === 'object'
        ? rangeWithin(document, place.span, name.part)
        : withoutQuotes(document, place.span);
    if (typeof name.part !== 'object') return [{ name, span }];
    const { start, end } = name.kind === 'variable' ? withBraces(document.text, span) : span;
    return offset >= start && offset <= end ? [{ name, span }] : [];
  });
  const mentionNames = (): { readonly name: Name; readonly span: Span }[] =>
    mentionsAt(place.cursor)
      .map(({ declaration, ...part }) => ({ name: declaration, span: rangeWithin(document, place.span, part) }))
      .filter(({ span }) => offset >= span.start && offset <= span.end);
  // the shortest span is the innermost name
  return (candidates.length > 0 ? candidates : mentionNames()).sort(
    (a, b) => a.span.end - a.span.start - (b.span.end - b.span.start),
  )[0];
}
