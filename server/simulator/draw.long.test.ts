import { expect, test } from 'vitest';
import { armAt, draws, endsOf } from './draw.ts';

/** The chi-square statistic of counts against shares. */
const chiSquare = (counts: readonly number[], shares: readonly number[], calls: number): number =>
  counts.reduce((sum, n, i) => sum + (n - shares[i]! * calls) ** 2 / (shares[i]! * calls), 0);

test('chi-square over a thousand seeds has the expected distribution', () => {
  const shares = [0.5, 0.25, 0.15, 0.07, 0.03],
    ends = endsOf(shares),
    calls = 5000,
    seeds = 1000;
  const values = Array.from({ length: seeds }, (_, seed) => {
    const counts = shares.map(() => 0);
    draws(String(seed), calls, at => {
      counts[armAt(ends, at)]!++;
    });
    return chiSquare(counts, shares, calls);
  });
  const part = (bound: number): number => values.filter(value => value > bound).length / seeds;
  // 4 degrees of freedom: the mean is 4 and the variance 8; the bounds are the quantiles for 50 %, 95 % and 99.9 %,
  // with a tolerance of 5 standard errors
  expect(Math.abs(values.reduce((a, b) => a + b, 0) / seeds - 4)).toBeLessThan(5 * Math.sqrt(8 / seeds));
  for (const [bound, expected] of [
    [3.357, 0.5],
    [9.488, 0.05],
    [18.467, 0.001],
  ] as const)
    expect(Math.abs(part(bound) - expected)).toBeLessThan(5 * Math.sqrt((expected * (1 - expected)) / seeds));
});

test('chi-square of a million draws over ten seeds is within bounds', () => {
  const shares = Array.from({ length: 100 }, () => 0.01),
    ends = endsOf(shares),
    calls = 1_000_000;
  const values = Array.from({ length: 10 }, (_, seed) => {
    const counts = shares.map(() => 0);
    draws(`million ${seed}`, calls, at => {
      counts[Math.floor(at * 100)]!++;
    });
    return chiSquare(counts, shares, calls);
  });
  expect(ends.at(-1)).toBe(1);
  console.info(
    `chi-square of a million draws into 100 arms, ten seeds: ${values.map(value => value.toFixed(1)).join(', ')} (99 expected)`,
  );
  // 99 degrees of freedom: values above 158.8 have a probability of 0.01 %, and so have values below 53
  for (const value of values) {
    expect(value).toBeGreaterThan(50);
    expect(value).toBeLessThan(158.8);
  }
});
