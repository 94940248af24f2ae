import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { openSample } from '../../testing/samples.ts';
import type { Json } from '../json/json.ts';
import { property } from '../json/json.ts';
import { lint, RuleSet } from './lint.ts';
import type { Rule, ShapeRule } from './rule.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The rule calls over all files, as text. No findings are collected. */
function callsOf(rules: readonly Rule[], workspace: Workspace): string[] {
  const calls: string[] = [];
  const countingRules = rules.map(rule =>
    'at' in rule
      ? ({ ...rule, check: ({ value }) => void calls.push(JSON.stringify(value)) } satisfies ShapeRule)
      : rule,
  );
  for (const document of workspace.documents) lint(document, workspace, new RuleSet(countingRules));
  return calls;
}
const shapeRule = rules.find((rule): rule is ShapeRule => 'at' in rule)!;
/** A rule that is called for each `voice_model`, with a condition on it and the `voice_id` beside it. */
const rule = (condition: (model: Json, voice: Json | undefined) => boolean): ShapeRule => ({
  ...shapeRule,
  comparesSettings: true,
  at: { 'agent-settings': '/voice_model' },
  when: () => (model, holder) => condition(model, property(holder, 'voice_id')),
});
const batch = `
-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 1, "voice_id": "a", "voice_model": "one" }
-- friday.batch-call.json --
{ "from_number": "+14155550100", "tasks": [{
  "to_number": "+12137774445", "override_agent_id": "agent_desk", "override_agent_version": 1,
  "agent_override": { "agent": { "voice_id": "b", "voice_model": "two" } } }, {
  "to_number": "+12137774446", "override_agent_id": "agent_desk", "override_agent_version": 1,
  "agent_override": { "agent": { "voice_model": "three" } } }, {
  "to_number": "+12137774447", "override_agent_id": "agent_desk", "override_agent_version": 1,
  "agent_override": { "agent": { "voice_id": "c" } } }] }
`;

test('a rule is called only where its condition holds', () => {
  const seenPairs: unknown[] = [];
  const pairs = callsOf([rule((...pair) => seenPairs.push(pair) > 0)], workspaceOf(batch));
  expect(pairs.length).toBe(seenPairs.length);
  // the override is seen alone, and applied to its agent: then the agent's voice is used
  expect(seenPairs).toEqual(
    expect.arrayContaining([
      ['one', 'a'],
      ['two', 'b'],
      ['three', undefined],
      ['three', 'a'],
      ['one', 'c'],
    ]),
  );
  expect(callsOf([rule((_, voice) => voice === 'c')], workspaceOf(batch))).toEqual(['"one"']);
  expect(callsOf([rule(() => false)], workspaceOf(batch))).toEqual([]);
});

test('conditions reduce the number of rule calls', () => {
  const { workspace } = openSample('clinic');
  const unconditionalRules = rules.map((rule): Rule => {
    if (!('when' in rule)) return rule;
    const { when: _, ...rest } = rule as ShapeRule;
    return rest;
  });
  expect(callsOf(rules, workspace).length).toBeLessThan(callsOf(unconditionalRules, workspace).length / 2);
});
