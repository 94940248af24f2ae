import { addTo } from '../json/multimap.ts';

/** The maximum distance of a sum of weights from 1; it allows only for floating-point error. */
export const TOLERANCE = 1e-9;

/** A number rounded to 12 digits, so that $0.1 plus $0.2 is not more than $0.3. */
export const withoutError = (figure: number): number => Number(figure.toPrecision(12));

/** The sum of numbers without accumulated floating-point error (Neumaier): ten times 0.1 is 1. */
export function sumOf(values: readonly number[]): number {
  let sum = 0,
    compensation = 0;
  for (const value of values) {
    const next = sum + value;
    compensation += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + compensation;
}

/** A share of all calls and its destination; several shares may have the same destination. */
export interface Share {
  readonly to: string;
  readonly share: number;
}

/**
 * The share of all calls that certainly gets another destination: half the sum of the absolute differences of the
 * shares. A floating-point error counts as 0.
 */
export function movedShareBetween(before: Iterable<Share>, after: Iterable<Share>): number {
  const differences = new Map<string, number[]>();
  for (const { to, share } of after) addTo(differences, to, share);
  for (const { to, share } of before) addTo(differences, to, -share);
  const movedShare = sumOf([...differences.values()].map(parts => Math.abs(sumOf(parts)))) / 2;
  return movedShare < TOLERANCE ? 0 : withoutError(movedShare);
}

/**
 * Weights scaled to the sum 1. They have as few decimals as possible, but none becomes zero; the largest absorbs the
 * rounding error.
 */
export function normalizedWeights(weights: readonly number[]): number[] {
  const sum = sumOf(weights),
    largestIndex = weights.indexOf(weights.reduce((maximum, weight) => Math.max(maximum, weight), -Infinity));
  for (let decimals = 4; ; decimals += 4) {
    const round = (value: number): number => Number(value.toFixed(decimals));
    const shares = weights.map(weight => round(weight / sum));
    shares[largestIndex] = round(1 - sumOf(shares.filter((_, i) => i !== largestIndex)));
    if (shares.every(share => share > 0) || decimals >= 20) return shares;
  }
}
