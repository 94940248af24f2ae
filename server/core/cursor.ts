import { isDescribed } from './dialects/translate.ts';
import type { Dialect, Document } from './document.ts';
import { isArray, isObject, property, type Json } from './json/json.ts';
import type { Kind } from './kinds.ts';
import { isIndex, join, split, type Pointer, type Segment } from './json/pointer.ts';
import {
  childEntry,
  entryFor,
  entryOf,
  keysOf,
  marksOf,
  UNKNOWN_ENTRY,
  type Marks,
  type ShapeName,
} from './shapes/table.ts';

/**
 * A place in a document, whether or not it exists, with the facts of the schemas about it. Navigation never throws, so
 * rules need no guards.
 */
export class Cursor {
  readonly document: Document;
  readonly #value: Json | undefined;
  readonly parent: Cursor | undefined;
  readonly segment: Segment;
  /** The settings of the agent, for an override that is seen together with its agent; undefined otherwise. */
  readonly baseCursor: Cursor | undefined;
  #entry: number | undefined;
  /** @param entry the entry of the shape table for this place; looked up on demand if not given */
  constructor(
    document: Document,
    value: Json | undefined,
    entry: number | undefined,
    parent: Cursor | undefined,
    segment: Segment,
  ) {
    this.document = document;
    this.#value = value;
    this.#entry = entry === undefined ? undefined : entryFor(entry, value);
    this.parent = parent;
    this.segment = segment;
  }

