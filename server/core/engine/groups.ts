import type { Rule } from './rule.ts';

/** What rules are about; each belongs to one of these. */
export const ruleGroups = [
  'references',
  'variables',
  'flows',
  'alerts',
  'batches',
  'secrets',
  'settings',
  'values',
  'style',
  'files',
  'policies',
  'configuration',
] as const;
export type RuleGroup = (typeof ruleGroups)[number];
/** What a configuration calls a group, so that no rule is ever taken for one. */
export const groupNames: readonly string[] = ruleGroups.map(group => `group:${group}`);

/** The ids of the rules that a name stands for: a rule, one by an earlier name of its, or a group (`group:style`, or `style` alone). */
export function rulesCalled(name: string, rules: readonly Pick<Rule, 'id' | 'aliases' | 'group'>[]): readonly string[] {
  const called = rules.filter(({ id, aliases }) => id === name || aliases?.includes(name) === true);
  const found = called.length > 0 ? called : rules.filter(({ group }) => group === name.replace(/^group:/, ''));
  return found.map(({ id }) => id);
}
