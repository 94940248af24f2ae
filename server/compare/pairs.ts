import { groupBy } from '../core/json/multimap.ts';

/** The same thing in two states of the files; `before` is absent if it was added, `after` if it was removed. */
export interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}
/** A key that is equal for the same thing in both states; undefined for a thing without a key. */
export type Key<T> = (item: T, side: 'before' | 'after') => string | undefined;

/**
 * Pairs the things of two states: first by the first key, then the rest by the next key, and so on; things with equal
 * keys are paired in order. The result is in the order of `after`, with removed things last.
 * @param name the last key, which counts only if exactly one remaining thing of each state has it
 */
export function pairThings<T>(
  before: readonly T[],
  after: readonly T[],
  keys: readonly Key<T>[],
  name?: Key<T>,
): Pair<T>[] {
  const pairs = new Map<T, T>(),
    matchedItems = new Set<T>();
  let [remainingBefore, remainingAfter] = [before, after];
  for (const key of name ? [...keys, name] : keys) {
    if (remainingBefore.length === 0 || remainingAfter.length === 0) break;
    const formerByKey = groupBy(remainingBefore, item => key(item, 'before'));
    for (const [value, currentItems] of groupBy(remainingAfter, item => key(item, 'after'))) {
      const sameKey = formerByKey.get(value) ?? [];
      if (key === name && (sameKey.length > 1 || currentItems.length > 1)) continue;
      for (const [i, item] of currentItems.slice(0, sameKey.length).entries()) {
        pairs.set(item, sameKey[i]!);
        matchedItems.add(sameKey[i]!);
      }
    }
    remainingBefore = remainingBefore.filter(item => !matchedItems.has(item));
    remainingAfter = remainingAfter.filter(item => !pairs.has(item));
  }
  return [
    ...after.map(item => ({ before: pairs.get(item), after: item })),
    ...remainingBefore.map(item => ({ before: item, after: undefined })),
  ];
}
