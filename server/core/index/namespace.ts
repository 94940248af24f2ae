import type { Cursor } from '../cursor.ts';
import type { Names } from '../neighbours.ts';
import { nearest } from '../wording.ts';

/** The meaning of the absence of a name from a namespace. */
export type Absence =
  /** All records are known, so the name does not exist. */
  | 'missing'
  /** The workspace has some records of this kind, but possibly not all. */
  | 'not-here'
  /** The workspace has no records of this kind. */
  | 'none-here'
  /** The enclosing flow or engine has no list of this kind, so the file may be an excerpt. */
  | 'no-list'
  /** A listed record without an id may be the one that is named. */
  | 'unidentified'
  /** A file that may define the name cannot be read. */
  | 'unread'
  /** Only the platform knows the name. */
  | 'shared'
  /** Nothing around the place can contain a record of this kind. */
  | 'nowhere';

/** The existing names of a kind: a set, or the keys of a map. */
export type KnownNames = ReadonlyMap<string, unknown> | ReadonlySet<string>;

/** The names that are valid at a place, and their records. */
export interface Namespace {
  has(name: string): boolean;
  /** The records with a name, best evidence first. */
  records(name: string): readonly Cursor[];
  /** The names. Always the same object, so that searches in it can be cached. */
  names(): KnownNames;
  readonly absence: Absence;
  /** Whether the platform generates the names, so that similar names may differ only at their ends. */
  readonly isGenerated?: boolean;
  /** The id of the only record with a display name. */
  idByName?(name: string): string | undefined;
  /** Finds the name that was most likely meant. Absent if the most similar spelling decides. */
  nearest?(name: string): string | undefined;
}

const emptyList: readonly never[] = [];
const noNames: ReadonlySet<string> = new Set();
export const emptyNamespace: Namespace = {
  has: () => false,
  records: () => emptyList,
  names: () => noNames,
  absence: 'nowhere',
};

/**
 * The meaning of the absence of a name from a list: `unread` in a file that cannot be read, unless the list is in the
 * intact part of the file.
 */
export const absenceIn = ({ document }: Cursor): Absence =>
  document.readable || document.incompleteObject ? 'missing' : 'unread';

/**
 * The names in the engines and components around a place, nearest first. A component also uses the names of its flow.
 * @param namespaceOf the names in one engine or component; undefined if it has no list of this kind
 */
export function chainNamespaces(
  owners: readonly Cursor[],
  namespaceOf: (owner: Cursor) => Namespace | undefined,
): Namespace {
  const namespaces = owners.map(namespaceOf).filter(namespace => namespace !== undefined);
  const [first] = namespaces;
  if (!first) return owners.length === 0 ? emptyNamespace : { ...emptyNamespace, absence: 'no-list' };
  // an object in a list is complete, but the outermost object of a file may be an excerpt
  const absences = [
    ...namespaces.map(({ absence }) => absence),
    ...(namespaceOf(owners.at(-1)!) ? [] : (['not-here'] as const)),
  ];
  const absence = (['unidentified', 'not-here'] as const).find(outcome => absences.includes(outcome)) ?? first.absence;
  if (namespaces.length === 1) return absence === first.absence ? first : { ...first, absence };
  return {
    has: name => namespaces.some(namespace => namespace.has(name)),
    records: name => namespaces.flatMap(namespace => namespace.records(name)),
    names: () => new Set(namespaces.flatMap(namespace => [...namespace.names().keys()])),
    absence,
    idByName: name => firstOf(namespaces, namespace => namespace.idByName?.(name)),
    nearest: name => firstOf(namespaces, namespace => nearest(name, namespace.names() as Names<string>)),
  };
}
const firstOf = <T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined => {
  for (const item of items) {
    const record = find(item);
    if (record !== undefined) return record;
  }
  return undefined;
};

/** A namespace that is a map of records. */
export function mapNamespace(
  map: ReadonlyMap<string, readonly Cursor[]>,
  absence: Absence,
  otherMembers: Partial<Namespace> = {},
): Namespace {
  return {
    has: name => map.has(name),
    records: name => map.get(name) ?? emptyList,
    names: () => map,
    absence,
    ...otherMembers,
  };
}
