import type { Cursor } from '../cursor.ts';
import { setOwn, type Json } from '../json/json.ts';
import type { Document } from '../document.ts';
import { pointerOf, type Finding, type Fix } from '../finding.ts';
import { secretsAround } from './secret-spans.ts';
import { covered, isHiddenUnder, masked, NOT_SHOWN, shownUnder } from '../secrets.ts';
import type { Span } from '../syntax/lines.ts';

const MAX_DEPTH = 200;

/** A value for output: credentials, by content or by schema, are never shown. */
export function redacted(at: Cursor): Json {
  let secret = false;
  for (let around: Cursor | undefined = at; around && !secret; around = around.parent)
    secret = around.marks['x-secret'] === true;
  return shownAt(at, secret, 0);
}

function shownAt(at: Cursor, around: boolean, depth: number): Json {
  const secret = around || at.marks['x-secret'] === true,
    { value } = at;
  if (typeof value === 'string') {
    return secret && value !== '' && !value.includes('{{') ? NOT_SHOWN : shownUnder(telling(at), value);
  }
  if (typeof value === 'number' && (secret || isHiddenUnder(telling(at), String(value)))) return NOT_SHOWN;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > MAX_DEPTH) return NOT_SHOWN;
  if (at.isArray) return at.items().map(item => shownAt(item, secret, depth + 1));
  const copy = {};
  for (const child of at.entries()) setOwn(copy, masked(child.key), shownAt(child, secret, depth + 1));
  return copy;
}

/** The key that describes a value: its own, that of its list, or the `name` beside a `value`. */
function telling(at: Cursor): string {
  const { parent } = at;
  if (parent?.isArray) return parent.key;
  if (at.key !== 'value' || !parent) return at.key;
  return ['name', 'key', 'header'].map(key => parent.get(key).string()).find(name => name !== undefined) ?? parent.key;
}

/** A finding whose words hold no credential: none that is visible as such, and not the value that it is about. */
export function withoutSecrets(finding: Finding, document: Document): Finding {
  const hidden = secretsAbout(finding, document);
  const safe = (text: string): string => masked(hidden.reduce(withoutSecret, text));
  const fixed = <F extends Fix>(fix: F): F => ({ ...fix, title: safe(fix.title) });
  const { help, related, fix, otherFixes } = finding,
    message = safe(finding.message);
  if (message === finding.message && related.length === 0 && help === undefined && !fix && !otherFixes) return finding;
  return {
    ...finding,
    message,
    related: related.length === 0 ? related : related.map(other => ({ ...other, message: safe(other.message) })),
    ...(help !== undefined && { help: safe(help) }),
    ...(fix && { fix: fixed(fix) }),
    ...(otherFixes && { otherFixes: otherFixes.map(fixed) }),
  };
}

const none: readonly never[] = [];
/** The texts of the credentials that a finding is about. */
function secretsAbout({ span, target }: Finding, document: Document): readonly string[] {
  if (span) return secretsAround(document, span).map(({ start, end }) => document.text.slice(start, end));
  const at = document.at(pointerOf(target)),
    { value } = at;
  if ((typeof value !== 'string' && typeof value !== 'number') || String(value).length < LEAST) return none;
  // many findings may be about one long text
  return document.memory.remember(secretsAbout, at.pointer, () =>
    redacted(at) === NOT_SHOWN ? [String(value)] : none,
  );
}

/** At least so much of a credential is recognized in a message, which may have cut it. */
const LEAST = 4;

/** A message without a credential, or the beginning of it. */
const withoutSecret = (text: string, secret: string): string =>
  [...new Set([secret, JSON.stringify(secret).slice(1, -1)])].reduce(withoutStart, text);

function withoutStart(text: string, written: string): string {
  const start = written.slice(0, Math.max(LEAST, Math.min(written.length, 6)));
  if (start.length < LEAST) return text;
  const spans: Span[] = [];
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, spans.at(-1)!.end)) {
    let end = at + start.length;
    while (end - at < written.length && text[end] === written[end - at]) end++;
    spans.push({ start: at, end });
  }
  return covered(text, spans, '***');
}
