/**
 * The maximum number of items in a list of an output that grows with entries times things, and the maximum number of
 * characters in these items.
 */
export const MAX_ITEMS = 10_000;
const MAX_CHARACTERS = 4_000_000;

/**
 * The remaining space in a list of an output, which may have several parts. Items are taken up to the first item that
 * does not fit.
 */
export class Room {
  #items = MAX_ITEMS;
  #characters = MAX_CHARACTERS;
  #omittedCount = 0;
  get isFull(): boolean {
    return this.#items === 0;
  }
  get omitted(): number {
    return this.#omittedCount;
  }

  /** The items that fit, after conversion. */
  take<T, S>(items: readonly T[], convert: (item: T) => S): S[] {
    const convertedItems: S[] = [];
    while (!this.isFull && convertedItems.length < items.length) {
      const item = convert(items[convertedItems.length]!),
        size = charactersIn(item);
      if (size > this.#characters) {
        this.#items = 0;
        break;
      }
      this.#items--;
      this.#characters -= size;
      convertedItems.push(item);
    }
    this.omit(items.length - convertedItems.length);
    return convertedItems;
  }
  omit(count: number): void {
    this.#omittedCount += count;
  }
}

/** The number of characters of all strings in a value. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let sum = 0;
  for (const part of Object.values(value)) sum += charactersIn(part);
  return sum;
}

/** For each list, the number of items that did not fit. */
export const omittedIn = <K extends string>(rooms: Readonly<Record<K, Room>>): Record<K, number> =>
  Object.fromEntries(Object.entries<Room>(rooms).map(([list, { omitted }]) => [list, omitted])) as Record<K, number>;
