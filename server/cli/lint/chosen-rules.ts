import { groupNames, ruleGroups, rulesCalled } from '../../core/engine/groups.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { ruleNames, unknownRule } from '../../core/configuration/rule-names.ts';
import { rules } from '../../../rules/index.ts';
import { UsageError } from '../terminal/io.ts';

/** The names given with --select (or --rule) and --ignore: rules, policies and groups. */
export interface RuleChoice {
  /** Empty: all. */
  readonly select: readonly string[];
  readonly ignore: readonly string[];
}

/** `undefined` if nothing is chosen. */
export function ruleChoice(select: readonly string[], ignore: readonly string[]): RuleChoice | undefined {
  if (select.length === 0 && ignore.length === 0) return undefined;
  const [selected, ignored] = [select, ignore].map(lists =>
    lists.flatMap(list => list.split(',')).map(one => one.trim()),
  );
  return { select: selected!, ignore: ignored! };
}

/** The ids of the chosen rules of a workspace, its policies included. */
export function chosenIn({ select, ignore }: RuleChoice, { policies }: Configuration): ReadonlySet<string> {
  const all = [...rules, ...policies],
    called = (names: readonly string[]): string[] => names.flatMap(name => rulesCalled(name, all));
  const ignored = new Set(called(ignore));
  return new Set((select.length > 0 ? called(select) : all.map(({ id }) => id)).filter(id => !ignored.has(id)));
}

/**
 * Refuses a name that no workspace knows, and a choice that leaves nothing to check: both would pass without a word.
 * @throws UsageError
 */
export function refuseChoice({ select, ignore }: RuleChoice, configurations: readonly Configuration[]): void {
  const all = [...rules, ...configurations.flatMap(({ policies }) => policies)];
  const isGroup = (name: string): boolean => groupNames.includes(name) || ruleGroups.some(group => group === name);
  const unknown = [...select, ...ignore].find(name => !isGroup(name) && rulesCalled(name, all).length === 0);
  if (unknown !== undefined) throw new UsageError(unknownRule(unknown, ruleNames(all), ruleGroups));
  const isLeft = (configuration: Configuration): boolean =>
    [...chosenIn({ select, ignore }, configuration)].some(id => configuration.selected?.has(id) !== false);
  if (configurations.length === 0 || configurations.some(isLeft)) return;
  const options = [
    ...(select.length > 0 ? [`--select ${select.join(',')}`] : []),
    ...(ignore.length > 0 ? [`--ignore ${ignore.join(',')}`] : []),
    ...(configurations.some(({ selected }) => selected) ? ['"select" of the configuration'] : []),
  ];
  throw new UsageError(`${options.join(' and ')} leave${options.length > 1 ? '' : 's'} no rule to check`);
}
