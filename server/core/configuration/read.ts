import { Document } from '../document.ts';
import { type Place, rangeOf } from '../engine/report.ts';
import { RuleSet } from '../engine/lint.ts';
import type { Rule } from '../engine/rule.ts';
import { rulesCalled } from '../engine/groups.ts';
import type { Severity } from '../finding.ts';
import { isArray, isObject, type JsonObject } from '../json/json.ts';
import { namesOf } from '../dialects/names.ts';
import { given, kindNames, type Kind } from '../kinds.ts';
import { join, split, type Pointer } from '../json/pointer.ts';
import type { Facts } from '../workspace/facts.ts';
import { configurationName, type Configuration, type RenamedRule, type Suppression } from './configuration.ts';
import { pathMatcher, type PathMatcher } from './globs.ts';
import { type Policy, policyRule } from '../policies/policy.ts';
import { problemsOf } from './problems.ts';

/** Why a configuration cannot be used: the place (lines and columns from 1) and one sentence. */
export interface ConfigurationProblem extends Place {
  readonly file: string;
  readonly message: string;
}
export type ReadConfiguration =
  | { readonly configuration: Configuration; readonly problems: readonly [] }
  | {
      readonly configuration: undefined;
      readonly problems: readonly [ConfigurationProblem, ...ConfigurationProblem[]];
    };

/** What a configuration may call a rule by. */
export type NamedRule = Pick<Rule, 'id' | 'aliases' | 'group'>;

/** Rules by id and by every earlier name of theirs: what a configuration may call them. */
export function ruleNames(rules: readonly Omit<NamedRule, 'group'>[]): ReadonlyMap<string, string> {
  return new Map(rules.flatMap(rule => [rule.id, ...(rule.aliases ?? [])].map(name => [name, rule.id] as const)));
}

/**
 * Reads the text of a configuration; comments are allowed. It is used as a whole or not at all, and every problem is told at once.
 * @param rules the rules that there are; core has none of its own
 */
export function readConfiguration(
  text: string,
  rules: readonly NamedRule[],
  file = configurationName,
): ReadConfiguration {
  const document = new Document(file, text);
  const builtIn = ruleNames(rules),
    names = new Map([...builtIn, ...policyIds(document.value)]);
  const problems = problemsOf(document, builtIn, names).map(({ span, message }) => ({
    file,
    ...rangeOf(document, span).start,
    message,
  }));
  if (problems.length > 0)
    return { configuration: undefined, problems: problems as [ConfigurationProblem, ...ConfigurationProblem[]] };
  return { configuration: configurationOf(document, document.value as JsonObject, rules, names), problems: [] };
}

/** What the policies are called, however they are written otherwise. */
const policyIds = (value: unknown): (readonly [string, string])[] =>
  policiesOf(value).flatMap(({ id }) => (typeof id === 'string' ? [[id, id] as const] : []));
const policiesOf = (value: unknown): readonly JsonObject[] =>
  isObject(value) ? list(value['policies']).filter(isObject) : [];

/** A severity as it is written. */
type Setting = Severity | 'off' | 'warn';
const isGroup = (name: string): boolean => name.startsWith('group:');

interface RuleLayer {
  readonly fits: PathMatcher;
  readonly rules: ReadonlyMap<string, { readonly severity: Severity | 'off'; readonly pointer: Pointer }>;
}

