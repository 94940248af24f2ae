/** The base of read-only maps: it implements all other methods with the abstract ones. */
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

/** A map whose values are created on each request from the values of another map, and not kept. */
export class MapView<From, To> extends View<To> {
  readonly #map: ReadonlyMap<string, From>;
  readonly #show: (source: From, key: string) => To;
  constructor(map: ReadonlyMap<string, From>, show: (source: From, key: string) => To) {
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
    const source = this.#map.get(key);
    return source === undefined ? undefined : this.#show(source, key);
  }
  keys(): MapIterator<string> {
    return this.#map.keys();
  }
  *entries(): MapIterator<[string, To]> {
    for (const [key, source] of this.#map) yield [key, this.#show(source, key)];
  }
}
