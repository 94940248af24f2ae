/** The subjects of rules. Every rule belongs to one group. */
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
/** The names of groups in a configuration. The prefix distinguishes a group from a rule. */
export const groupNames: readonly string[] = ruleGroups.map(group => `group:${group}`);

/** The names of a rule. */
interface RuleNames {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly group: RuleGroup;
}
/** The ids of the rules with a name: an id, a former name, or a group (`group:style` or `style`). */
export function rulesCalled(name: string, rules: readonly RuleNames[]): readonly string[] {
  const sameNamed = rules.filter(({ id, aliases }) => id === name || aliases?.includes(name) === true);
  const members = sameNamed.length > 0 ? sameNamed : rules.filter(({ group }) => group === name.replace(/^group:/, ''));
  return members.map(({ id }) => id);
}
