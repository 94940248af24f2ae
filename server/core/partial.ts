import { Cursor } from './cursor.ts';
import type { Json } from './json/json.ts';
import { Memory } from './memory.ts';
import type { Segment } from './json/pointer.ts';

/** Whether what was looked at rests on what a broken text leaves in doubt. */
export class Doubted {
  asked = false;
  readonly #around: ReadonlySet<Json>;
  readonly #object: Json;
  /** @param around the values from the top of the file down to the object that has fields in doubt */
  constructor(around: readonly Json[]) {
    this.#around = new Set(around);
    this.#object = around.at(-1)!;
  }
  /** Whether it is the object that may have more fields than are known. */
  isPartial(value: Json | undefined): boolean {
    return value === this.#object;
  }
  holdsPartial(value: Json | undefined): boolean {
    return value !== undefined && this.#around.has(value);
  }
}

/**
 * A place around what is in doubt, or the object that has it: what it is known to have is given, and that somebody asked for more than that
 * is noted. The whole value is more: it shows what is missing in it.
 */
export class PartialCursor extends Cursor {
  readonly #doubted: Doubted;
  constructor(at: Cursor, doubted: Doubted, parent = at.parent) {
    super(at.document, at.value, at.entry, parent, at.segment);
    this.#doubted = doubted;
  }
  override get value(): Json | undefined {
    this.#doubted.asked = true;
    return super.value;
  }
  override child(segment: Segment, value: Json | undefined, entry?: number): Cursor {
    if (value === undefined) this.#note();
    const child = super.child(segment, value, entry);
    return this.#doubted.holdsPartial(value) ? new PartialCursor(child, this.#doubted) : child;
  }
  override peek(key: string): Json | undefined {
    const value = super.peek(key);
    if (value === undefined) this.#note();
    if (this.#doubted.holdsPartial(value)) this.#doubted.asked = true;
    return value;
  }
  override entries(): Cursor[] {
    this.#note();
    return super.entries();
  }

  #note(): void {
    if (this.#doubted.isPartial(super.value)) this.#doubted.asked = true;
  }
}

/** What is remembered of a document in doubt: whoever is given it has asked what it was made of. */
export class PartialMemory extends Memory {
  readonly #doubted: Doubted;
  constructor(doubted: Doubted) {
    super();
    this.#doubted = doubted;
  }
  override remember<T>(owner: object, key: unknown, compute: () => T): T {
    const doubted = this.#doubted,
      before = doubted.asked;
    const { value, asked } = super.remember(owner, key, () => {
      doubted.asked = false;
      return { value: compute(), asked: doubted.asked };
    });
    doubted.asked = before || asked;
    return value;
  }
}