function configurationOf(
  document: Document,
  value: JsonObject,
  builtIn: readonly NamedRule[],
  names: ReadonlyMap<string, string>,
): Configuration {
  const policies = policiesOf(value).map((policy, i) =>
    policyRule(policy as unknown as Policy, `/policies/${i}`, globsOf(policy['when'])),
  );
  const all = [...builtIn, ...policies];
  const layerOf = (globs: readonly string[] | undefined, rules: unknown, at: Pointer): RuleLayer => ({
    fits: globs ? pathMatcher(globs) : () => true,
    rules: new Map(
      // what a rule is called itself wins over its group, wherever the two stand
      Object.entries((rules ?? {}) as Record<string, Setting>)
        .sort(([a], [b]) => Number(isGroup(b)) - Number(isGroup(a)))
        .flatMap(([name, setting]) => {
          const severity = setting === 'warn' ? 'warning' : setting;
          return rulesCalled(name, all).map(id => [id, { severity, pointer: join(at, name) }] as const);
        }),
    ),
  });
  const layers = [
    layerOf(undefined, value['rules'], '/rules'),
    ...list(value['overrides']).map((entry, i) =>
      layerOf(entry['files'] as string[], entry['rules'], `/overrides/${i}/rules`),
    ),
  ].filter(layer => layer.rules.size > 0);
  const settingOf = (rule: string, file: string) => {
    for (let i = layers.length - 1; i >= 0; i--) {
      const setting = layers[i]!.rules.get(rule);
      if (setting && layers[i]!.fits(file)) return setting;
    }
    return undefined;
  };
  const chosen = value['select'] as readonly string[] | undefined,
    selected = chosen && new Set(chosen.flatMap(name => rulesCalled(name, all)));
  // that a rule has failed is told whatever is asked for
  const isLeftOut = (rule: string): boolean => selected?.has(rule) === false && rule !== 'internal-error';
  const kinds = kindNames
    .filter(kind => isObject(value['files']) && Object.hasOwn(value['files'], kind))
    .map(kind => [kind, pathMatcher((value['files'] as Record<Kind, string[]>)[kind])] as const);
  const spelling = namesOf(
    value['dialect'] as string | undefined,
    value['names'] as Record<string, string> | undefined,
  );
  const written: RenamedRule[] = [
    ...layers.flatMap(({ rules }) =>
      [...rules]
        .map(([rule, { pointer }]) => ({ rule, pointer, written: split(pointer).at(-1)!, isKey: true }))
        .filter(({ written }) => !isGroup(written)),
    ),
    ...(chosen ?? []).flatMap((written, i) => {
      const rule = names.get(written);
      return rule === undefined ? [] : [{ rule, pointer: `/select/${i}` as Pointer, written, isKey: false }];
    }),
    ...list(value['suppress']).map(({ rule }, i) => ({
      rule: names.get(rule as string)!,
      pointer: `/suppress/${i}/rule` as Pointer,
      written: rule as string,
      isKey: false,
    })),
  ];
  return {
    document,
    renamed: written.filter(({ rule, written }) => rule !== written),
    facts: factsOf(value),
    policies,
    ownRules: policies.length > 0 ? new RuleSet(policies) : undefined,
    severityOf: (rule, file) => (isLeftOut(rule) ? 'off' : settingOf(rule, file)?.severity),
    sourceOf: (rule, file) => (isLeftOut(rule) ? '/select' : settingOf(rule, file)?.pointer),
    kindOf: file => given(kinds.find(([, fits]) => fits(file))?.[0], spelling),
    ignored: value['ignore'] ? pathMatcher(value['ignore'] as readonly string[]) : () => false,
    assertions: isObject(value['ci']) ? ((value['ci']['assert'] ?? []) as readonly string[]) : [],
    suppress: list(value['suppress']).map((entry, i): Suppression => ({
      ...(entry as unknown as Suppression),
      rule: names.get(entry['rule'] as string)!,
      file: (entry['file'] as string).replace(/^(\.\/)+/, ''),
      pointer: `/suppress/${i}`,
    })),
  };
}

const globsOf = (when: unknown): PathMatcher =>
  isObject(when) && when['path'] ? pathMatcher(when['path'] as readonly string[]) : () => true;
const list = (value: unknown): readonly JsonObject[] => (isArray(value) ? (value as readonly JsonObject[]) : []);

const factNames = [
  'voices',
  'complete',
  'liveTags',
  'knownValues',
  'accountWebhookUrl',
  'accept',
] as const satisfies (keyof Facts)[];
const factsOf = (value: JsonObject): Partial<Facts> => ({
  ...Object.fromEntries(factNames.flatMap(name => (value[name] === undefined ? [] : [[name, value[name]]]))),
  ...(isObject(value['assumptions']) && {
    refusedAssumptions: Object.entries(value['assumptions']).flatMap(([name, made]) => (made === false ? [name] : [])),
  }),
});
