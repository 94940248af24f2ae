/** How many indexes from 0 satisfy a condition that holds for a prefix of the row; binary search. */
export function countWhile(length: number, fits: (index: number) => boolean): number {
  let start = 0,
    end = length;
  while (start < end) {
    const middle = (start + end) >> 1;
    if (fits(middle)) start = middle + 1;
    else end = middle;
  }
  return start;
}
