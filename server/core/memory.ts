/**
 * Results computed from something immutable, kept as long as that: the owner identifies the computation, the key its
 * subject.
 */
export class Memory {
  readonly #known = new Map<object, Map<unknown, unknown>>();

  remember<T>(owner: object, key: unknown, compute: () => T): T {
    let of = this.#known.get(owner);
    if (!of) this.#known.set(owner, (of = new Map()));
    const known = of.get(key);
    if (known !== undefined || of.has(key)) return known as T;
    const value = compute();
    of.set(key, value);
    return value;
  }
}
