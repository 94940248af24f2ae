import { expect, test } from 'vitest';
import { testRobustness } from '../server/testing/rule-tester.ts';
import { rules } from './index.ts';

test.each(rules.map(rule => [rule.id, rule] as const))('%s does not throw for any value at any place', (_, rule) =>
  expect(testRobustness(rule, 'all')).toBeGreaterThan(9),
);
