/**
 * These functions format numbers for people. The module imports nothing, so that messages, renderers and panels can
 * all use it.
 */

/** A number with separated digit groups: `1,234,567`. */
export const groupDigits = (n: number): string => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

/** A number with its noun: `1 file`, `2 files`, `2,000 files`. */
export const count = (n: number, singular: string, plural = `${singular}s`): string =>
  `${groupDigits(n)} ${n === 1 ? singular : plural}`;

/** The largest of any number of values, even of too many for an argument list. `minimum` if there are no values. */
export function largest(values: Iterable<number>, minimum = -Infinity): number {
  let maximum = minimum;
  for (const value of values) if (value > maximum) maximum = value;
  return maximum;
}

/** Milliseconds as minutes and seconds: `1:05.400`. */
export function clockOf(ms: number): string {
  const seconds = Math.floor(ms / 1000),
    rest = Math.round(ms % 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}${rest === 0 ? '' : `.${String(rest).padStart(3, '0')}`}`;
}
