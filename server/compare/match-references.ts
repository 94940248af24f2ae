import type { Cursor } from '../core/cursor.ts';
import { entryOf, marksOf } from '../core/shapes/table.ts';
import { keyOf } from '../core/workspace/tables.ts';
import { paired, type Key, type Pair } from './pairs.ts';

/** Something with a place. */
export interface Placed {
  readonly kind: string;
  readonly at: Cursor;
}
/** How things of one kind are identified. */
export interface Naming<T extends Placed> {
  /** The identity that survives moved lines and items, file first: `FILE#…`. */
  identity(one: T): string;
  /** Its content. */
  saying(one: T): string;
  /** Its subject: a part of its content. */
  about(one: T): string;
  /** Whether only its content identifies it, wherever it is. */
  isElsewhere?(one: T): boolean;
}
/**
 * Matches references between two states of the files: first those with the same stable place and content, then those
 * with the same content in the same list or a moved file, then those with the same stable place and different content.
 * So neither a shifted item nor a moved file is a change. Unchanged files cost one comparison per reference.
 */
export function matched<T extends Placed>(
  before: readonly T[],
  after: readonly T[],
  { identity, saying, about, isElsewhere = () => false }: Naming<T>,
): Pair<T>[] {
  const matches: Pair<T>[] = [];
  const wordsOf = (one: T): string => `${one.kind} ${saying(one)}`;
  const looseOf = (one: T): string => loose(identity(one));
  const [left, right] = unmoved(before, after, wordsOf, matches),
    documents = new Set(left.map(({ at }) => at.document)),
    files = { before: new Set(left.map(fileOf)), after: new Set(right.map(fileOf)) };
  // only something about the same record can have moved: another phone number in another file is a different one
  const moved =
    (rest: (one: T) => string): Key<T> =>
    (one, side) =>
      files[side === 'before' ? 'after' : 'before'].has(fileOf(one))
        ? undefined
        : `${recordName(one.at)} ${one.kind} ${rest(one)}`;
  const keys: Key<T>[] = [
    one => {
      if (isElsewhere(one)) return wordsOf(one);
      return documents.has(one.at.document) ? keyOf(one.at) : undefined;
    },
    one => `${identity(one)} ${wordsOf(one)}`,
    one => `${looseOf(one)} ${wordsOf(one)}`,
    moved(one => `${withoutFile(identity(one))} ${wordsOf(one)}`),
    moved(one => `${withoutFile(looseOf(one))} ${wordsOf(one)}`),
    identity,
    looseOf,
    moved(one => `${withoutFile(identity(one))} ${about(one)}`),
    moved(wordsOf),
  ];
  return [...matches, ...paired(left, right, keys)];
}

/**
 * Removes identical entries at the same index from both lists: nearly all of them, if one of many files has changed.
 */
function unmoved<T extends Placed>(
  before: readonly T[],
  after: readonly T[],
  wordsOf: (one: T) => string,
  matches: Pair<T>[],
): [T[], T[]] {
  const left: T[] = [],
    right: T[] = [];
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const old = before[i],
      now = after[i];
    if (old && now && (old === now || (old.at === now.at && wordsOf(old) === wordsOf(now)))) {
      matches.push({ before: old, after: now });
      continue;
    }
    if (old) left.push(old);
    if (now) right.push(now);
  }
  return [left, right];
}

const fileOf = ({ at }: Placed): string => at.document.file;
/** A stable place without indexes in lists whose items have no identity. */
const loose = (identity: string): string => identity.replace(/\[\d+\](?=\/|$)/g, '').replace(/\/\d+(?=\/|$)/g, '/*');

const identifying = new Map<number, string | undefined>();
/** The identities of the records around a place that have one: a phone number, a node and its flow. */
function recordName(at: Cursor): string {
  const names: string[] = [];
  for (let around: Cursor | undefined = at; around; around = around.parent) {
    if (!around.isObject) continue;
    const { entry } = around;
    if (!identifying.has(entry))
      identifying.set(
        entry,
        Object.entries(entryOf(entry).props ?? {}).find(
          ([, child]) => marksOf(child)['x-identifies'] !== undefined,
        )?.[0],
      );
    const key = identifying.get(entry),
      name = key === undefined ? undefined : around.get(key).string();
    if (name) names.push(name);
  }
  return JSON.stringify(names);
}
const withoutFile = (identity: string): string => identity.slice(identity.indexOf('#'));
