/** How many indexes from 0 satisfy a condition that holds for a prefix of the row; binary search. */
export function countWhile(length: number, fits: (index: number) => boolean): number {
  let low = 0,
    high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
