/**
 * Results computed from something immutable, kept as long as that. The owner identifies the computation, the key its
 * argument.
 */
export class Memory {
  readonly #results = new Map<object, Map<unknown, unknown>>();

  remember<T>(owner: object, key: unknown, compute: () => T): T {
    let of = this.#results.get(owner);
    if (!of) this.#results.set(owner, (of = new Map()));
    const result = of.get(key);
    if (result !== undefined || of.has(key)) return result as T;
    const value = compute();
    of.set(key, value);
    return value;
  }
}
