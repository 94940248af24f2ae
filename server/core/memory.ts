/**
 * What was computed of something immutable, kept as long as that is: the owner says which computation, the key of what. A plain map on
 * the document or the workspace, because many entries in a WeakMap make every garbage collection slower.
 */
export class Memory {
  #kept: Map<unknown, Map<unknown, unknown>> | undefined;

  remember<T>(owner: object, key: unknown, compute: () => T): T {
    const kept = (this.#kept ??= new Map());
    let of = kept.get(owner);
    if (!of) kept.set(owner, (of = new Map()));
    if (of.has(key)) return of.get(key) as T;
    const value = compute();
    of.set(key, value);
    return value;
  }
}