  get value(): Json | undefined {
    return this.#value;
  }
  /**
   * Returns a result computed from this value, which is kept as long as the document.
   * @param owner identifies the computation
   */
  remember<T>(owner: object, compute: () => T): T {
    return this.document.memory.remember(owner, this.#value, compute);
  }
  /** A place inside this one. */
  child(segment: Segment, value: Json | undefined, entry?: number): Cursor {
    return new Cursor(this.document, value, entry, this, segment);
  }

  /** The entry of the shape table for this place. */
  get entry(): number {
    if (this.#entry !== undefined) return this.#entry;
    // starts at the nearest ancestor with an entry, and has no recursion, because a text may be nested deeper than any
    // stack
    const cursorsWithoutEntry: Cursor[] = [];
    let nearest: Cursor | undefined = this;
    while (nearest && nearest.#entry === undefined) {
      cursorsWithoutEntry.push(nearest);
      nearest = nearest.parent;
    }
    for (let entry = nearest ? nearest.#entry! : UNKNOWN_ENTRY; cursorsWithoutEntry.length > 0;) {
      const next = cursorsWithoutEntry.pop()!,
        { parent } = next;
      entry = next.#entry = parent
        ? entryFor(childEntry(entry, parent.isArray ? Number(next.segment) : String(next.segment)), next.#value)
        : UNKNOWN_ENTRY;
    }
    return this.#entry!;
  }
  get exists(): boolean {
    return this.#value !== undefined;
  }
  /** The path of the file. With `pointer`, it makes a cursor a `Place`. */
  get file(): string {
    return this.document.file;
  }
  /** The pointer, in the spelling of the file. */
  get pointer(): Pointer {
    return join('', ...this.route);
  }
  /** The last segment of the pointer, in the spelling of the file. */
  get spelled(): Segment {
    return this.#spellingIn(this.document.dialect);
  }
  /** The segments of the pointer, in the spelling of the file. */
  get route(): Segment[] {
    const segments: Segment[] = [];
    const { dialect } = this.document;
    for (let cursor: Cursor = this; cursor.parent; cursor = cursor.parent) segments.push(cursor.#spellingIn(dialect));
    return segments.reverse();
  }
  #spellingIn(dialect: Dialect | undefined): Segment {
    return dialect && this.parent ? spelledKey(this.segment, this.parent, this.parent.#value, dialect) : this.segment;
  }
  get marks(): Marks {
    return marksOf(this.entry);
  }
  get shapes(): readonly ShapeName[] {
    return entryOf(this.entry).shapes ?? emptyList;
  }
  /** The kind of the record around this place. */
  get recordKind(): Kind | undefined {
    return this.document.kindAt(this);
  }
  get root(): Cursor {
    let cursor: Cursor = this;
    while (cursor.parent) cursor = cursor.parent;
    return cursor;
  }
  /** The key of this place in its object. In an array, the index as a string. */
  get key(): string {
    return String(this.segment);
  }
  /**
   * The name of this place for messages: `voice_speed`, `tasks[3]`, `agent[0].version[1]`, `item 2` in a list that is
   * the whole file, `the file`.
   */
  get label(): string {
    if (!this.parent) return 'the file';
    if (!this.parent.isArray) return this.key;
    const holder = this.parent.parent;
    if (!holder) return `item ${this.segment}`;
    // a list inside the items of another list also needs the name of the outer list
    return `${holder.parent?.isArray && holder.parent.parent ? `${holder.label}.` : ''}${this.parent.label}[${this.segment}]`;
  }

  /**
   * The place of a property or list item.
   * @param segment in the spelling of the specification or of the file
   */
  get(segment: Segment): Cursor {
    const value = this.#value;
    if (value !== null && typeof value === 'object' && Object.hasOwn(value, segment))
      return this.child(segment, (value as { readonly [key: Segment]: Json })[segment]);
    const specName = this.document.dialect && specKeyOf(segment, this, value, this.document.dialect);
    return specName === undefined || specName === segment ? this.child(segment, undefined) : this.get(specName);
  }
  /** The value of a property. No cursor is created for it. */
  peek(key: string): Json | undefined {
    return property(this.#value, key);
  }
  /** The place at a pointer relative to this place: `/edge/destination_node_id`. */
  at(pointer: Pointer): Cursor {
    let cursor: Cursor = this;
    for (const segment of split(pointer))
      cursor = cursor.get(cursor.isArray && isIndex(segment) ? Number(segment) : segment);
    return cursor;
  }
  sibling(key: string): Cursor {
    return this.parent ? this.parent.get(key) : new Cursor(this.document, undefined, -1, this, key);
  }
  items(): Cursor[] {
    return isArray(this.#value) ? this.#value.map((_, i) => this.get(i)) : [];
  }
  /** The cursors at the properties of an object. */
  entries(): Cursor[] {
    return this.isObject ? Object.keys(this.#value as object).map(key => this.get(key)) : [];
  }

  is(shape: ShapeName): boolean {
    return entryOf(this.entry).shapes?.includes(shape) ?? false;
  }
  /** The nearest place with one of these shapes: this place or one around it. */
  within(...shapes: ShapeName[]): Cursor | undefined {
    for (let cursor: Cursor | undefined = this; cursor; cursor = cursor.parent)
      for (const shape of cursor.shapes) if (shapes.includes(shape)) return cursor;
    return undefined;
  }

  get isObject(): boolean {
    return typeof this.#value === 'object' && this.#value !== null && !isArray(this.#value);
  }
  get isArray(): boolean {
    return isArray(this.#value);
  }
  get isNull(): boolean {
    return this.#value === null;
  }
  string(): string | undefined {
    return typeof this.#value === 'string' ? this.#value : undefined;
  }
  number(): number | undefined {
    return typeof this.#value === 'number' ? this.#value : undefined;
  }
  integer(): number | undefined {
    return Number.isSafeInteger(this.#value) ? (this.#value as number) : undefined;
  }
  boolean(): boolean | undefined {
    return typeof this.#value === 'boolean' ? this.#value : undefined;
  }
  /** The value; if it is absent, the default of the schema. */
  effective(): Json | undefined {
    return this.#value ?? this.marks.default;
  }
}

const emptyList: readonly never[] = [];

/** The spelling of an existing or new key in the file. */
function spelledKey(segment: Segment, holder: Cursor, value: Json | undefined, { names, keys }: Dialect): Segment {
  if (typeof segment !== 'string' || typeof value !== 'object' || value === null) return segment;
  const writtenKey = keys.get(value)?.get(segment);
  if (writtenKey !== undefined) return writtenKey;
  const isMissing = holder.isObject && !Object.hasOwn(value, segment);
  return (isMissing && isDescribed(entryOf(holder.entry)) && names.spellingOf(segment)) || segment;
}

/** The specification's name for a key in the spelling of the file; undefined if the object has no such key. */
function specKeyOf(
  segment: Segment,
  holder: Cursor,
  value: Json | undefined,
  { names, keys }: Dialect,
): string | undefined {
  const specName = typeof segment === 'string' ? names.toSpecName(segment) : undefined;
  if (specName === undefined || !isObject(value)) return undefined;
  const writtenKeys = keys.get(value);
  if (writtenKeys && Object.hasOwn(value, specName))
    return writtenKeys.get(specName) === segment ? specName : undefined;
  return isDescribed(entryOf(holder.entry)) && !keysOf(holder.entry)?.has(String(segment)) ? specName : undefined;
}

/** Whether two cursors are at the same place of the same file. The versions of the file may differ. */
export const isSamePlace = (a: Cursor, b: Cursor): boolean =>
  a === b || (a.document.file === b.document.file && a.key === b.key && a.pointer === b.pointer);
