import type { Cursor } from '../cursor.ts';
import { canonical, equal, isArray, property, type Json } from '../json/json.ts';
import { join, type Pointer } from '../json/pointer.ts';
import { UNKNOWN, type Marks } from '../shapes/table.ts';
import { groupsOf } from '../json/multimap.ts';
import { compareTexts } from '../wording.ts';

/** One value that changed. */
export interface Difference {
  /** Its current place; for a removed value, where it would be: a key in its object, an item at its former index. */
  readonly pointer: Pointer;
  /**
   * Its former place; for an added value, where it would have been: an item by its content, because it had no index.
   */
  readonly from: Pointer;
  /** At least one of the two is present. */
  readonly before: Cursor | undefined;
  readonly after: Cursor | undefined;
}

/** How two readings of a record are compared. */
interface Manner {
  /** Whether a place is of no interest. @param other the same place on the other side, if it is compared with one */
  isAside(at: Cursor, other: Cursor | undefined): boolean;
  /** Whether an item is never matched with another one: then a removed and an added item are two differences. */
  readonly isByIdentity?: boolean;
  /**
   * The current name of each item that was only renamed, by its former place; filled while items are matched, inner
   * ones first.
   */
  readonly renames?: Map<Pointer, string>;
  /** Called with each two places that are compared. */
  met?(before: Cursor, after: Cursor): void;
}

/** Deeper than any real file. */
const MAX_DEPTH = 200;

/**
 * Where two readings of one record differ in what callers hear or the platform does. Ignored: bookkeeping
 * (`x-bookkeeping` in the schemas: names, states, tags, times), the order of keys and of items with an identity, users'
 * notes (keys with a leading underscore), the order of a set (`x-set`), `multi` for its locales, null instead of an
 * absent field, and a default that appears or disappears.
 */
export function differences(before: Cursor, after: Cursor, manner: Manner = forCallers): Difference[] {
  const byPointer = new Map<Pointer, Difference>();
  const report = ({ pointer, from, ...sides }: Difference): void => {
    // an item removed and one added in its place are one change
    const key = manner.isByIdentity && isIdentified((sides.before ?? sides.after)!) ? from : pointer,
      reported = byPointer.get(key);
    byPointer.set(key, {
      pointer,
      from: reported?.before ? reported.from : from,
      before: reported?.before ?? sides.before,
      after: reported?.after ?? sides.after,
    });
  };
  compare(before, after, 0, { ...manner, report });
  return [...byPointer.values()];
}

/**
 * The same differences; where one object replaced another, the differences within the two instead of the whole objects.
 */
export const leaves = (all: readonly Difference[]): Difference[] =>
  all.flatMap(one => {
    const { before, after } = one,
      inside: Difference[] = [];
    if (before?.isObject && after?.isObject)
      compareFields(before, after, 0, { ...forCallers, report: one => inside.push(one) });
    return inside.length > 0 ? inside : [one];
  });

interface Comparison extends Manner {
  report(difference: Difference): void;
}

function compare(before: Cursor, after: Cursor, depth: number, how: Comparison): void {
  const former = meantBy(before),
    now = meantBy(after);
  how.met?.(before, after);
  if (depth > MAX_DEPTH || equal(former, now)) return;
  // an engine within its agent is no part of that, but may be compared by itself
  if (depth > 0 && (how.isAside(before, after) || how.isAside(after, before))) return;
  if (isArray(former) && isArray(now) && before.isArray && after.isArray) compareItems(before, after, depth, how);
  else if (before.isObject && after.isObject) compareFields(before, after, depth, how);
  else if (says(before, how) || says(after, how))
    how.report({
      pointer: after.pointer,
      from: before.pointer,
      before: before.exists ? before : undefined,
      after: after.exists ? after : undefined,
    });
}

function compareFields(before: Cursor, after: Cursor, depth: number, how: Comparison): void {
  const keys = new Set([...Object.keys(before.value as object), ...Object.keys(after.value as object)]);
  for (const key of keys) compare(before.get(key), after.get(key), depth + 1, how);
}

function compareItems(before: Cursor, after: Cursor, depth: number, how: Comparison): void {
  const olds = before.items(),
    news = after.items();
  // a list of scalars counts as one value
  if (![...olds, ...news].some(({ value }) => typeof value === 'object' && value !== null)) {
    how.report({ pointer: after.pointer, from: before.pointer, before, after });
    return;
  }
  const { pairs, gone, added } = pairedItems(olds, news, after.marks['x-identity'] ?? before.marks['x-identity'], how);
  for (const [old, now] of pairs) compare(old, now, depth + 1, how);
  for (const old of gone)
    how.report({ pointer: join(after.pointer, old.segment), from: old.pointer, before: old, after: undefined });
  for (const now of added)
    how.report({ pointer: now.pointer, from: join(before.pointer, newItem(now)), before: undefined, after: now });
}

interface Paired {
  readonly pairs: readonly (readonly [before: Cursor, after: Cursor])[];
  readonly gone: readonly Cursor[];
  readonly added: readonly Cursor[];
}
type Key = (item: Cursor) => string | undefined;

