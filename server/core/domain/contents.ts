import type { Cursor } from '../cursor.ts';
import { canonical, isEqual, isArray, property, type Json } from '../json/json.ts';
import { join, type Pointer } from '../json/pointer.ts';
import { UNKNOWN_ENTRY, type Marks } from '../shapes/table.ts';
import { groupsOf } from '../json/multimap.ts';
import { compareTexts } from '../wording.ts';

/** A value that differs between two states of a record. */
export interface Difference {
  /**
   * The place of the value in the current state. A removed field is placed in its current object, a removed item at
   * its former index.
   */
  readonly pointer: Pointer;
  /**
   * The place of the value in the former state. An added item had no index, so its last segment is made from its
   * content.
   */
  readonly from: Pointer;
  /** The former value; undefined if the value was added. */
  readonly before: Cursor | undefined;
  readonly after: Cursor | undefined;
}

/** Options of a comparison. */
interface ComparisonOptions {
  /**
   * Whether to ignore a place.
   * @param sibling the same place on the other side of the comparison, if it exists
   */
  isIgnored(cursor: Cursor, sibling: Cursor | undefined): boolean;
  /** Whether items are matched only by identity, so that a removed item and an added item are two differences. */
  readonly isByIdentity?: boolean;
  /** Receives the current name of each renamed item, by its former place. Inner items are added first. */
  readonly renames?: Map<Pointer, string>;
  /** Called with each pair of compared places. */
  visitPair?(before: Cursor, after: Cursor): void;
}

/** The maximum depth of compared values; no real file is deeper. */
const MAX_DEPTH = 200;

/**
 * The differences of one record in two states that change what callers hear or what the platform does. The comparison
 * ignores bookkeeping (`x-bookkeeping` in the schemas: names, states, tags, times), users' notes (keys with a leading
 * underscore), the order of keys, of items with an identity and of sets (`x-set`), `multi` in place of its locales,
 * null in place of an absent field, and a default value in place of an absent field.
 */
export function differences(
  before: Cursor,
  after: Cursor,
  options: ComparisonOptions = callerComparison,
): Difference[] {
  const byPointer = new Map<Pointer, Difference>();
  const report = ({ pointer, from, ...sides }: Difference): void => {
    // an item and the item that replaces it at the same index are one change
    const key = options.isByIdentity && isIdentified((sides.before ?? sides.after)!) ? from : pointer,
      difference = byPointer.get(key);
    byPointer.set(key, {
      pointer,
      from: difference?.before ? difference.from : from,
      before: difference?.before ?? sides.before,
      after: difference?.after ?? sides.after,
    });
  };
  compare(before, after, 0, { ...options, report });
  return [...byPointer.values()];
}

/** Replaces the difference between two objects by the differences between their fields. */
export const fieldDifferences = (items: readonly Difference[]): Difference[] =>
  items.flatMap(difference => {
    const { before, after } = difference,
      innerDifferences: Difference[] = [];
    if (before?.isObject && after?.isObject)
      compareFields(before, after, 0, { ...callerComparison, report: difference => innerDifferences.push(difference) });
    return innerDifferences.length > 0 ? innerDifferences : [difference];
  });

interface Comparison extends ComparisonOptions {
  report(difference: Difference): void;
}

function compare(before: Cursor, after: Cursor, depth: number, comparison: Comparison): void {
  const formerValue = effectiveValueOf(before),
    currentValue = effectiveValueOf(after);
  comparison.visitPair?.(before, after);
  if (depth > MAX_DEPTH || isEqual(formerValue, currentValue)) return;
  // the compared record itself is never ignored: an engine is ignored inside its agent, but may be compared alone
  if (depth > 0 && (comparison.isIgnored(before, after) || comparison.isIgnored(after, before))) return;
  if (isArray(formerValue) && isArray(currentValue) && before.isArray && after.isArray)
    compareItems(before, after, depth, comparison);
  else if (before.isObject && after.isObject) compareFields(before, after, depth, comparison);
  else if (isSignificant(before, comparison) || isSignificant(after, comparison))
    comparison.report({
      pointer: after.pointer,
      from: before.pointer,
      before: before.exists ? before : undefined,
      after: after.exists ? after : undefined,
    });
}

function compareFields(before: Cursor, after: Cursor, depth: number, comparison: Comparison): void {
  const keys = new Set([...Object.keys(before.value as object), ...Object.keys(after.value as object)]);
  for (const key of keys) compare(before.get(key), after.get(key), depth + 1, comparison);
}

