/** Beyond so many things remembered, looking through them costs more than maps. */
const FEW = 8;

/**
 * A class, because V8 gives all literals of one place in the code the same lifetime: those for the facts of documents stay for ever, so the
 * others would be made among the old objects too, and each would keep the value of its file alive long after it is forgotten itself.
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
 * What was computed of something immutable, kept as long as that is: the owner says which computation, the key of what. It lives on the
 * document or the workspace, because many entries in a WeakMap make every garbage collection slower. Most documents have two or three
 * things remembered of them, so these are a chain at first.
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
    // computing may have remembered other things
    if (this.#many) return this.#rememberMany(this.#many, owner, key, () => value);
    this.#few = new Entry(owner, key, value, this.#few);
    if (count >= FEW) this.#spread(this.#few);
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
