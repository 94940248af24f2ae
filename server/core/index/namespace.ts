import type { Cursor } from '../cursor.ts';
import type { Names } from '../neighbours.ts';
import { nearest } from '../wording.ts';

/** What it means that a name is not among the known ones. */
export type Absence =
  /** All records are known, so it does not exist. */
  | 'missing'
  /** Others of its kind exist, but not necessarily all are here. */
  | 'not-here'
  /** No record of its kind is here. */
  | 'none-here'
  /** The enclosing flow or engine has no such list: the file may be a part of one. */
  | 'no-list'
  /** A listed record has no identity, so it may be the one that is meant. */
  | 'unidentified'
  /** A file that may define it cannot be read, so it may be there all the same. */
  | 'unread'
  /** Only the platform knows it. */
  | 'shared'
  /** Nothing around the place could contain it. */
  | 'nowhere';

/** The existing names; of a map, its keys. */
export type KnownNames = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** The names that are valid at a place, and what they mean. */
export interface Namespace {
  has(name: string): boolean;
  /** The records of a name, best evidence first. */
  records(name: string): readonly Cursor[];
  /** Returning the same collection each time makes searches faster. */
  names(): KnownNames;
  readonly absence: Absence;
  /** Whether the platform generates the names, so that only their ends distinguish them. */
  readonly generated?: boolean;
  /** The name of the record with this display name. */
  called?(name: string): string | undefined;
  /** The name that was most likely meant, if it is found otherwise than by similarity. */
  nearest?(name: string): string | undefined;
}

const none: readonly never[] = [];
const nobody: ReadonlySet<string> = new Set();
export const nowhere: Namespace = { has: () => false, records: () => none, names: () => nobody, absence: 'nowhere' };

/** What a list in a file proves: nothing if the file cannot be read; of a broken file, only its intact lists count. */
export const provenIn = ({ document }: Cursor, absence: Absence): Absence =>
  document.readable || document.incomplete ? absence : 'unread';

/**
 * What the engines and components around a place contain, nearest first: a component within a flow sees the flow's.
 * @param of the contents of one of them; undefined if it has no such list
 */
export function chained(owners: readonly Cursor[], of: (owner: Cursor) => Namespace | undefined): Namespace {
  const all = owners.map(of).filter(namespace => namespace !== undefined);
  const [first] = all;
  if (!first) return owners.length === 0 ? nowhere : { ...nowhere, absence: 'no-list' };
  // an object in a list is whole; the outermost object of a file may be a part
  const doubts = [...all.map(({ absence }) => absence), ...(of(owners.at(-1)!) ? [] : (['not-here'] as const))];
  const absence = (['unidentified', 'not-here'] as const).find(one => doubts.includes(one)) ?? first.absence;
  if (all.length === 1) return absence === first.absence ? first : { ...first, absence };
  return {
    has: name => all.some(one => one.has(name)),
    records: name => all.flatMap(one => one.records(name)),
    names: () => new Set(all.flatMap(one => [...one.names().keys()])),
    absence,
    called: name => firstOf(all, one => one.called?.(name)),
    nearest: name => firstOf(all, one => nearest(name, one.names() as Names<string>)),
  };
}
const firstOf = <T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined => {
  for (const one of all) {
    const record = find(one);
    if (record !== undefined) return record;
  }
  return undefined;
};

/** A namespace that is a map of records. */
export function mapped(
  map: ReadonlyMap<string, readonly Cursor[]>,
  absence: Absence,
  more: Partial<Namespace> = {},
): Namespace {
  return {
    has: name => map.has(name),
    records: name => map.get(name) ?? none,
    names: () => map,
    absence,
    ...more,
  };
}
