import type { Document } from '../document.ts';
import { equal, type Json } from '../json/json.ts';
import { keys } from './tracker.ts';
import { View } from './views.ts';

/** How one kind of entry is found in a document. */
export interface Column<T extends InFile> {
  /** Columns of the same name are treated as one. */
  readonly name: string;
  /** Whether documents with equal records have equal entries. */
  readonly ofRecords: boolean;
  entries(document: Document): Iterable<readonly [key: string, entry: T]>;
}
export interface InFile {
  readonly file: string;
}
type Groups<T> = ReadonlyMap<string, readonly T[]>;

/** One document in place of another; undefined where the file was added or removed. */
export interface Replacement {
  readonly file: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
}

/** Once this many groups differ from the base, all are merged into a new one. */
const MOST_CHANGED = 64;
const none: readonly never[] = [];

interface State<T> {
  readonly base: Groups<T>;
  /** Groups that differ from the base; one without entries was removed. */
  readonly changed: Groups<T>;
  readonly size: number;
  /** The same object as long as the keys and their order are the same, so that searches in it can be cached. */
  readonly names: ReadonlyMap<string, unknown> | undefined;
  /** If the key order differs from the base: the documents to collect the keys from on demand. */
  readonly unordered: readonly Document[] | undefined;
}

/**
 * What all documents say of one kind, by key; keys and entries in file order. Immutable: replacing a document shares
 * everything except its own groups.
 */
export class Table<T extends InFile> extends View<readonly T[]> {
  readonly #column: Column<T>;
  #state: State<T>;

  private constructor(column: Column<T>, state: State<T>) {
    super();
    this.#column = column;
    this.#state = state;
  }
  static of<T extends InFile>(column: Column<T>, documents: readonly Document[]): Table<T> {
    return new Table(column, stateOf(gathered(column, documents)));
  }

  /** @param positionOf the index of a file among the documents */
  with(replaced: Replacement, documents: readonly Document[], positionOf: (file: string) => number): Table<T> {
    const { groups, isReordered } = differenceIn(this.#column, replaced);
    if (groups.size === 0 && !isReordered) return this;
    const changed = new Map(this.#state.changed);
    let { size } = this.#state;
    for (const [key, now] of groups) {
      const before = this.get(key) ?? none;
      const after = merged(before, now, replaced.file, positionOf);
      changed.set(key, after);
      size += Number(after.length > 0) - Number(before.length > 0);
    }
    if (isReordered || this.#state.unordered)
      return new Table(this.#column, { ...this.#state, changed, size, names: undefined, unordered: documents });
    const state = { ...this.#state, changed, size };
    return new Table(this.#column, changed.size > MOST_CHANGED ? laid(state) : state);
  }

  get(key: string): readonly T[] | undefined {
    const { base, changed } = this.#state;
    const group = changed.get(key) ?? base.get(key);
    return group?.length === 0 ? undefined : group;
  }
  has(key: string): boolean {
    return this.get(key) !== undefined;
  }
  get size(): number {
    return this.#state.size;
  }
  /** The keys; the same object as long as they are the same. */
  get names(): ReadonlyMap<string, unknown> {
    return this.#ordered.names!;
  }
  keys(): MapIterator<string> {
    return this.names.keys();
  }
  *entries(): MapIterator<[string, readonly T[]]> {
    const { base, changed } = this.#ordered;
    for (const [key, group] of base) yield [key, changed.get(key) ?? group];
  }
  get #ordered(): State<T> {
    const { unordered } = this.#state;
    if (unordered) this.#state = stateOf(gathered(this.#column, unordered));
    return this.#state;
  }
}

const stateOf = <T>(base: Groups<T>): State<T> => ({
  base,
  changed: new Map(),
  size: base.size,
  names: base,
  unordered: undefined,
});
/** Everything in one map again; the key order is the base's. */
function laid<T>({ base, changed, names }: State<T>): State<T> {
  const all = new Map(base);
  for (const [key, group] of changed) all.set(key, group);
  return { ...stateOf(all), names };
}

function gathered<T extends InFile>(column: Column<T>, documents: Iterable<Document>): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const document of documents)
    for (const [key, entry] of column.entries(document)) {
      const group = groups.get(key);
      if (group) group.push(entry);
      // most have one entry, so the list starts without spare capacity
      else groups.set(key, [entry]);
    }
  return groups;
}

interface Difference<T> {
  /** The current entries of the document, for keys whose entries changed. */
  readonly groups: Groups<T>;
  /** Whether keys were added, removed or moved. */
  readonly isReordered: boolean;
}

function differenceIn<T extends InFile>(column: Column<T>, { before, after }: Replacement): Difference<T> {
  const were = before ? gathered(column, [before]) : new Map<string, readonly T[]>(),
    are = after ? gathered(column, [after]) : new Map<string, readonly T[]>();
  const groups = new Map<string, readonly T[]>();
  for (const key of new Set([...were.keys(), ...are.keys()])) {
    const now = are.get(key) ?? none;
    if (!equal((were.get(key) ?? none) as unknown as Json, now as unknown as Json)) groups.set(key, now);
  }
  const order = [...are.keys()];
  const isReordered = order.length !== were.size || [...were.keys()].some((key, i) => key !== order[i]);
  return { groups, isReordered };
}

/** Notified of what changed for the readers of a table when a document is replaced. */
export function changesIn<T extends InFile>(column: Column<T>, replaced: Replacement): readonly string[] {
  const { groups, isReordered } = differenceIn(column, replaced);
  if (groups.size === 0 && !isReordered) return [];
  return [
    keys.table(column.name),
    ...(isReordered ? [keys.names(column.name)] : []),
    ...[...groups.keys()].map(key => keys.entry(column.name, key)),
  ];
}

/** The entries of one file, in place of its old ones or where those of a new file belong. */
function merged<T extends InFile>(
  entries: readonly T[],
  now: readonly T[],
  file: string,
  positionOf: (file: string) => number,
): readonly T[] {
  const others = entries.filter(entry => entry.file !== file);
  const known = entries.findIndex(entry => entry.file === file);
  const position = known < 0 ? positionOf(file) : 0;
  const after = known < 0 ? others.findIndex(entry => positionOf(entry.file) > position) : known;
  return others.toSpliced(after < 0 ? others.length : after, 0, ...now);
}
