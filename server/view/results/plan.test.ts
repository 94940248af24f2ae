import { expect, test } from 'vitest';
import { effectBadge } from './plan.ts';

test.each([
  ['removed', true, 'bad'],
  ['becomes-unknown', true, 'bad'],
  ['removed', false, 'open'],
  ['version', true, 'changed'],
] as const)('a reference that callers lose is red: %s, live %s', (effect, live, tone) =>
  expect(effectBadge({ effect, live, isBreak: false, after: undefined }).tone).toBe(tone),
);
