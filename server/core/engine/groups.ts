/** What rules are about; every rule belongs to one group. */
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
/** The configuration's prefix for a group, so that a group is never mistaken for a rule. */
export const groupNames: readonly string[] = ruleGroups.map(group => `group:${group}`);

/** The names of a rule. */
interface Named {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly group: RuleGroup;
}
/**
 * The ids of the rules that a name stands for: a rule, a rule's earlier name, or a group (`group:style`, or just
 * `style`).
 */
export function rulesCalled(name: string, rules: readonly Named[]): readonly string[] {
  const called = rules.filter(({ id, aliases }) => id === name || aliases?.includes(name) === true);
  const members = called.length > 0 ? called : rules.filter(({ group }) => group === name.replace(/^group:/, ''));
  return members.map(({ id }) => id);
}