function compareItems(before: Cursor, after: Cursor, depth: number, comparison: Comparison): void {
  const formerItems = before.items(),
    currentItems = after.items();
  // a list of scalars counts as one value
  if (![...formerItems, ...currentItems].some(({ value }) => typeof value === 'object' && value !== null)) {
    comparison.report({ pointer: after.pointer, from: before.pointer, before, after });
    return;
  }
  const { pairs, removedItems, addedItems } = pairedItems(
    formerItems,
    currentItems,
    after.marks['x-identity'] ?? before.marks['x-identity'],
    comparison,
  );
  for (const [formerCursor, currentCursor] of pairs) compare(formerCursor, currentCursor, depth + 1, comparison);
  for (const removedItem of removedItems)
    comparison.report({
      pointer: join(after.pointer, removedItem.segment),
      from: removedItem.pointer,
      before: removedItem,
      after: undefined,
    });
  for (const current of addedItems)
    comparison.report({
      pointer: current.pointer,
      from: join(before.pointer, newItem(current)),
      before: undefined,
      after: current,
    });
}

interface PairedItems {
  readonly pairs: readonly (readonly [before: Cursor, after: Cursor])[];
  readonly removedItems: readonly Cursor[];
  readonly addedItems: readonly Cursor[];
}
type Key = (item: Cursor) => string | undefined;

function idIn(item: Cursor, identity: string | undefined): string | undefined {
  const id = identity === undefined ? undefined : property(item.value, identity);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}
const isIdentified = (cursor: Cursor): boolean => idIn(cursor, cursor.parent?.marks['x-identity']) !== undefined;
/** The key of an added item; a leading `+` distinguishes the key from an index. */
const newItem = (item: Cursor): string =>
  `+${idIn(item, item.parent!.marks['x-identity']) ?? canonical(item.value ?? null)}`;

/**
 * Matches the items of two lists: by identity, then by content, then renamed items. Equal items are matched in order.
 */
function pairedItems(
  before: readonly Cursor[],
  after: readonly Cursor[],
  identity: string | undefined,
  options: ComparisonOptions,
): PairedItems {
  const idOf: Key = item => idIn(item, identity);
  let removedItems = before,
    addedItems = after;
  const pairs: (readonly [Cursor, Cursor])[] = [];
  const pairBy = (key: Key, formerKey = key): void => {
    // reversed, because `pop` takes the last item and is cheap
    const unmatchedItems = groupsOf(removedItems.toReversed(), formerKey);
    const matchedItems = new Set<Cursor>();
    addedItems = addedItems.filter(current => {
      const name = key(current),
        formerCursor = name === undefined ? undefined : unmatchedItems.get(name)?.pop();
      if (!formerCursor) return true;
      matchedItems.add(formerCursor);
      pairs.push([formerCursor, current]);
      return false;
    });
    removedItems = removedItems.filter(formerCursor => !matchedItems.has(formerCursor));
  };
  // items with the same identity are matched by content first
  const isRepeated = [before, after].map(items => {
    const byId = groupsOf(items, idOf);
    return (item: Cursor): boolean => (byId.get(idOf(item))?.length ?? 0) > 1;
  });
  pairBy(item => (isRepeated.some(isKind => isKind(item)) ? canonical(item.value ?? null) : undefined));
  pairBy(idOf);
  pairBy(({ value }) => canonical(value ?? null));
  pairBy(item => (idOf(item) === undefined ? '' : undefined));
  const { renames } = options,
    rest = [...removedItems, ...addedItems].filter(item => idOf(item) !== undefined);
  if (
    renames &&
    removedItems.length > 0 &&
    addedItems.length > 0 &&
    !rest.some(item => options.isIgnored(item.get(identity!), undefined))
  ) {
    const pairCount = pairs.length,
      names = new Set(rest.map(item => idOf(item)!)),
      ifIdentified =
        (key: Key): Key =>
        item =>
          idOf(item) === undefined ? undefined : key(item);
    pairBy(idOf, ({ pointer }) => renames.get(pointer));
    pairBy(ifIdentified(item => otherIdIn(item, identity!)));
    pairBy(ifIdentified(item => JSON.stringify(contentWithoutName(item, names, options))));
    for (const [formerItem, currentCursor] of pairs.slice(pairCount))
      renames.set(formerItem.pointer, idOf(currentCursor)!);
  }
  return { pairs, removedItems: removedItems, addedItems: addedItems };
}

