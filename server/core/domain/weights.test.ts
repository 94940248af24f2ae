import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizedWeights, sumOf, TOLERANCE } from './weights.ts';

test('a sum that people write as 1 counts as 1', () => {
  expect(sumOf(Array(10).fill(0.1))).toBe(1);
  expect(sumOf([1 / 3, 1 / 3, 1 / 3])).toBe(1);
  expect(sumOf([1, 1e-17, -1])).toBe(1e-17);
  expect(Math.abs(sumOf([0.33, 0.33, 0.33]) - 1)).toBeGreaterThan(TOLERANCE);
});

const weights = fc.array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 });
test('normalized weights are weights, add up to 1, and keep their order', () =>
  fc.assert(
    fc.property(weights, list => {
      const shares = normalizedWeights(list);
      expect(Math.abs(sumOf(shares) - 1)).toBeLessThanOrEqual(TOLERANCE);
      expect(shares.every(share => share > 0 && share <= 1)).toBe(true);
      for (let i = 1; i < list.length; i++)
        if (list[i]! > list[i - 1]! * 1.01 + 0.01) expect(shares[i]).toBeGreaterThanOrEqual(shares[i - 1]!);
    }),
  ));
test('normalized weights have few decimals where possible', () =>
  expect(normalizedWeights([0.5, 0.3])).toEqual([0.625, 0.375]));
