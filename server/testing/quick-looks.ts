import { expect } from 'vitest';
import { rules } from '../../rules/index.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import type { Rule, ShapeRule } from '../core/engine/rule.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The rules without their preconditions, so that only `check` decides. */
export const asking = rules.map((rule): Rule => {
  if (!('needs' in rule)) return rule;
  const { needs: _, ...rest } = rule as ShapeRule;
  return rest;
});
const sets = { as: new RuleSet(rules), without: new RuleSet(asking) };

export const findingsIn = (workspace: Workspace, set: RuleSet): string[] =>
  workspace.documents
    .flatMap(document => lint(document, workspace, set).map(found => JSON.stringify(found)))
    .toSorted();

/** The preconditions of rules change no finding. Both runs see files that nothing has looked at yet. */
export function expectSameFindings(open: () => Workspace): void {
  expect(findingsIn(open(), sets.as)).toEqual(findingsIn(open(), sets.without));
}
