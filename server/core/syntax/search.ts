/**
 * The number of indexes that satisfy a condition, which must hold for all indexes below some index and for no other.
 * Uses binary search.
 */
export function countWhile(length: number, isCounted: (index: number) => boolean): number {
  let start = 0,
    end = length;
  while (start < end) {
    const middle = (start + end) >> 1;
    if (isCounted(middle)) start = middle + 1;
    else end = middle;
  }
  return start;
}
