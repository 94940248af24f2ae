import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { withMark } from '../shapes/at.ts';
import { locate } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { collect } from '../workspace/workspace.ts';
import { covered, isConfidential, merged, secretsIn } from '../secrets.ts';

const secretPlaces = withMark('x-secret');
/**
 * Where the text of a document may contain credentials: every value at a place that the schemas mark `x-secret`, unless
 * it is a variable or a placeholder, and anything that is visibly a credential elsewhere. Wider than what rules report,
 * because hiding too much costs nothing. Spans of the text, without quotes, sorted, not overlapping. The only place
 * that decides what outputs must not show.
 */
export const secretSpans = (document: Document): readonly Span[] =>
  document.memory.remember(secretSpans, undefined, () =>
    merged([...document.memory.remember(marked, undefined, () => marked(document)), ...secretsIn(document.text)]),
  );

/** The spans that touch a part of the text; the rest of a long text is not searched. */
export function secretsAround(document: Document, { start, end }: Span): readonly Span[] {
  const from = Math.max(0, start - AROUND),
    visible = [...secretsIn(document.text.slice(from, end + AROUND))].map(span => ({
      start: span.start + from,
      end: span.end + from,
    }));
  return merged([...document.memory.remember(marked, undefined, () => marked(document)), ...visible]).filter(
    span => span.start < end && span.end > start,
  );
}
/** UTF-16 units searched before and after: a key and its value are no further apart. */
const AROUND = 1000;

function marked(document: Document): Span[] {
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

/** The text of a document without them. */
export const withoutSpans = (document: Document): string => covered(document.text, secretSpans(document), '***');
