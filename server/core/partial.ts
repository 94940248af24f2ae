import { Cursor } from './cursor.ts';
import type { Json } from './json/json.ts';
import { Memory } from './memory.ts';
import type { Segment } from './json/pointer.ts';

/** Records whether a result depends on a part of a broken text that is in doubt. */
export class IncompleteObject {
  isRead = false;
  readonly #around: ReadonlySet<Json>;
  readonly #object: Json;
  /** @param parents the values from the top of the file down to the object with fields in doubt */
  constructor(parents: readonly Json[]) {
    this.#around = new Set(parents);
    this.#object = parents.at(-1)!;
  }
  /** Whether a value is the object that may have more fields. */
  isPartial(value: Json | undefined): boolean {
    return value === this.#object;
  }
  hasPartial(value: Json | undefined): boolean {
    return value !== undefined && this.#around.has(value);
  }
}

/**
 * A place at or around the object with fields in doubt. Returns what is certain, and records requests for anything
 * else; reading the whole value counts as such a request.
 */
export class PartialCursor extends Cursor {
  readonly #incomplete: IncompleteObject;
  constructor(cursor: Cursor, incomplete: IncompleteObject, parent = cursor.parent) {
    super(cursor.document, cursor.value, cursor.entry, parent, cursor.segment);
    this.#incomplete = incomplete;
  }
  override get value(): Json | undefined {
    this.#incomplete.isRead = true;
    return super.value;
  }
  override child(segment: Segment, value: Json | undefined, entry?: number): Cursor {
    if (value === undefined) this.#note();
    const child = super.child(segment, value, entry);
    return this.#incomplete.hasPartial(value) ? new PartialCursor(child, this.#incomplete) : child;
  }
  override peek(key: string): Json | undefined {
    const value = super.peek(key);
    if (value === undefined) this.#note();
    if (this.#incomplete.hasPartial(value)) this.#incomplete.isRead = true;
    return value;
  }
  override entries(): Cursor[] {
    this.#note();
    return super.entries();
  }

  #note(): void {
    if (this.#incomplete.isPartial(super.value)) this.#incomplete.isRead = true;
  }
}

/** Cached results, for example of a document in doubt: reading one counts as reading the values behind it. */
export class PartialMemory extends Memory {
  readonly #incomplete: { isRead: boolean };
  constructor(incomplete: { isRead: boolean }) {
    super();
    this.#incomplete = incomplete;
  }
  override remember<T>(owner: object, key: unknown, compute: () => T): T {
    const incomplete = this.#incomplete,
      before = incomplete.isRead;
    try {
      const { value, isRead } = super.remember(owner, key, () => {
        incomplete.isRead = false;
        return { value: compute(), isRead: incomplete.isRead };
      });
      incomplete.isRead = isRead;
      return value;
    } finally {
      if (before) incomplete.isRead = true;
    }
  }
}
