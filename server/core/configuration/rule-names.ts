import type { Rule } from '../engine/rule.ts';
import { groupNames, ruleGroups } from '../engine/groups.ts';
import { count, didYouMean, listed, nearest, show, suggested } from '../wording.ts';

/** Rules by id and former name: the names that a configuration may use. */
export function ruleNames(rules: readonly Pick<Rule, 'id' | 'aliases'>[]): ReadonlyMap<string, string> {
  return new Map(rules.flatMap(rule => [rule.id, ...(rule.aliases ?? [])].map(name => [name, rule.id] as const)));
}

/** What is wrong with a name that should be a rule or a group. */
export function unknownChoice(name: string, names: ReadonlyMap<string, string>): string | undefined {
  if (names.has(name) || groupNames.includes(name)) return undefined;
  if (ruleGroups.some(group => group === name))
    return `unknown rule ${show(name)}; did you mean ${show(`group:${name}`)}?`;
  if (!name.includes(':')) return unknownRule(name, names);
  // the prefix before the colon is common to all groups, so it would make any two look alike
  const own = name.slice(name.indexOf(':') + 1),
    near = ruleGroups.find(group => group === own) ?? nearest(own, ruleGroups);
  return `unknown group ${show(name)}${near === undefined ? `; there are ${listed(groupNames, 'and', 20)}` : suggested(`group:${near}`)}`;
}

/** `unknown rule "x"; did you mean "y"?`, or the rules that begin alike. */
export function unknownRule(name: string, names: ReadonlyMap<string, string>, groups: readonly string[] = []): string {
  const ids = [...new Set(names.values())],
    [first = ''] = name.split('-'),
    kin = ids.filter(id => first !== '' && id.startsWith(`${first}-`));
  const others =
    kin.length > 0
      ? `; there are ${listed(kin, 'and', 5)}`
      : `; "preflight rules" lists the ${count(ids.length, 'rule')}`;
  return `unknown rule ${show(name)}${didYouMean(name, [...names.keys(), ...groups]) || others}`;
}
