import type { Severity } from '../../core/finding.ts';
import { groupNames, ruleGroups, rulesCalled } from '../../core/engine/groups.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { ruleNames, unknownRule } from '../../core/configuration/rule-names.ts';
import { rules } from '../../../rules/index.ts';
import type { Settings } from '../../state/open.ts';
import type { Source } from '../../state/source.ts';
import { choose } from '../terminal/command.ts';
import { UsageError, type Io } from '../terminal/io.ts';
import { settingsOf } from '../terminal/workspaces.ts';

/** The names in --select (or --rule) and --ignore: rules, policies and groups. */
export interface RuleChoice {
  /** The names of selected rules; empty for all rules. */
  readonly select: readonly string[];
  readonly ignore: readonly string[];
}

/** The choice of rules; undefined if all rules are selected. */
export function ruleChoice(select: readonly string[], ignore: readonly string[]): RuleChoice | undefined {
  if (select.length === 0 && ignore.length === 0) return undefined;
  const [selectedNames, ignoredNames] = [select, ignore].map(lists =>
    lists.flatMap(list => list.split(',')).map(name => name.trim()),
  );
  return { select: selectedNames!, ignore: ignoredNames! };
}

/** Severities in --rule by the name of the rule or group; the last severity of a name applies. */
type TypedSeverities = readonly (readonly [name: string, severity: Severity | 'off'])[];
const levels = ['error', 'warning', 'warn', 'info', 'off'] as const;

/**
 * Reads `--rule`: `ID=LEVEL` sets a severity, and `ID` alone selects a rule.
 * @throws UsageError for an unknown level
 */
export function ruleOptions(values: readonly string[]): { select: string[]; severities: TypedSeverities } {
  const select: string[] = [],
    severities: (readonly [string, Severity | 'off'])[] = [];
  for (const value of values) {
    const divides = value.indexOf('=');
    if (divides < 0) select.push(value);
    else {
      const level = choose(`--rule ${value.slice(0, divides)}`, value.slice(divides + 1).trim(), levels);
      severities.push([value.slice(0, divides).trim(), level === 'warn' ? 'warning' : level]);
    }
  }
  return { select, severities };
}

/** The options that affect the settings of the current and the former state. */
export interface SettingsAsked {
  readonly ignoreBaseline?: boolean;
  readonly ignoreSuppressions?: boolean;
  readonly severities?: TypedSeverities;
}
/**
 * The settings of a workspace, with those of the command line over them.
 * @throws ConfigurationError
 */
export function settingsFor(
  { ignoreBaseline = false, ignoreSuppressions = false, severities = [] }: SettingsAsked,
  root: string,
  source: Source,
  io: Io,
): Settings {
  const settings = settingsOf(io, root, { baseline: !ignoreBaseline && !ignoreSuppressions, source }),
    { configuration } = settings,
    allRules = [...rules, ...configuration.policies],
    typedLevels = new Map(
      severities.flatMap(([name, level]) => rulesCalled(name, allRules).map(id => [id, level] as const)),
    );
  return {
    ...settings,
    configuration: {
      ...configuration,
      ...(ignoreSuppressions && { suppress: [] }),
      ...(typedLevels.size > 0 && {
        severityOf: (id, file) => typedLevels.get(id) ?? configuration.severityOf(id, file),
      }),
    },
  };
}

/** The ids of the selected rules and policies in a workspace. */
export function chosenIn({ select, ignore }: RuleChoice, { policies }: Configuration): ReadonlySet<string> {
  const allRules = [...rules, ...policies],
    idsOf = (names: readonly string[]): string[] => names.flatMap(name => rulesCalled(name, allRules));
  const ignoredIds = new Set(idsOf(ignore));
  return new Set((select.length > 0 ? idsOf(select) : allRules.map(({ id }) => id)).filter(id => !ignoredIds.has(id)));
}

/**
 * Refuses an unknown name and a selection without any rule, because both would pass every check.
 * @throws UsageError
 */
export function refuseChoice(
  { select, ignore }: RuleChoice,
  severities: TypedSeverities,
  configurations: readonly Configuration[],
): void {
  const allRules = [...rules, ...configurations.flatMap(({ policies }) => policies)];
  const isGroup = (name: string): boolean => groupNames.includes(name) || ruleGroups.some(group => group === name);
  const unknownName = [...select, ...ignore, ...severities.map(([name]) => name)].find(
    name => !isGroup(name) && rulesCalled(name, allRules).length === 0,
  );
  if (unknownName !== undefined) throw new UsageError(unknownRule(unknownName, ruleNames(allRules), ruleGroups));
  const isLeft = (configuration: Configuration): boolean =>
    [...chosenIn({ select, ignore }, configuration)].some(id => configuration.selectedRules?.has(id) !== false);
  if (select.length + ignore.length === 0 || configurations.length === 0 || configurations.some(isLeft)) return;
  const options = [
    ...(select.length > 0 ? [`--select ${select.join(',')}`] : []),
    ...(ignore.length > 0 ? [`--ignore ${ignore.join(',')}`] : []),
    ...(configurations.some(({ selectedRules }) => selectedRules) ? ['"select" of the configuration'] : []),
  ];
  throw new UsageError(`${options.join(' and ')} leave${options.length > 1 ? '' : 's'} no rule to check`);
}
