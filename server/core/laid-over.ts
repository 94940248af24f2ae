import { Cursor } from './cursor.ts';
import { property, type Json, type JsonObject } from './json/json.ts';
import type { Segment } from './json/pointer.ts';

/** The requested keys of the settings, and of the fields beside them. Other keys cannot affect a finding. */
export interface ReadKeys {
  readonly settings: Set<string>;
  readonly siblings: Set<string>;
}

/**
 * A cursor over an agent with an override applied. Each setting keeps its real place, in the override or in the agent's
 * file; a setting in neither place counts as missing in the override. Fields beside the settings are merged, too.
 */
class OverrideCursor extends Cursor {
  override readonly baseCursor: Cursor;
  readonly #holderOf: (key: Segment) => OverrideCursor;
  readonly #keysRead: ReadKeys;

  constructor(
    cursor: Cursor,
    base: Cursor,
    value: Json,
    holderOf: (key: Segment) => OverrideCursor,
    keysRead: ReadKeys,
  ) {
    super(cursor.document, value, cursor.entry, cursor.parent, cursor.segment);
    this.baseCursor = base;
    this.#holderOf = holderOf;
    this.#keysRead = keysRead;
  }
  override peek(key: string): Json | undefined {
    this.#keysRead.settings.add(key);
    return super.peek(key);
  }
  override child(key: Segment): Cursor {
    return this.get(key);
  }
  override sibling(key: string): Cursor {
    this.#keysRead.siblings.add(key);
    return super.sibling(key);
  }
  override get(key: Segment): Cursor {
    this.#keysRead.settings.add(String(key));
    const holder = this.#holderOf(key);
    return new Cursor(holder.document, property(this.value, String(key)), undefined, holder, key);
  }
}

/**
 * Returns a cursor over `base` with the override `override` applied; both are agent settings.
 * @param keysRead collects the requested keys
 */
export function overrideCursor(override: Cursor, base: Cursor, keysRead: ReadKeys): Cursor {
  const ownSettings = override.value as JsonObject,
    baseSettings = base.value as JsonObject;
  const value = { ...baseSettings, ...ownSettings };
  const holderOf = (key: Segment): OverrideCursor =>
    Object.hasOwn(ownSettings, key) || !Object.hasOwn(baseSettings, key) ? upper : baseOverride;
  const upper = new OverrideCursor(override, base, value, holderOf, keysRead),
    baseOverride = new OverrideCursor(base, base, value, holderOf, keysRead);
  return upper;
}
