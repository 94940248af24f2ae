import { compareTexts } from '../../core/wording.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { TextEdit } from '../../core/finding.ts';
import type { OccurrencePart } from '../../core/index/occurrences.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decode, decodedOffset, NodeType } from '../../core/syntax/syntax-nodes.ts';
import type { FilePlace } from '../../core/locate.ts';

/** A place that an editor can open: a whole record, node or property. */
export interface Destination extends FilePlace {
  /** The range to select: the name, without quotes. */
  readonly selection: Span;
}

export type { OccurrencePart };

/**
 * The syntax nodes of places that were already looked up, by cursor. A search for many places continues from the
 * nearest known container of each place.
 */
export type KnownNodes = Map<Cursor, number | undefined>;

/** The syntax node of a place in its document; `undefined` for a place that is not in the text. */
export function nodeOf(place: Cursor, cache: KnownNodes = new Map()): number | undefined {
  const { nodes } = place.document.parsed,
    path: Cursor[] = [];
  // a loop, because a text may be nested deeper than the call stack allows
  let cursor: Cursor | undefined = place;
  for (; cursor?.parent && !cache.has(cursor); cursor = cursor.parent) path.push(cursor);
  let node = cursor?.parent ? cache.get(cursor) : nodes.find([]).node;
  for (let next = path.pop(); next; next = path.pop()) {
    if (node !== undefined) node = nodes.child(node, next.spelled);
    cache.set(next, node);
  }
  return node;
}

/** The range of a part of a place, without quotes; `undefined` if the part is not in the text. */
export function partSpan(cursor: Cursor, part: OccurrencePart, cache?: KnownNodes): Span | undefined {
  const node = nodeOf(cursor, cache),
    { nodes } = cursor.document.parsed;
  if (node === undefined) return undefined;
  if (part === 'key') {
    const key = nodes.keySpan(node);
    return key && withoutQuotes(cursor.document, key);
  }
  if (part === 'value')
    return nodes.type(node) === NodeType.string
      ? withoutQuotes(cursor.document, nodes.span(node))
      : bracketSpan(cursor.document, node);
  return nodes.type(node) === NodeType.string ? rangeWithin(cursor.document, nodes.span(node), part) : undefined;
}

/** Converts a range of the decoded string into a range of the text. */
export function rangeWithin({ text }: Document, string: Span, { start, end }: Span): Span {
  const raw = text.slice(string.start, string.end);
  return { start: string.start + decodedOffset(raw, start), end: string.start + decodedOffset(raw, end) };
}

/** The span of a string without its quotes. */
export function withoutQuotes({ text }: { readonly text: string }, { start, end }: Span): Span {
  const quote = text[start];
  if (quote !== '"' && quote !== "'") return { start, end };
  return { start: start + 1, end: end > start + 1 && text[end - 1] === quote ? end - 1 : end };
}

/** The span of the opening bracket of an object or list. */
function bracketSpan({ parsed: { nodes } }: Document, node: number): Span {
  const { start, end } = nodes.span(node);
  return { start, end: nodes.type(node) <= NodeType.array ? Math.min(start + 1, end) : end };
}

/** The extent of a place, including its key if it has one. */
export function extentOf(cursor: Cursor, cache?: KnownNodes): Span | undefined {
  const node = nodeOf(cursor, cache),
    { nodes } = cursor.document.parsed;
  return node === undefined
    ? undefined
    : { start: nodes.keySpan(node)?.start ?? nodes.start(node), end: nodes.end(node) };
}

/**
 * The place of a name as a destination.
 * @param cursor the record or property that has the name
 */
export function locationOf(cursor: Cursor, name: Cursor, part: OccurrencePart = 'value'): Destination | undefined {
  const span = extentOf(cursor),
    selection = partSpan(name, part) ?? (span && { start: span.start, end: Math.min(span.start + 1, span.end) });
  return span && selection && { file: cursor.document.file, span, selection };
}

/** The edit that replaces a name: escaped for JSON within existing double quotes, or with new quotes. */
export function spellingOf(cursor: Cursor, part: OccurrencePart, name: string): TextEdit | undefined {
  const span = partSpan(cursor, part);
  if (!span) return undefined;
  const quotedName = JSON.stringify(name),
    { text } = cursor.document;
  if (part !== 'key' && part !== 'value') return { ...span, text: quotedName.slice(1, -1) };
  if (text[span.start - 1] === '"') return { ...span, text: quotedName.slice(1, -1) };
  const quotedSpan =
    text[span.start - 1] === "'"
      ? { start: span.start - 1, end: text[span.end] === "'" ? span.end + 1 : span.end }
      : span;
  return { ...quotedSpan, text: quotedName };
}

/**
 * The spans of equal keys in an object. A rename changes all of them, because changing only the last one would leave
 * the others.
 */
export function sameKeys(cursor: Cursor): readonly Span[] {
  const parent = cursor.parent && nodeOf(cursor.parent),
    { nodes } = cursor.document.parsed,
    { text } = cursor.document;
  if (parent === undefined) return [];
  return [...nodes.children(parent)].flatMap(child => {
    const key = nodes.keySpan(child);
    return key && decode(text.slice(key.start, key.end)) === cursor.key ? [key] : [];
  });
}

const byPlace = (a: Destination, b: Destination): number =>
  compareTexts(a.file, b.file) || a.selection.start - b.selection.start || a.span.start - b.span.start;

/** The places without duplicates, sorted by file and offset. */
export function distinctPlaces(locations: Iterable<Destination | undefined>): Destination[] {
  const sortedLocations = [...locations].filter(location => location !== undefined).sort(byPlace);
  return sortedLocations.filter((destination, i) => i === 0 || byPlace(destination, sortedLocations[i - 1]!) !== 0);
}
