import { describe, expect, test } from 'vitest';
import type { Rule } from '../server/core/engine/rule.ts';
import { testExamples, testRobustness } from '../server/testing/rule-tester.ts';

// RULES=one-id,another-id npx vitest run rules    runs only these
const chosen = process.env['RULES']?.split(',');
const modules = import.meta.glob<{ default: Rule }>(['./*.ts', '!./index.ts', '!./*.test.ts']);
const ids = Object.keys(modules).map(path => path.slice(2, -3)).filter(id => !chosen || chosen.includes(id));

describe.each(ids)('%s', id => {
  const load = async (): Promise<Rule> => (await modules[`./${id}.ts`]!()).default;
  test('is named like its file', async () => expect((await load()).id).toBe(id));
  test('examples', async () => testExamples(await load()));
  test('robustness', async () => expect(testRobustness(await load())).toBeGreaterThan(9));
});
