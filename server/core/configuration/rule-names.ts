import type { Rule } from '../engine/rule.ts';
import { groupNames, ruleGroups } from '../engine/groups.ts';
import { count, didYouMean, listed, nearest, show, suggest } from '../wording.ts';

/** The names that a configuration may use for rules, former ones included, mapped to rule ids. */
export function ruleNames(rules: readonly Pick<Rule, 'id' | 'aliases'>[]): ReadonlyMap<string, string> {
  return new Map(rules.flatMap(rule => [rule.id, ...(rule.aliases ?? [])].map(name => [name, rule.id] as const)));
}

/** The message for a name that is neither a rule nor a group; undefined for a known name. */
export function unknownChoice(name: string, names: ReadonlyMap<string, string>): string | undefined {
  if (names.has(name) || groupNames.includes(name)) return undefined;
  if (ruleGroups.some(group => group === name))
    return `unknown rule ${show(name)}; did you mean ${show(`group:${name}`)}?`;
  if (!name.includes(':')) return unknownRule(name, names);
  // compare names without `group:`, which all groups share
  const ownGroup = name.slice(name.indexOf(':') + 1),
    similarGroup = ruleGroups.find(group => group === ownGroup) ?? nearest(ownGroup, ruleGroups);
  const hint =
    similarGroup === undefined ? `; there are ${listed(groupNames, 'and', 20)}` : suggest(`group:${similarGroup}`);
  return `unknown group ${show(name)}${hint}`;
}

/**
 * The message for an unknown rule name: `unknown rule "x"; did you mean "y"?`, or the rules that begin with the name.
 */
export function unknownRule(name: string, names: ReadonlyMap<string, string>, groups: readonly string[] = []): string {
  const ids = [...new Set(names.values())],
    [first = ''] = name.split('-'),
    relatedIds = ids.filter(id => first !== '' && id.startsWith(`${first}-`));
  const alternatives =
    relatedIds.length > 0
      ? `; there are ${listed(relatedIds, 'and', 5)}`
      : `; "preflight rules" lists the ${count(ids.length, 'rule')}`;
  return `unknown rule ${show(name)}${didYouMean(name, [...names.keys(), ...groups]) || alternatives}`;
}
