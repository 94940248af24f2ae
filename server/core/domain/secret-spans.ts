import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { withMark } from '../shapes/at.ts';
import { locate } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { collect } from '../workspace/workspace.ts';
import { mask, isConfidential, mergeSpans, secretsIn } from '../secrets.ts';

const secretPlaces = withMark('x-secret');
/**
 * The spans of a document's text that may be credentials: every value at a place marked `x-secret`, unless it is a
 * variable or a placeholder, and anything that is visibly a credential elsewhere. The spans cover more than rules
 * report, because hiding too much does no harm. They are sorted, without quotes and without overlaps. No other code
 * decides what outputs must hide.
 */
export const secretSpans = (document: Document): readonly Span[] =>
  document.memory.remember(secretSpans, undefined, () =>
    mergeSpans([
      ...document.memory.remember(markedSpans, undefined, () => markedSpans(document)),
      ...secretsIn(document.text),
    ]),
  );

/** The spans that touch a part of the text, without searching all of a long text. */
export function secretsAround(document: Document, { start, end }: Span): readonly Span[] {
  const startOffset = Math.max(0, start - CONTEXT_LENGTH),
    visibleSecrets = [...secretsIn(document.text.slice(startOffset, end + CONTEXT_LENGTH))].map(span => ({
      start: span.start + startOffset,
      end: span.end + startOffset,
    }));
  return mergeSpans([
    ...document.memory.remember(markedSpans, undefined, () => markedSpans(document)),
    ...visibleSecrets,
  ]).filter(span => span.start < end && span.end > start);
}
/** The number of UTF-16 units that are searched before and after a part: a key is at most this far from its value. */
const CONTEXT_LENGTH = 1000;

function markedSpans(document: Document): Span[] {
  return collect(document, secretPlaces)
    .flatMap(place => [...leaves(place, 0)])
    .map(leaf => {
      const { start, end } = locate(document, leaf.pointer);
      return document.text[start] === '"' ? { start: start + 1, end: Math.max(end - 1, start + 1) } : { start, end };
    });
}

function* leaves(place: Cursor, depth: number): Generator<Cursor> {
  if (place.isObject || place.isArray) {
    if (depth < 20)
      for (const child of place.isArray ? place.items() : place.entries()) yield* leaves(child, depth + 1);
  } else if (typeof place.value === 'number' || (typeof place.value === 'string' && isConfidential(place.value)))
    yield place;
}

/** The text of a document without credentials. */
export const withoutSpans = (document: Document): string => mask(document.text, secretSpans(document), '***');
