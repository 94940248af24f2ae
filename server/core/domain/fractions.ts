/** An exact number; the denominator is positive. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Smaller digits of a number are dropped; no measurement has them. */
const MOST_DECIMALS = 40;

/** The decimals that a number is written with, so that `0.1` is one tenth; at most 40. */
export function decimalsOf(value: number): number {
  const [, point = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  return Math.min(MOST_DECIMALS, Math.max(0, point.length - Number(exponent)));
}

/** A number as an integer of units with so many decimals, which must be enough. */
export function unitsOf(value: number, decimals: number): bigint {
  const [, sign, whole, point = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  const zeros = decimals - point.length + Number(exponent),
    digits = `${whole}${point}`;
  const units = zeros >= 0 ? BigInt(digits + '0'.repeat(zeros)) : BigInt(digits.slice(0, zeros) || '0');
  return sign === '-' ? -units : units;
}

/** The fraction that a number as written is. */
export function fractionOf(value: number): Fraction {
  const decimals = decimalsOf(value);
  return { over: unitsOf(value, decimals), under: 10n ** BigInt(decimals) };
}

/** Below 0, 0 or above 0. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return Number(difference > 0n) - Number(difference < 0n);
}

/** The change from one to the other in percent; `undefined` from 0. */
export function changeBetween(to: Fraction, from: Fraction): Fraction | undefined {
  if (from.over === 0n) return undefined;
  const sign = from.over < 0n ? -1n : 1n;
  return { over: 100n * sign * (to.over * from.under - from.over * to.under), under: sign * to.under * from.over };
}

/** The nearest number, with 12 digits: floating point has no more to show. */
export function numberOf({ over, under }: Fraction): number {
  const [digits, by] = [over, under].map(part => part.toString(16).length) as [number, number];
  // so that neither is beyond what a number can hold
  const cut = BigInt(4 * Math.max(0, Math.min(digits, by) - 200));
  return Number((Number(over >> cut) / Number(under >> cut)).toPrecision(12));
}
