/** A map whose values are created on demand and not kept, unlike what they are created from. */
export class MapView<From, To> implements ReadonlyMap<string, To> {
  readonly #map: ReadonlyMap<string, From>;
  readonly #show: (from: From, key: string) => To;
  constructor(map: ReadonlyMap<string, From>, show: (from: From, key: string) => To) {
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
  *values(): MapIterator<To> {
    for (const [key, from] of this.#map) yield this.#show(from, key);
  }
  [Symbol.iterator](): MapIterator<[string, To]> {
    return this.entries();
  }
  forEach(call: (value: To, key: string, map: ReadonlyMap<string, To>) => void): void {
    for (const [key, value] of this) call(value, key, this);
  }
}
