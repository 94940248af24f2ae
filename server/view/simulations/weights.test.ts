import { expect, test } from 'vitest';
import { expectedInWords } from './weights.ts';

test('whether the interval of a draw holds what the weight says', () => {
  expect(expectedInWords(0.9, [0.89, 0.91])).toBe('90 %, within');
  expect(expectedInWords(0.9, [0.9, 0.91])).toBe('90 %, within');
  expect(expectedInWords(0.9, [0.901, 0.91])).toBe('90 %, outside');
  expect(expectedInWords(1 / 3, [0.2, 0.3])).toBe('33.3333 %, outside');
});
