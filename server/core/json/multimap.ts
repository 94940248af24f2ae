/** These functions work with maps of lists. */

/** Adds a value to the list of a key. */
export function addTo<K, V>(groups: Pick<Map<K, V[]>, 'get' | 'set'>, key: K, value: V): void {
  const list = groups.get(key);
  if (list) list.push(value);
  else groups.set(key, [value]);
}

/** The items in groups by key, in the order of the first item of each group. */
export function groupsOf<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) addTo(groups as Map<K, T[]>, keyOf(item), item);
  return groups;
}

/**
 * The items whose key an earlier item has, each with the first item that has the key. Items without a key are skipped.
 */
export function* repeatsIn<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string | undefined,
): Generator<readonly [item: T, first: T]> {
  const first = new Map<string, T>();
  for (const item of items) {
    const key = keyOf(item);
    if (!key) continue;
    const previous = first.get(key);
    if (previous === undefined) first.set(key, item);
    else yield [item, previous];
  }
}

/** The items in groups by key. Items without a key are left out. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key) addTo(groups, key, item);
  }
  return groups;
}
