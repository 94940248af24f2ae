import { isArray, setOwn, type Json, type JsonObject } from './json/json.ts';
import type { Doubt } from './syntax/doubt.ts';

/** Thrown at who asks for what a broken text leaves in doubt. */
export class InDoubt extends Error {}

/** While it is up, asking a guarded object for what it is not certain to have or to lack throws `InDoubt`. */
export class Guard {
  up = false;
  #object: JsonObject | undefined;
  guards(value: Json | undefined): boolean {
    return value !== undefined && value === this.#object;
  }

  /**
   * A value without the fields in doubt, whose object is guarded; the value itself stays as it is.
   * @param copied told what stands for what
   */
  around(value: Json, { object, fields }: Doubt, copied: (from: object, to: object) => void): Json {
    const copy = (from: Json): Json => {
      const to = isArray(from) ? from.slice() : { ...(from as JsonObject) };
      copied(from as object, to);
      return to;
    };
    const holder: JsonObject = {};
    let parent: Json = holder,
      key: string | number = 'value',
      found: Json = value;
    for (const segment of object) {
      const made = copy(found);
      setOwn(parent as JsonObject, String(key), made);
      [parent, key, found] = [made, segment, (found as JsonObject)[segment]!];
    }
    const kept: JsonObject = {},
      doubtful = new Set(fields);
    for (const [name, of] of Object.entries(found as JsonObject)) if (!doubtful.has(name)) setOwn(kept, name, of);
    const guarded = this.#guarded(kept);
    copied(found as object, guarded);
    setOwn(parent as JsonObject, String(key), guarded);
    return holder['value']!;
  }

  #guarded(value: JsonObject): JsonObject {
    const asked = (key: string | symbol): void => {
      if (this.up && typeof key === 'string' && !Object.hasOwn(value, key)) throw new InDoubt();
    };
    return (this.#object = new Proxy(value, {
      get: (target, key) => {
        asked(key);
        return Reflect.get(target, key) as unknown;
      },
      has: (target, key) => {
        asked(key);
        return Reflect.has(target, key);
      },
      getOwnPropertyDescriptor: (target, key) => {
        asked(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys: target => {
        if (this.up) throw new InDoubt();
        return Reflect.ownKeys(target);
      },
    }));
  }

  /** What is asked of anything but the named properties throws as well: it may rest on what is in doubt. */
  only<Guarded extends object>(whole: Guarded, ...open: readonly (keyof Guarded)[]): Guarded {
    return new Proxy(whole, {
      get: (target, key) => {
        if (!open.includes(key as keyof Guarded)) throw new InDoubt();
        return Reflect.get(target, key, target) as unknown;
      },
    });
  }
}