function idIn(item: Cursor, identity: string | undefined): string | undefined {
  const id = identity === undefined ? undefined : property(item.value, identity);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
const isIdentified = (at: Cursor): boolean => idIn(at, at.parent?.marks['x-identity']) !== undefined;
/** The key of an item that only one side has; it cannot be mistaken for an index. */
const newItem = (item: Cursor): string =>
  `+${idIn(item, item.parent!.marks['x-identity']) ?? canonical(item.value ?? null)}`;

/** Matches items by identity, then by content, equal ones by order, and last those whose name changed. */
function pairedItems(
  before: readonly Cursor[],
  after: readonly Cursor[],
  identity: string | undefined,
  how: Manner,
): Paired {
  const idOf: Key = item => idIn(item, identity);
  let gone = before,
    added = after;
  const pairs: (readonly [Cursor, Cursor])[] = [];
  const pairBy = (key: Key, formerKey = key): void => {
    // taken from the end, which moves nothing
    const waiting = groupsOf(gone.toReversed(), formerKey);
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
  };
  // of several with one identity, first those that are equal
  const isRepeated = [before, after].map(items => {
    const byId = groupsOf(items, idOf);
    return (item: Cursor): boolean => (byId.get(idOf(item))?.length ?? 0) > 1;
  });
  pairBy(item => (isRepeated.some(is => is(item)) ? canonical(item.value ?? null) : undefined));
  pairBy(idOf);
  pairBy(({ value }) => canonical(value ?? null));
  pairBy(item => (idOf(item) === undefined ? '' : undefined));
  const { renames } = how,
    rest = [...gone, ...added].filter(item => idOf(item) !== undefined);
  if (
    renames &&
    gone.length > 0 &&
    added.length > 0 &&
    !rest.some(item => how.isAside(item.get(identity!), undefined))
  ) {
    const met = pairs.length,
      names = new Set(rest.map(item => idOf(item)!)),
      ifNamed =
        (key: Key): Key =>
        item =>
          idOf(item) === undefined ? undefined : key(item);
    pairBy(idOf, ({ pointer }) => renames.get(pointer));
    pairBy(ifNamed(item => otherIdIn(item, identity!)));
    pairBy(ifNamed(item => JSON.stringify(restOf(item, names, how))));
    for (const [old, now] of pairs.slice(met)) renames.set(old.pointer, idOf(now)!);
  }
  return { pairs, gone, added };
}

/** An id besides the name, as of a tool. */
const otherIdIn = (item: Cursor, identity: string): string | undefined =>
  item
    .entries()
    .find(({ key, marks }) => key !== identity && marks['x-identifies'])
    ?.string() || undefined;

/**
 * The content of an item in one form, without names of items that only one side has: its own name and references to
 * them.
 */
function restOf(at: Cursor, names: ReadonlySet<string>, how: Manner, depth = 0): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (at.isObject)
    return at
      .entries()
      .filter(child => says(child, how, 1))
      .sort((a, b) => compareTexts(a.key, b.key))
      .map(child => [child.key, restOf(child, names, how, depth + 1)]);
  if (at.isArray && !at.marks['x-set']) return at.items().map(item => restOf(item, names, how, depth + 1));
  const { key, marks, parent } = at,
    isName = (depth === 1 && key === parent?.parent?.marks['x-identity']) || marks['x-reference'] !== undefined;
  return isName && names.has(at.string() ?? '') ? null : meantBy(at);
}

/**
 * What the schemas mark as bookkeeping; in an object with a shape, a key with a leading underscore is a user's note.
 */
function isBookkeeping(at: Cursor): boolean {
  return at.marks['x-bookkeeping'] === true || isNote(at);
}
const isNote = (at: Cursor): boolean => at.entry === UNKNOWN && at.parent?.isArray !== true && at.key.startsWith('_');

const forCallers: Manner = { isAside: isBookkeeping };

/** Whether a value means something other than its absence. */
function says(at: Cursor, how: Manner, depth = 0): boolean {
  if (!at.exists || at.isNull || depth > MAX_DEPTH || (depth > 0 && how.isAside(at, undefined))) return false;
  if (at.isObject) return at.entries().some(child => says(child, how, depth + 1));
  const { default: usual } = at.marks;
  return at.isArray && usual === undefined
    ? at.items().length > 0
    : !equal(meantBy(at), valueInEffect(usual as Json, at.marks));
}

/** The effective value in one form: a set in one order (`x-set`), and the list that a deprecated value means. */
const meantBy = (at: Cursor): Json | undefined => valueInEffect(at.effective(), at.marks);

function valueInEffect(value: Json | undefined, marks: Marks): Json | undefined {
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

/**
 * What the platform keeps beside a record, besides what the record itself is: ids and numbers that select it, times,
 * what only a response has, and users' notes, which it does not keep at all. A state that people change by an operation of
 * its own (`x-state`) counts where both sides say it.
 */
export const forPlatform = { isAside: isKeptAside, isByIdentity: true } as const satisfies Manner;

function isKeptAside(at: Cursor, other: Cursor | undefined): boolean {
  const { marks } = at;
  if (marks['x-state'] === true) return !at.exists || other?.exists !== true;
  if (marks['x-response-only'] === true || marks['x-unit']?.startsWith('timestamp') || isNote(at)) return true;
  if (marks['x-bookkeeping'] !== true) return isRecordOfItsOwn(at);
  const { of = '' } = marks['x-identifies'] ?? {};
  return of.endsWith('-version') || (isBlank(at) && (other === undefined || isBlank(other)));
}
/** An engine in an agent's record. */
const isRecordOfItsOwn = (at: Cursor): boolean =>
  at.parent?.is('agent-settings') === true && (at.is('llm') || at.is('conversation-flow'));
const isBlank = ({ value }: Cursor): boolean => value === undefined || value === null || value === '';
