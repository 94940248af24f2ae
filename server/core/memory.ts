/** Beyond so many things remembered, looking through them costs more than maps. */
const FEW = 8;

/**
 * What was computed of something immutable, kept as long as that is: the owner says which computation, the key of what. It lives on the
 * document or the workspace, because many entries in a WeakMap make every garbage collection slower. Most documents have two or three
 * things remembered of them, so these are a plain list at first: owner, key, value, owner, key, value.
 */
export class Memory {
  #few: unknown[] | undefined;
  #many: Map<unknown, Map<unknown, unknown>> | undefined;

  remember<T>(owner: object, key: unknown, compute: () => T): T {
    if (this.#many) return this.#rememberMany(this.#many, owner, key, compute);
    const few = this.#few;
    if (few) for (let i = 0; i < few.length; i += 3) if (few[i] === owner && few[i + 1] === key) return few[i + 2] as T;
    const value = compute();
    // computing may have remembered other things
    if (this.#many) return this.#rememberMany(this.#many, owner, key, () => value);
    if (!this.#few) this.#few = [owner, key, value];
    else this.#few.push(owner, key, value);
    if (this.#few.length > FEW * 3) this.#spread(this.#few);
    return value;
  }

  /**
   * Forgets everything. To take a new one in the place of an old one that is full keeps alive what the old one knew, until the garbage
   * collector looks at old objects: it holds all for used that these point to.
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
  #spread(few: readonly unknown[]): void {
    const many = new Map<unknown, Map<unknown, unknown>>();
    for (let i = 0; i < few.length; i += 3) {
      const of = many.get(few[i]);
      if (of) of.set(few[i + 1], few[i + 2]);
      else many.set(few[i], new Map([[few[i + 1], few[i + 2]]]));
    }
    this.#many = many;
    this.#few = undefined;
  }
}

/** The same for what is large or holds on to values of files: only what was asked for last is kept, so that the others can be let go. */
export class Recent {
  readonly #known = new Map<object, Latest<unknown, unknown>>();
  readonly #most: number;
  /** @param most results of each computation that are kept at least */
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
 * A map of what was asked for last: at least `most` entries, at most twice as many. When so many are new, those that were not asked for
 * since are forgotten all at once, which costs less than to keep them in order.
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
