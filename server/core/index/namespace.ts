import type { Cursor } from '../cursor.ts';
import type { Names } from '../neighbours.ts';
import { nearest } from '../wording.ts';

/** What it means that a name is not among those that the files hold. */
export type Absence =
  /** The files hold all there are, so there is none. */
  | 'missing'
  /** There are others of its kind, and nothing says that they are all. */
  | 'not-here'
  /** There is no record of its kind at all. */
  | 'none-here'
  /** The flow or engine around the place has no list of them: the file may be a part of one. */
  | 'no-list'
  /** One of those that are listed has no identity, so it may be the one that is meant. */
  | 'unidentified'
  /** It is kept by the platform alone. */
  | 'shared'
  /** The place is in nothing that could hold them. */
  | 'nowhere';

/** Names that are there; a map stands for its keys. */
export type Known = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** The names that mean something at a place, and what they mean. */
export interface Namespace {
  has(name: string): boolean;
  /** The records of a name, the best evidence first. */
  records(name: string): readonly Cursor[];
  /** The same collection each time is searched faster. */
  names(): Known;
  readonly absence: Absence;
  /** Whether names are made by the platform, so that only their ends tell. */
  readonly generated?: boolean;
  /** The name of the record that people call so. */
  called?(name: string): string | undefined;
  /** The name that was very likely meant, where that is found in another way than among all names. */
  nearest?(name: string): string | undefined;
}

const none: readonly never[] = [];
const nobody: ReadonlySet<string> = new Set();
export const nowhere: Namespace = { has: () => false, records: () => none, names: () => nobody, absence: 'nowhere' };

/** Records by name; those without one are left out. */
export function grouped(named: Iterable<readonly [string | undefined, Cursor]>): Map<string, Cursor[]> {
  const groups = new Map<string, Cursor[]>();
  for (const [name, record] of named) {
    if (name === undefined || name === '') continue;
    const group = groups.get(name);
    if (group) group.push(record);
    else groups.set(name, [record]);
  }
  return groups;
}
/** What a list of a document says is read once, however many places refer to it. */
export const once = <T>(owner: Cursor, computation: object, compute: () => T): T =>
  owner.remember(computation, compute);

/**
 * What engines and components around a place hold, the nearest first: a component within a flow sees what the flow has.
 * @param of what one of them holds; undefined where it has no such list
 */
export function chained(owners: readonly Cursor[], of: (owner: Cursor) => Namespace | undefined): Namespace {
  const all = owners.map(of).filter(namespace => namespace !== undefined);
  const [first] = all;
  if (!first) return owners.length === 0 ? nowhere : { ...nowhere, absence: 'no-list' };
  if (all.length === 1) return first;
  const isUnidentified = all.some(({ absence }) => absence === 'unidentified');
  return {
    has: name => all.some(one => one.has(name)),
    records: name => all.flatMap(one => one.records(name)),
    names: () => new Set(all.flatMap(one => [...one.names().keys()])),
    absence: isUnidentified ? 'unidentified' : 'missing',
    called: name => firstOf(all, one => one.called?.(name)),
    nearest: name => firstOf(all, one => nearest(name, one.names() as Names<string>)),
  };
}
const firstOf = <T, R>(all: readonly T[], find: (one: T) => R | undefined): R | undefined => {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
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
