import { expect, test } from 'vitest';
import { nextSeed } from './controls.ts';

test('the next seed is one higher', () => {
  expect(['0', '9', 'a', 'trial 7', '', '2.09', '-1'].map(nextSeed)).toEqual([
    '1',
    '10',
    'a 2',
    'trial 8',
    '2',
    '2.10',
    '-2',
  ]);
});