/** Another id of an item, such as the `tool_id` of a tool that is identified by name. */
const otherIdIn = (item: Cursor, identity: string): string | undefined =>
  item
    .entries()
    .find(({ key, marks }) => key !== identity && marks['x-identifies'])
    ?.string() || undefined;

/**
 * The content of an item in canonical form, without its name and without references to `names`, because names may have
 * changed.
 */
function contentWithoutName(
  cursor: Cursor,
  names: ReadonlySet<string>,
  options: ComparisonOptions,
  depth = 0,
): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (cursor.isObject)
    return cursor
      .entries()
      .filter(child => isSignificant(child, options, 1))
      .sort((a, b) => compareTexts(a.key, b.key))
      .map(child => [child.key, contentWithoutName(child, names, options, depth + 1)]);
  if (cursor.isArray && !cursor.marks['x-set'])
    return cursor.items().map(item => contentWithoutName(item, names, options, depth + 1));
  const { key, marks, parent } = cursor,
    isName = (depth === 1 && key === parent?.parent?.marks['x-identity']) || marks['x-reference'] !== undefined;
  return isName && names.has(cursor.string() ?? '') ? null : effectiveValueOf(cursor);
}

/** Whether a place is bookkeeping according to the schemas, or a user's note. */
function isBookkeeping(cursor: Cursor): boolean {
  return cursor.marks['x-bookkeeping'] === true || isNote(cursor);
}
const isNote = (cursor: Cursor): boolean =>
  cursor.entry === UNKNOWN_ENTRY && cursor.parent?.isArray !== true && cursor.key.startsWith('_');

const callerComparison: ComparisonOptions = { isIgnored: isBookkeeping };

/** Whether a value has another meaning than an absent value. */
function isSignificant(cursor: Cursor, options: ComparisonOptions, depth = 0): boolean {
  if (!cursor.exists || cursor.isNull || depth > MAX_DEPTH || (depth > 0 && options.isIgnored(cursor, undefined)))
    return false;
  if (cursor.isObject) return cursor.entries().some(child => isSignificant(child, options, depth + 1));
  const { default: defaultValue } = cursor.marks;
  return cursor.isArray && defaultValue === undefined
    ? cursor.items().length > 0
    : !isEqual(effectiveValueOf(cursor), valueInEffect(defaultValue as Json, cursor.marks));
}

/**
 * The effective value in canonical form: a set (`x-set`) is sorted, and a deprecated value is replaced by its list of
 * current values.
 */
const effectiveValueOf = (cursor: Cursor): Json | undefined => valueInEffect(cursor.effective(), cursor.marks);

function valueInEffect(value: Json | undefined, marks: Marks): Json | undefined {
  if (typeof value === 'string') {
    const { 'x-deprecated-values': replacements } = marks;
    const list = replacements && Object.hasOwn(replacements, value) ? replacements[value] : undefined;
    return isArray(list) ? list : value;
  }
  if (!marks['x-set'] || !isArray(value) || value.some(item => typeof item === 'object')) return value;
  return [...new Map(value.map(item => [JSON.stringify(item), item])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, item]) => item);
}

/**
 * The options to compare a file with the record of the platform. The comparison ignores ids and numbers that select
 * the record, times, fields of responses, and users' notes. A field that a separate operation changes (`x-state`) is
 * compared only if both sides have it.
 */
export const platformComparison = { isIgnored: isKeptAside, isByIdentity: true } as const satisfies ComparisonOptions;

function isKeptAside(cursor: Cursor, sibling: Cursor | undefined): boolean {
  const { marks } = cursor;
  if (marks['x-state'] === true) return !cursor.exists || sibling?.exists !== true;
  if (marks['x-response-only'] === true || marks['x-unit']?.startsWith('timestamp') || isNote(cursor)) return true;
  if (marks['x-bookkeeping'] !== true) return isRecordOfItsOwn(cursor);
  const { of = '' } = marks['x-identifies'] ?? {};
  return of.endsWith('-version') || (isBlank(cursor) && (sibling === undefined || isBlank(sibling)));
}
/** Whether a place is an engine inside the record of an agent: engines are compared as separate records. */
const isRecordOfItsOwn = (cursor: Cursor): boolean =>
  cursor.parent?.is('agent-settings') === true && (cursor.is('llm') || cursor.is('conversation-flow'));
const isBlank = ({ value }: Cursor): boolean => value === undefined || value === null || value === '';
