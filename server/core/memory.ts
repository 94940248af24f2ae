/** With more entries than this, a linear search costs more than a map. */
const FEW = 8;

/**
 * A class, because V8 allocates all literals of one place in the code with the same lifetime: those for the facts of
 * documents live forever, so the others would be created in the old generation too, and each would keep its file's
 * value alive long after it was forgotten.
 */
class Entry {
  readonly owner: object;
  readonly key: unknown;
  readonly value: unknown;
  readonly before: Entry | undefined;
  constructor(owner: object, key: unknown, value: unknown, before: Entry | undefined) {
    this.owner = owner;
    this.key = key;
    this.value = value;
    this.before = before;
  }
}

/**
 * Results computed from something immutable, kept as long as that: the owner identifies the computation, the key its
 * subject. They are stored on the document or workspace itself, because many WeakMap entries slow down every garbage
 * collection. Most documents have two or three results, so they start as a linked list.
 */
export class Memory {
  #few: Entry | undefined;
  #many: Map<unknown, Map<unknown, unknown>> | undefined;

  remember<T>(owner: object, key: unknown, compute: () => T): T {
    if (this.#many) return this.#rememberMany(this.#many, owner, key, compute);
    let count = 0;
    for (let one = this.#few; one; one = one.before, count++)
      if (one.owner === owner && one.key === key) return one.value as T;
    const value = compute();
    // computing may have cached other results
    if (this.#many) return this.#rememberMany(this.#many, owner, key, () => value);
    this.#few = new Entry(owner, key, value, this.#few);
    if (count >= FEW) this.#spread(this.#few);
    return value;
  }

  /**
   * Forgets everything. Clearing is better than replacing: until the garbage collector visits old objects, a replaced
   * cache would keep its contents alive.
   */
  clear(): void {
    this.#few = this.#many = undefined;
  }

  #rememberMany<T>(many: Map<unknown, Map<unknown, unknown>>, owner: object, key: unknown, compute: () => T): T {
    let of = many.get(owner);
    if (!of) many.set(owner, (of = new Map()));
    if (of.has(key)) return of.get(key) as T;
    const value = compute();
    of.set(key, value);
    return value;
  }
  #spread(last: Entry): void {
    const many = new Map<unknown, Map<unknown, unknown>>();
    for (let one: Entry | undefined = last; one; one = one.before) {
      const of = many.get(one.owner);
      if (of) of.set(one.key, one.value);
      else many.set(one.owner, new Map([[one.key, one.value]]));
    }
    this.#many = many;
    this.#few = undefined;
  }
}

/** The same for results that are large or keep files' values in memory: only recently requested ones are kept. */
export class Recent {
  readonly #known = new Map<object, Latest<unknown, unknown>>();
  readonly #most: number;
  /** @param most minimum number of results kept per computation */
  constructor(most: number) {
    this.#most = most;
  }
  remember<T>(owner: object, key: unknown, compute: () => T): T {
    let of = this.#known.get(owner);
    if (!of) this.#known.set(owner, (of = new Latest(this.#most)));
    return of.remember(key, compute) as T;
  }
}

/**
 * A map of recently requested entries: at least `most`, at most twice as many. When that many are new, those not
 * requested since are dropped all at once, which is cheaper than keeping them in order.
 */
export class Latest<K, V> {
  #young = new Map<K, V>();
  #old: ReadonlyMap<K, V> = new Map();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  remember(key: K, compute: () => V): V {
    if (this.#young.has(key)) return this.#young.get(key)!;
    const value = this.#old.has(key) ? this.#old.get(key)! : compute();
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
