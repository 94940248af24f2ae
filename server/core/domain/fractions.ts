/** An exact number; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The maximum number of decimals; no measured value has more. */
const MAX_DECIMALS = 40;

/** The number of decimals in the shortest spelling of a number, at most 40. */
export function decimalsOf(value: number): number {
  const [, point = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  return Math.min(MAX_DECIMALS, Math.max(0, point.length - Number(exponent)));
}

/**
 * A number in units of `10 ** -decimals`.
 * @param decimals at least the number of decimals of `value`
 */
export function unitsOf(value: number, decimals: number): bigint {
  const [, sign, integer, point = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  const zeros = decimals - point.length + Number(exponent),
    digits = `${integer}${point}`;
  const units = zeros >= 0 ? BigInt(digits + '0'.repeat(zeros)) : BigInt(digits.slice(0, zeros) || '0');
  return sign === '-' ? -units : units;
}

/** A number as an exact fraction of its decimal spelling: 0.1 is one tenth. */
export function fractionOf(value: number): Fraction {
  const decimals = decimalsOf(value);
  return { numerator: unitsOf(value, decimals), denominator: 10n ** BigInt(decimals) };
}

/** Compares fractions: negative, 0 or positive, as for `sort`. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return Number(difference > 0n) - Number(difference < 0n);
}

/** The change from a base value to a current value in percent; undefined if the base is 0. */
export function changeBetween(current: Fraction, base: Fraction): Fraction | undefined {
  if (base.numerator === 0n) return undefined;
  const sign = base.numerator < 0n ? -1n : 1n;
  return {
    numerator: 100n * sign * (current.numerator * base.denominator - base.numerator * current.denominator),
    denominator: sign * current.denominator * base.numerator,
  };
}

/** The nearest floating-point number, rounded to 12 digits, because further digits would be rounding errors. */
export function numberOf({ numerator, denominator }: Fraction): number {
  const [digits, shift] = [numerator, denominator].map(part => part.toString(16).length) as [number, number];
  // drop low bits, so that numerator and denominator can both be converted to numbers
  const excess = BigInt(4 * Math.max(0, Math.min(digits, shift) - 200));
  return Number((Number(numerator >> excess) / Number(denominator >> excess)).toPrecision(12));
}
