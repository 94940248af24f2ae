import { grouped } from '../core/json/multimap.ts';

/** The same thing in two states of the files; one side is absent if it was added or removed. */
export interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
}
/** What is the same for the same thing in both states; undefined for one that it cannot tell. */
export type Key<T> = (one: T, side: 'before' | 'after') => string | undefined;

/**
 * The things of two states, paired by the first key, the rest by the next, and so on; of several with one key the first goes
 * with the first. In the order of `after`, then what is gone.
 * @param name the last key, which counts only where one thing that is left in each state has it
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
