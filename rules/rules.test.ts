import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Rule } from '../server/core/engine/rule.ts';
import { testExamples, testRobustness } from '../server/testing/rule-tester.ts';

// RULES=one-id,another-id npx vitest run rules    runs only these
const chosen = process.env['RULES']?.split(',');
const ids = readdirSync(new URL('.', import.meta.url))
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
  .map(name => name.slice(0, -3))
  .filter(id => !chosen || chosen.includes(id));

describe.each(ids)('%s', id => {
  const load = async (): Promise<Rule> =>
    ((await import(/* @vite-ignore */ `./${id}.ts`)) as { default: Rule }).default;
  test('is named like its file', async () => expect((await load()).id).toBe(id));
  test('examples', async () => testExamples(await load()));
  test('robustness', async () => expect(testRobustness(await load())).toBeGreaterThan(9));
});
