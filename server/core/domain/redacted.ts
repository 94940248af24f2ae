import type { Cursor } from '../cursor.ts';
import { setOwn, type Json } from '../json/json.ts';
import type { Document } from '../document.ts';
import { pointerOf, type Finding, type Fix } from '../finding.ts';
import {
  mask,
  isHiddenUnder,
  maskSecrets,
  NOT_SHOWN,
  redactNamed,
  isConfidential,
  mergeSpans,
  secretsIn,
} from '../secrets.ts';
import type { Span } from '../syntax/lines.ts';
import { withMark } from '../shapes/at.ts';
import { locate } from '../locate.ts';
import { collect } from '../workspace/workspace.ts';

const MAX_DEPTH = 200;

/**
 * A value for output without credentials: neither values that look like credentials, nor values that the schema marks
 * as such.
 */
export function redact(cursor: Cursor): Json {
  let secret = false;
  for (let ancestor: Cursor | undefined = cursor; ancestor && !secret; ancestor = ancestor.parent)
    secret = ancestor.marks['x-secret'] === true;
  return redactedAt(cursor, secret, 0);
}

function redactedAt(cursor: Cursor, isInside: boolean, depth: number): Json {
  const secret = isInside || cursor.marks['x-secret'] === true,
    { value } = cursor;
  if (typeof value === 'string') {
    return secret && value !== '' && !value.includes('{{') ? NOT_SHOWN : redactNamed(describingName(cursor), value);
  }
  if (typeof value === 'number' && (secret || isHiddenUnder(describingName(cursor), String(value)))) return NOT_SHOWN;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > MAX_DEPTH) return NOT_SHOWN;
  if (cursor.isArray) return cursor.items().map(item => redactedAt(item, secret, depth + 1));
  const copy = {};
  for (const child of cursor.entries()) setOwn(copy, maskSecrets(child.key), redactedAt(child, secret, depth + 1));
  return copy;
}

/** The name that describes a value: its key, the key of its list, or the `name` beside a `value`. */
function describingName(cursor: Cursor): string {
  const { parent } = cursor;
  if (parent?.isArray) return parent.key;
  if (cursor.key !== 'value' || !parent) return cursor.key;
  return ['name', 'key', 'header'].map(key => parent.get(key).string()).find(name => name !== undefined) ?? parent.key;
}

/**
 * A finding without credentials in its texts: neither strings that look like credentials, nor the credential that the
 * finding is about.
 */
export function withoutSecrets(finding: Finding, document: Document): Finding {
  const secrets = secretsAbout(finding, document);
  const withoutCredentials = (text: string): string => maskSecrets(secrets.reduce(withoutSecret, text));
  const redactFix = <F extends Fix>(fix: F): F => ({ ...fix, title: withoutCredentials(fix.title) });
  const { help, related, fix, otherFixes } = finding,
    message = withoutCredentials(finding.message);
  if (message === finding.message && related.length === 0 && help === undefined && !fix && !otherFixes) return finding;
  return {
    ...finding,
    message,
    related:
      related.length === 0 ? related : related.map(place => ({ ...place, message: withoutCredentials(place.message) })),
    ...(help !== undefined && { help: withoutCredentials(help) }),
    ...(fix && { fix: redactFix(fix) }),
    ...(otherFixes && { otherFixes: otherFixes.map(redactFix) }),
  };
}

const emptyList: readonly never[] = [];
/** The texts of the credentials that a finding is about. */
function secretsAbout({ span, target }: Finding, document: Document): readonly string[] {
  if (span) return secretsAround(document, span).map(({ start, end }) => document.text.slice(start, end));
  const cursor = document.at(pointerOf(target)),
    { value } = cursor;
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length < MIN_LENGTH) return emptyList;
  // cached, because many findings may be about one long text
  return document.memory.remember(secretsAbout, cursor.pointer, () =>
    redact(cursor) === NOT_SHOWN ? [String(value)] : emptyList,
  );
}

/** The minimum length of the removed beginning of a credential: a message may have cut the credential. */
const MIN_LENGTH = 4;

/** A text without a credential, and without the beginning of the credential. */
const withoutSecret = (text: string, secret: string): string =>
  [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].reduce(withoutStart, text);

function withoutStart(text: string, writtenText: string): string {
  const start = writtenText.slice(0, Math.max(MIN_LENGTH, Math.min(writtenText.length, 6)));
  if (start.length < MIN_LENGTH) return text;
  const spans: Span[] = [];
  for (let offset = text.indexOf(start); offset >= 0; offset = text.indexOf(start, spans.at(-1)!.end)) {
    let end = offset + start.length;
    while (end - offset < writtenText.length && text[end] === writtenText[end - offset]) end++;
    spans.push({ start: offset, end });
  }
  return mask(text, spans, '***');
}

const secretPlaces = withMark('x-secret');
/**
 * The spans of a document's text that may be credentials: every value at a place marked `x-secret`, unless the value
 * is a variable or a placeholder, and every string elsewhere that looks like a credential. The spans cover more than
 * rules report, because hiding too much does no harm. They are sorted, without quotes and without overlaps. No other
 * code decides what outputs must hide.
 */
export const secretSpans = (document: Document): readonly Span[] =>
  document.memory.remember(secretSpans, undefined, () =>
    mergeSpans([
      ...document.memory.remember(markedSpans, undefined, () => markedSpans(document)),
      ...secretsIn(document.text),
    ]),
  );

/**
 * The spans of credentials that overlap a part of the text. Only the text around the part is searched, because a text
 * may be long.
 */
function secretsAround(document: Document, { start, end }: Span): readonly Span[] {
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
    .flatMap(place => [...leafCursors(place, 0)])
    .map(leaf => {
      const { start, end } = locate(document, leaf.pointer);
      return document.text[start] === '"' ? { start: start + 1, end: Math.max(end - 1, start + 1) } : { start, end };
    });
}

function* leafCursors(place: Cursor, depth: number): Generator<Cursor> {
  if (place.isObject || place.isArray) {
    if (depth < 20)
      for (const child of place.isArray ? place.items() : place.entries()) yield* leafCursors(child, depth + 1);
  } else if (typeof place.value === 'number' || (typeof place.value === 'string' && isConfidential(place.value)))
    yield place;
}

/** The text of a document without credentials. */
export const withoutSpans = (document: Document): string => mask(document.text, secretSpans(document), '***');
