import { grouped } from '../core/json/multimap.ts';

/** The same thing in two states of the files; one side is absent if it was added or removed. */
export interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}
/** A key that is equal for the same thing in both states; undefined for a thing without one. */
export type Key<T> = (one: T, side: 'before' | 'after') => string | undefined;

/**
 * The things of two states, paired by the first key, the rest by the next, and so on; several with one key are paired
 * in order. In the order of `after`, then the removed ones.
 * @param name the last key, which counts only if exactly one remaining thing of each state has it
 */
export function paired<T>(
  before: readonly T[],
  after: readonly T[],
  keys: readonly Key<T>[],
  name?: Key<T>,
): Pair<T>[] {
  const pairs = new Map<T, T>(),
    taken = new Set<T>();
  let [left, right] = [before, after];
  for (const key of name ? [...keys, name] : keys) {
    if (left.length === 0 || right.length === 0) break;
    const olds = grouped(left, one => key(one, 'before'));
    for (const [value, news] of grouped(right, one => key(one, 'after'))) {
      const same = olds.get(value) ?? [];
      if (key === name && (same.length > 1 || news.length > 1)) continue;
      for (const [i, one] of news.slice(0, same.length).entries()) {
        pairs.set(one, same[i]!);
        taken.add(same[i]!);
      }
    }
    left = left.filter(one => !taken.has(one));
    right = right.filter(one => !pairs.has(one));
  }
  return [
    ...after.map(one => ({ before: pairs.get(one), after: one })),
    ...left.map(one => ({ before: one, after: undefined })),
  ];
}
