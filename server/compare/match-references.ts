import type { Cursor } from '../core/cursor.ts';
import { entryOf, marksOf } from '../core/shapes/table.ts';
import { keyOf } from '../core/workspace/tables.ts';
import { pairThings, type Key, type Pair } from './pairs.ts';

/** A reference or another item with a place. */
interface PlacedItem {
  readonly kind: string;
  readonly at: Cursor;
}
/** The functions that identify items of one kind. */
export interface Identification<T extends PlacedItem> {
  /** The identity of an item, which survives moved lines and items; it begins with the file: `FILE#…`. */
  identity(item: T): string;
  /** The content of an item. */
  contentOf(item: T): string;
  /** The subject of an item: a part of its content. */
  subjectOf(item: T): string;
  /** Whether only its content identifies an item, wherever it is. */
  isElsewhere?(item: T): boolean;
}
/**
 * Matches references between two states of the files: first by stable place and content, then by content in the same
 * list or a moved file, then by stable place alone. Shifted items and moved files are therefore no change. Unchanged
 * files cost one comparison per reference.
 */
export function matchReferences<T extends PlacedItem>(
  before: readonly T[],
  after: readonly T[],
  { identity, contentOf, subjectOf, isElsewhere = () => false }: Identification<T>,
): Pair<T>[] {
  const matches: Pair<T>[] = [];
  const wordsOf = (item: T): string => `${item.kind} ${contentOf(item)}`;
  const looseOf = (item: T): string => looseIdentity(identity(item));
  const [remainingBefore, remainingAfter] = withoutUnmoved(before, after, wordsOf, matches),
    documents = new Set(remainingBefore.map(({ at }) => at.document)),
    files = { before: new Set(remainingBefore.map(fileOf)), after: new Set(remainingAfter.map(fileOf)) };
  // a reference moves to another file only with its record: another phone number in another file is a different
  // reference
  const movedKey =
    (rest: (item: T) => string): Key<T> =>
    (item, side) =>
      files[side === 'before' ? 'after' : 'before'].has(fileOf(item))
        ? undefined
        : `${recordName(item.at)} ${item.kind} ${rest(item)}`;
  const keys: Key<T>[] = [
    item => {
      if (isElsewhere(item)) return wordsOf(item);
      return documents.has(item.at.document) ? keyOf(item.at) : undefined;
    },
    item => `${identity(item)} ${wordsOf(item)}`,
    item => `${looseOf(item)} ${wordsOf(item)}`,
    movedKey(item => `${identityInFile(identity(item))} ${wordsOf(item)}`),
    movedKey(item => `${identityInFile(looseOf(item))} ${wordsOf(item)}`),
    identity,
    looseOf,
    movedKey(item => `${identityInFile(identity(item))} ${subjectOf(item)}`),
    movedKey(wordsOf),
  ];
  return [...matches, ...pairThings(remainingBefore, remainingAfter, keys)];
}

/**
 * Removes identical entries at the same index from both lists: nearly all of them, if one of many files has changed.
 */
function withoutUnmoved<T extends PlacedItem>(
  before: readonly T[],
  after: readonly T[],
  wordsOf: (item: T) => string,
  matches: Pair<T>[],
): [T[], T[]] {
  const remainingBefore: T[] = [],
    remainingAfter: T[] = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const formerItem = before[i],
      currentItem = after[i];
    if (
      formerItem &&
      currentItem &&
      (formerItem === currentItem || (formerItem.at === currentItem.at && wordsOf(formerItem) === wordsOf(currentItem)))
    ) {
      matches.push({ before: formerItem, after: currentItem });
      continue;
    }
    if (formerItem) remainingBefore.push(formerItem);
    if (currentItem) remainingAfter.push(currentItem);
  }
  return [remainingBefore, remainingAfter];
}

const fileOf = ({ at }: PlacedItem): string => at.document.file;
/** The identity of a place, without the indexes of items that have no identity of their own. */
const looseIdentity = (identity: string): string =>
  identity.replace(/\[\d+\](?=\/|$)/g, '').replace(/\/\d+(?=\/|$)/g, '/*');

const identifyingKeys = new Map<number, string | undefined>();
/**
 * The identities of all records around a place that have an identity, for example a phone number, or a node and its
 * flow.
 */
function recordName(cursor: Cursor): string {
  const names: string[] = [];
  for (let ancestor: Cursor | undefined = cursor; ancestor; ancestor = ancestor.parent) {
    if (!ancestor.isObject) continue;
    const { entry } = ancestor;
    if (!identifyingKeys.has(entry))
      identifyingKeys.set(
        entry,
        Object.entries(entryOf(entry).props ?? {}).find(
          ([, child]) => marksOf(child)['x-identifies'] !== undefined,
        )?.[0],
      );
    const key = identifyingKeys.get(entry),
      name = key === undefined ? undefined : ancestor.get(key).string();
    if (name) names.push(name);
  }
  return JSON.stringify(names);
}
const identityInFile = (identity: string): string => identity.slice(identity.indexOf('#'));
