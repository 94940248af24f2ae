import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { withMark } from '../shapes/at.ts';
import { locate } from '../locate.ts';
import { anyOf } from '../patterns.ts';
import type { Span } from '../syntax/lines.ts';
import { collect } from '../workspace/workspace.ts';
import { isConfidential } from './secrets.ts';

const secretPlaces = withMark('x-secret');
/** `Bearer …`, the password in a URL, and parameters of a URL or header with a credential's name. */
const spelledOut = anyOf(
  'gi',
  /\b(?:Bearer|Basic)\s+([^\s"'\\{}]{6,})/,
  /(?:api[-_]?key|access[-_]?key|token|secret|passw(?:or)?d|signature|auth)=([^&\s"'\\#{}]+)/,
  /:\/\/[^\s/?#@"'\\:{}]*:([^\s/?#@"'\\{}]+)(?=@)/,
);

/**
 * Where the text of a document may contain credentials: every value at a place that the schemas mark `x-secret`, unless
 * it is a variable or a placeholder, and anything that is visibly a credential elsewhere. Wider than what rules report,
 * because hiding too much costs nothing. Spans of the text, without quotes, sorted, not overlapping. The only place
 * that decides what outputs must not show.
 */
export const secretSpans = (document: Document): readonly Span[] =>
  document.memory.remember(secretSpans, undefined, () => merged([...marked(document), ...spelled(document.text)]));

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

/** A text without visible credentials. */
export const withoutSpelledOut = (text: string): string =>
  merged([...spelled(text)]).reduceRight((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text);

function* spelled(text: string): Generator<Span> {
  for (const match of text.matchAll(spelledOut)) {
    const value = match[1] ?? match[2] ?? match[3]!;
    const start = match.index + match[0].length - value.length;
    yield { start, end: start + value.length };
  }
}

/** Sorted, with overlapping spans merged. */
export function merged(all: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of all.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last && span.start <= last.end) out[out.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else out.push(span);
  }
  return out;
}
