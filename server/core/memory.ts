/** Returns a function that creates a value on the first call, because a run needs only few of these values. */
export function lazy<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

/**
 * Results computed from an immutable object, and kept as long as the object. The owner identifies the computation, the
 * key its argument.
 */
export class Memory {
  readonly #results = new Map<object, Map<unknown, unknown>>();

  remember<T>(owner: object, key: unknown, compute: () => T): T {
    let results = this.#results.get(owner);
    if (!results) this.#results.set(owner, (results = new Map()));
    const result = results.get(key);
    if (result !== undefined || results.has(key)) return result as T;
    const value = compute();
    results.set(key, value);
    return value;
  }
}

const memories = new WeakMap<object, Memory>();
/** The memory of an object that has none of its own, such as a list or a function. */
export function memoryOf(object: object): Memory {
  let memory = memories.get(object);
  if (!memory) memories.set(object, (memory = new Memory()));
  return memory;
}
