import { addTo } from '../json/multimap.ts';

/** How far from 1 the weights of a list may add up: floating-point error only, nothing that a person wrote. */
export const TOLERANCE = 1e-9;

/** A figure without the floating-point error of its making, so that $0.1 and $0.2 are not more than $0.3. */
export const exact = (figure: number): number => Number(figure.toPrecision(12));

/** The sum without accumulated floating-point error (Neumaier): ten times 0.1 is 1. */
export function sumOf(values: readonly number[]): number {
  let sum = 0,
    lost = 0;
  for (const value of values) {
    const next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return sum + lost;
}

/** A part of the traffic and what it gets; several parts may get the same. */
export interface Share {
  readonly to: string;
  readonly share: number;
}

/**
 * The part of the traffic that gets something else, however it is drawn: half the sum of the absolute differences of
 * the shares; 0 for nothing but floating-point error.
 */
export function movedBetween(before: Iterable<Share>, after: Iterable<Share>): number {
  const differences = new Map<string, number[]>();
  for (const { to, share } of after) addTo(differences, to, share);
  for (const { to, share } of before) addTo(differences, to, -share);
  const moved = sumOf([...differences.values()].map(parts => Math.abs(sumOf(parts)))) / 2;
  return moved < TOLERANCE ? 0 : exact(moved);
}

/**
 * The same shares with the sum 1, with as few decimals as distinguish them from zero; the largest absorbs the rounding.
 */
export function normalised(weights: readonly number[]): number[] {
  const sum = sumOf(weights),
    largest = weights.indexOf(weights.reduce((most, one) => Math.max(most, one), -Infinity));
  for (let decimals = 4; ; decimals += 4) {
    const round = (value: number): number => Number(value.toFixed(decimals));
    const shares = weights.map(weight => round(weight / sum));
    shares[largest] = round(1 - sumOf(shares.filter((_, i) => i !== largest)));
    if (shares.every(share => share > 0) || decimals >= 20) return shares;
  }
}
