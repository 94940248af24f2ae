import { describe, test } from 'vitest';
import { testExamples, testRobustness } from '../server/testing/rule-tester.ts';
import { rules } from './index.ts';

describe.each(rules.map(rule => [rule.id, rule] as const))('%s', (_, rule) => {
  test('examples', () => testExamples(rule));
  test('robustness', () => { if (testRobustness(rule) < 10) throw new Error('too little was tried'); });
});
