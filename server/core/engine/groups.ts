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
] as const;
export type RuleGroup = (typeof ruleGroups)[number];

/** The ids of the rules that a name stands for: a rule, one by an earlier name of its, or a group (`group:style`, or `style` alone). */
export function rulesCalled(name: string, rules: readonly Pick<Rule, 'id' | 'aliases' | 'group'>[]): readonly string[] {
  const group = name.replace(/^group:/, '');
  const found = rules.filter(rule =>
    name === rule.id || rule.aliases?.includes(name) === true ? true : rule.group === group,
  );
  return found.map(({ id }) => id);
}
