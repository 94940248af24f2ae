import type { Cursor } from '../cursor.ts';
import { canonical, equal, isArray, property, type Json } from '../json/json.ts';
import { join, type Pointer } from '../json/pointer.ts';
import { UNKNOWN, type Marks } from '../shapes/table.ts';
import { groupsOf } from '../json/multimap.ts';

/** One value that changed. */
export interface Difference {
  /** Its current place; for a removed value, where it would be: a key in its object, an item at its former index. */
  readonly pointer: Pointer;
  /** At least one of the two is present. */
  readonly before: Cursor | undefined;
  readonly after: Cursor | undefined;
}

/** Deeper than any real file. */
const MAX_DEPTH = 200;

/**
 * Where two readings of one record differ in what callers hear or the platform does. Ignored: bookkeeping
 * (`x-bookkeeping` in the schemas: names, states, tags, times), the order of keys and of items with an identity, users'
 * notes (keys with a leading underscore), the order of a set (`x-set`), `multi` for its locales, null instead of an
 * absent field, and a default that appears or disappears.
 */
export function differences(before: Cursor, after: Cursor): Difference[] {
  const found = new Map<Pointer, Difference>();
  compare(before, after, 0, ({ pointer, ...sides }) => {
    // an item removed and one added in its place are one change
    const known = found.get(pointer);
    found.set(pointer, { pointer, before: known?.before ?? sides.before, after: known?.after ?? sides.after });
  });
  return [...found.values()];
}

/** The same, without a whole object in it where another took its place: what differs within the two. */
export const leaves = (all: readonly Difference[]): Difference[] =>
  all.flatMap(one => {
    const { before, after } = one,
      inside: Difference[] = [];
    if (before?.isObject && after?.isObject) compareFields(before, after, 0, found => inside.push(found));
    return inside.length > 0 ? inside : [one];
  });

type Report = (difference: Difference) => void;

function compare(before: Cursor, after: Cursor, depth: number, report: Report): void {
  const was = meantBy(before),
    now = meantBy(after);
  if (depth > MAX_DEPTH || equal(was, now) || isBookkeeping(before) || isBookkeeping(after)) return;
  if (isArray(was) && isArray(now) && before.isArray && after.isArray) compareItems(before, after, depth, report);
  else if (before.isObject && after.isObject) compareFields(before, after, depth, report);
  else if (says(before) || says(after))
    report({
      pointer: after.pointer,
      before: before.exists ? before : undefined,
      after: after.exists ? after : undefined,
    });
}

function compareFields(before: Cursor, after: Cursor, depth: number, report: Report): void {
  const keys = new Set([...Object.keys(before.value as object), ...Object.keys(after.value as object)]);
  for (const key of keys) compare(before.get(key), after.get(key), depth + 1, report);
}

function compareItems(before: Cursor, after: Cursor, depth: number, report: Report): void {
  const olds = before.items(),
    news = after.items();
  // a list of scalars counts as one value
  if (![...olds, ...news].some(({ value }) => typeof value === 'object' && value !== null)) {
    report({ pointer: after.pointer, before, after });
    return;
  }
  const { pairs, gone, added } = pairedItems(olds, news, after.marks['x-identity'] ?? before.marks['x-identity']);
  for (const [old, now] of pairs) compare(old, now, depth + 1, report);
  for (const old of gone) report({ pointer: join(after.pointer, old.segment), before: old, after: undefined });
  for (const now of added) report({ pointer: now.pointer, before: undefined, after: now });
}

interface Paired {
  readonly pairs: readonly (readonly [before: Cursor, after: Cursor])[];
  readonly gone: readonly Cursor[];
  readonly added: readonly Cursor[];
}
type Key = (item: Cursor) => string | undefined;

/** Matches items: by identity, then by content, and indistinguishable ones by order. */
function pairedItems(before: readonly Cursor[], after: readonly Cursor[], identity: string | undefined): Paired {
  const idOf: Key = item => {
    const id = identity === undefined ? undefined : property(item.value, identity);
    return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
  };
  const keys: Key[] = [
    idOf,
    ({ value }) => canonical(value ?? null),
    item => (idOf(item) === undefined ? '' : undefined),
  ];
  let gone = before,
    added = after;
  const pairs: (readonly [Cursor, Cursor])[] = [];
  for (const key of keys) {
    // taken from the end, which moves nothing
    const waiting = groupsOf(gone.toReversed(), key);
    const taken = new Set<Cursor>();
    added = added.filter(now => {
      const name = key(now),
        old = name === undefined ? undefined : waiting.get(name)?.pop();
      if (!old) return true;
      taken.add(old);
      pairs.push([old, now]);
      return false;
    });
    gone = gone.filter(old => !taken.has(old));
  }
  return { pairs, gone, added };
}

/**
 * What the schemas mark as bookkeeping; in an object with a shape, a key with a leading underscore is a user's note.
 */
const isBookkeeping = (at: Cursor): boolean =>
  at.marks['x-bookkeeping'] === true || (at.entry === UNKNOWN && at.parent?.isArray !== true && at.key.startsWith('_'));

/** Whether a value means something other than its absence. */
function says(at: Cursor, depth = 0): boolean {
  if (!at.exists || at.isNull || depth > MAX_DEPTH || isBookkeeping(at)) return false;
  if (at.isObject) return at.entries().some(child => says(child, depth + 1));
  const { default: usual } = at.marks;
  return at.isArray && usual === undefined
    ? at.items().length > 0
    : !equal(meantBy(at), meant(usual as Json, at.marks));
}

/** The effective value in one form: a set in one order (`x-set`), and the list that a deprecated value means. */
const meantBy = (at: Cursor): Json | undefined => meant(at.effective(), at.marks);

function meant(value: Json | undefined, marks: Marks): Json | undefined {
  if (typeof value === 'string') {
    const { 'x-deprecated-values': replaced } = marks;
    const list = replaced && Object.hasOwn(replaced, value) ? replaced[value] : undefined;
    return isArray(list) ? list : value;
  }
  if (!marks['x-set'] || !isArray(value) || value.some(item => typeof item === 'object')) return value;
  return [...new Map(value.map(item => [JSON.stringify(item), item])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);
}
