import type { Cursor } from '../cursor.ts';
import { setOwn, type Json } from '../json/json.ts';
import { isConfidentialUnder, masked } from './secrets.ts';
import { withoutSpelledOut } from './secret-spans.ts';

/** Replaces credentials in outputs. */
export const NOT_SHOWN = '(not shown)';
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
    const name = at.parent?.isArray ? at.parent.key : at.key;
    return (secret && value !== '' && !value.includes('{{')) || isConfidentialUnder(name, value)
      ? NOT_SHOWN
      : withoutSpelledOut(masked(value));
  }
  if (typeof value === 'number' && secret) return NOT_SHOWN;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (depth > MAX_DEPTH) return NOT_SHOWN;
  if (at.isArray) return at.items().map(item => shownAt(item, secret, depth + 1));
  const copy = {};
  for (const child of at.entries()) setOwn(copy, child.key, shownAt(child, secret, depth + 1));
  return copy;
}
