import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { Document } from '../document.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Demand } from './must.ts';
import { policyRule, type Policy } from './policy.ts';

const multiplying = (levels: number): Demand => ({
  $ref: '#/$defs/d0',
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: levels }, (_, i) => [`d${i}`, { anyOf: Array(3).fill({ $ref: `#/$defs/d${i + 1}` }) }]),
    ),
    [`d${levels}`]: { const: 1 },
  },
});
const policyOf = (id: string, demand: Demand): Policy => ({
  id,
  kind: 'llm',
  at: '/general_tools/*/name',
  message: 'not {value}',
  must: demand,
});
const engine = (file: string, tools: number): Document =>
  new Document(
    `${file}.llm.json`,
    JSON.stringify({
      llm_id: `llm_${file}`,
      general_prompt: 'x',
      general_tools: Array.from({ length: tools }, (_, i) => ({ type: 'end_call', name: `t${i}` })),
    }),
  );
const check = (policies: readonly Policy[], documents: readonly Document[], demands = 0) => {
  const sharedCosts = { demands },
    ruleSet = RuleSet.of(policies.map((policy, i) => policyRule(policy, `/policies/${i}`, () => true, sharedCosts)));
  const workspace = new Workspace([...documents], {});
  const linesOf = (document: Document) =>
    lint(document, workspace, RuleSet.of([]), { ownRules: ruleSet }).map(({ rule, message }) => `${rule}: ${message}`);
  return { together: sharedCosts, found: linesOf, all: () => documents.flatMap(linesOf) };
};

test('the check of a slow policy ends after a few values, and each file reports what is unknown', () => {
  const { together, all: allFindings } = check(
    [policyOf('slow', multiplying(60)), policyOf('quick', { const: 't0' })],
    [engine('a', 250), engine('b', 250)],
  );
  const findings = allFindings();
  expect(together.demands).toBeLessThan(2_500_000);
  expect(findings.filter(text => text.includes('it is unknown whether this value meets it')).length).toBeLessThan(15);
  expect(findings.filter(text => text.includes('this value and the rest of the file'))).toEqual(
    Array(2).fill(
      'slow: policy slow takes too long to check, so it is unknown whether this value and the rest of the file meet it',
    ),
  );
  // other policies are still checked
  expect(findings.filter(text => text.startsWith('quick'))).toHaveLength(498);
});

test('many slow policies of a configuration share one budget', () => {
  const { together, all: allFindings } = check(
    Array.from({ length: 30 }, (_, i) => policyOf(`p${i}`, multiplying(7))),
    [engine('a', 10)],
    9_800_000,
  );
  const findings = allFindings();
  expect(together.demands).toBeLessThan(10_100_000);
  expect(findings.some(text => text.startsWith('p29: policy p29 takes too long'))).toBe(true);
});

test('checking a file again costs nothing more, so that an editor does not exhaust the budget', () => {
  const { together, found: linesOf } = check([policyOf('slow', multiplying(6))], [engine('a', 20)]);
  for (let i = 0; i < 5; i++) linesOf(engine('a', 20));
  expect(together.demands).toBeLessThan(50_000);
});

test('checking a former version of a file costs nothing more either', () => {
  const { together, found: linesOf } = check([policyOf('slow', multiplying(6))], [engine('a', 20)]);
  const former = engine('a', 20);
  linesOf(former);
  linesOf(engine('a', 20));
  const firstCost = together.demands;
  for (let i = 0; i < 5; i++) linesOf(former);
  expect([together.demands, firstCost > 0]).toEqual([firstCost, true]);
});

test('ordinary policies over many files never exceed the budget', () => {
  const names = Array.from({ length: 20 }, (_, i) => `${i}`);
  const { all } = check(
    [policyOf('honest', { type: 'string', maxLength: 10 })],
    names.map(name => engine(name, 250)),
    9_999_999,
  );
  expect(all()).toEqual([]);
});

test('work that grows with a text is charged before it is done', () => {
  const policy = policyOf('slow', { pattern: '(.*a){500}' });
  const longDocument = new Document(
    'a.llm.json',
    JSON.stringify({
      llm_id: 'llm_1',
      general_prompt: 'x',
      general_tools: [{ type: 'end_call', name: 'b'.repeat(200_000) }],
    }),
  );
  expect(check([policy], [longDocument]).all()).toEqual([expect.stringMatching(/^slow: policy slow takes too long/)]);
});

test('a policy that cannot be checked in time is an error of the configuration', () => {
  const deepText = `${'{"not":'.repeat(30_000)}{}${'}'.repeat(30_000)}`;
  const linesOf = (...demands: unknown[]) => {
    const policy = (demand: unknown, i: number) =>
      `{"id":"p${i}","kind":"llm","message":"m","must":${typeof demand === 'string' ? demand : JSON.stringify(demand)}}`;
    const configuration = new Document('preflight.config.json', `{"policies":[${demands.map(policy).join()}]}`);
    return lint(configuration, new Workspace([], {}), RuleSet.of(rules))
      .filter(({ rule }) => rule === 'invalid-policy')
      .map(({ message }) => message);
  };
  expect(linesOf(deepText)).toEqual(['must: nested more than 100 levels deep, so it cannot be checked']);
  expect(linesOf({ anyOf: Array(3000).fill({ type: 'string' }) })).toEqual([
    'must: more than 2000 demands, so it cannot be checked in time',
  ]);
  expect(linesOf(...Array.from({ length: 30 }, (_, i) => ({ pattern: `${i}${'a'.repeat(1000)}` })))).toContain(
    'pattern: the patterns of all policies together are longer than 20000 characters',
  );
});
