/** A map that looks its entries up elsewhere; all other methods of a map derive from that. */
abstract class View<T> implements ReadonlyMap<string, T> {
  abstract get size(): number;
  abstract has(key: string): boolean;
  abstract get(key: string): T | undefined;
  abstract keys(): MapIterator<string>;
  abstract entries(): MapIterator<[string, T]>;
  *values(): MapIterator<T> {
    for (const [, value] of this.entries()) yield value;
  }
  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }
  forEach(call: (value: T, key: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [key, value] of this) call(value, key, this);
  }
}

/** A map whose values are created on demand and not kept, unlike what they are created from. */
export class MapView<From, To> extends View<To> {
  readonly #map: ReadonlyMap<string, From>;
  readonly #show: (from: From, key: string) => To;
  constructor(map: ReadonlyMap<string, From>, show: (from: From, key: string) => To) {
    super();
    this.#map = map;
    this.#show = show;
  }
  get size(): number {
    return this.#map.size;
  }
  has(key: string): boolean {
    return this.#map.has(key);
  }
  get(key: string): To | undefined {
    const from = this.#map.get(key);
    return from === undefined ? undefined : this.#show(from, key);
  }
  keys(): MapIterator<string> {
    return this.#map.keys();
  }
  *entries(): MapIterator<[string, To]> {
    for (const [key, from] of this.#map) yield [key, this.#show(from, key)];
  }
}
