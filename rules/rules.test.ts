import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parsePage } from '../server/core/engine/rule-docs.ts';
import type { Rule } from '../server/core/engine/rule.ts';
import { testExamples, testRobustness } from '../server/testing/rule-tester.ts';

// RULES=one-id,another-id npx vitest run rules runs only these rules
const chosenRules = process.env['RULES']?.split(',');
const ids = readdirSync(new URL('.', import.meta.url))
  .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
  .map(name => name.slice(0, -3))
  .filter(id => !chosenRules || chosenRules.includes(id));

describe.each(ids)('%s', id => {
  // the page is read from the disk, so that an edit needs no `npm run generate`
  const page = new URL(`${id}.md`, import.meta.url);
  const load = async (): Promise<Rule> => ({
    ...((await import(/* @vite-ignore */ `./${id}.ts`)) as { default: Rule }).default,
    docs: parsePage(readFileSync(page, 'utf8')),
  });
  test('has the id in the name of its file', async () => expect((await load()).id).toBe(id));
  test('reports what its examples show', async () => testExamples(await load()));
  // robustness.long.test.ts tries every invalid value at each place
  test('does not throw for invalid values', async () => expect(testRobustness(await load(), 'one')).toBeGreaterThan(0));
});
