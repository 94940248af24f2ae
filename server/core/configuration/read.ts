import { Document } from '../document.ts';
import { namesOf } from '../dialects/names.ts';
import { rulesCalled } from '../engine/groups.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import { findingRange, type LineColumn } from '../engine/report.ts';
import type { Rule } from '../engine/rule.ts';
import type { Finding, Severity } from '../finding.ts';
import { isArray, isObject, property, type Json, type JsonObject } from '../json/json.ts';
import { join, split, type Pointer } from '../json/pointer.ts';
import { configuredKind, kindNames } from '../kinds.ts';
import { policiesIn, policyIds, policyRule, type Policy } from '../policies/policy.ts';
import { configurationName } from '../settings-files.ts';
import { compareTexts } from '../wording.ts';
import type { Acceptance, WorkspaceSettings } from '../workspace/workspace-settings.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Configuration, ExtendedFile, ConfigurationPlace, Suppression, FailureLevel } from './configuration.ts';
import { isNoReason } from './suppress.ts';
import type { Glob } from './glob.ts';
import { hasWildcards, pathMatcher } from './globs.ts';
import { ruleNames } from './rule-names.ts';

/** The reason why a configuration cannot be used: its place (lines and columns from 1) and one sentence. */
export interface ConfigurationProblem extends LineColumn {
  readonly file: string;
  readonly message: string;
  /** The finding of a rule about the problem; absent if the file could not be read at all. */
  readonly source?: { readonly document: Document; readonly finding: Finding };
}
type ReadConfiguration =
  | { readonly configuration: Configuration; readonly problems: readonly [] }
  | {
      readonly configuration: undefined;
      readonly problems: readonly [ConfigurationProblem, ...ConfigurationProblem[]];
    };

/** One file of a configuration. */
export interface Layer {
  /** The file; its path is relative to the workspace root. */
  readonly document: Document;
  /** Makes a workspace path relative to the folder of this file; undefined for a path outside the folder. */
  readonly relativePath: (file: string) => string | undefined;
  /** Makes a path in this file relative to the workspace root. */
  readonly ownPath: (path: string) => string;
  /** The files through which this file is extended, and this file as the last one. */
  readonly chain: readonly string[];
  /** The files that this file extends. */
  readonly extendedFiles: readonly ExtendedFile[];
}
const identity = (file: string): string => file;

/** A configuration file as a document. Comments and trailing commas are allowed, regardless of the file name. */
export const configurationDocument = (text: string, file = configurationName): Document =>
  new Document(file, text, 0, 'preflight-config');

/** Reads a configuration without `extends`. @param rules all rules, because core has none */
export const readConfiguration = (text: string, rules: readonly Rule[], file = configurationName): ReadConfiguration =>
  readLayers(
    [
      {
        document: configurationDocument(text, file),
        relativePath: identity,
        ownPath: identity,
        chain: [file],
        extendedFiles: [],
      },
    ],
    rules,
  );

/**
 * Reads a configuration. An error in any of its files makes the whole configuration unusable, even if the
 * configuration turns off its rule.
 * @param layers extended files before the files that extend them
 */
export function readLayers(layers: readonly Layer[], rules: readonly Rule[]): ReadConfiguration {
  const ownPolicies = layers.flatMap(({ document }) => policyIds(document.value));
  const findings = layers.flatMap(layer => findingsIn(layer, rules, new Map(ownPolicies)));
  const problems = findings.flatMap(({ document, chain, finding }) => {
    const { start } = findingRange(document, finding);
    return finding.severity === 'error'
      ? [
          {
            file: document.file,
            ...start,
            message: finding.message + extendsChain(chain),
            source: { document, finding },
          },
        ]
      : [];
  });
  const [first, ...otherProblems] = problems.sort(
    (a, b) => compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  if (first) return { configuration: undefined, problems: [first, ...otherProblems] };
  const names = new Map([...ruleNames(rules), ...ownPolicies]);
  return {
    configuration: configurationOf(
      layers,
      rules,
      names,
      findings.map(({ finding }) => finding),
    ),
    problems: [],
  };
}

/**
 * The files through which a file is extended, in parentheses: ` (preflight.config.json → base.json)`; empty for the
 * configuration itself.
 */
const extendsChain = (chain: readonly string[]): string => (chain.length > 1 ? ` (${chain.join(' → ')})` : '');

/**
 * The maximum number of schema violations reported in one configuration file. A single violation already makes the
 * file unusable.
 */
export const MAX_PROBLEMS = 1000;

/** The findings of rules in one configuration file. The settings of this file do not apply to it. */
function findingsIn(
  { document, chain }: Layer,
  rules: readonly Rule[],
  policies: ReadonlyMap<string, string>,
): (Pick<Layer, 'document' | 'chain'> & { readonly finding: Finding })[] {
  const workspace = new Workspace([], { ruleNames: ruleNames(rules), policies });
  const findings = lint(document, workspace, RuleSet.of(rules), { maxViolations: MAX_PROBLEMS }),
    // another rule reports a value that is too deep for the schemas
    ruleFindings = findings.filter(({ rule }) => rule !== 'internal-error');
  return (ruleFindings.length > 0 ? ruleFindings : findings).map(finding => ({ document, chain, finding }));
}

/** A severity as written. */
type Setting = Severity | 'off' | 'warn';
const isGroup = (name: string): boolean => name.startsWith('group:');

interface Settings {
  readonly isMatch: Glob;
  readonly rules: ReadonlyMap<string, { readonly severity: Severity | 'off' } & ConfigurationPlace>;
}

function configurationOf(
  layers: readonly Layer[],
  builtInRules: readonly Rule[],
  names: ReadonlyMap<string, string>,
  findings: readonly Finding[],
): Configuration {
  const value = layers.map(valueOf).reduce((child, upper) => mergeLayers(child, upper) as JsonObject);
  const costs = { demands: 0 };
  // of two policies with the same id, the policy in the nearer file wins
  const policies = [
    ...new Map(
      layers.flatMap(layer =>
        policiesIn(valueOf(layer)).map((policy, i) => {
          const rule = policyRule(policy as unknown as Policy, `/policies/${i}`, globOf(policy['when'], layer), costs);
          return [rule.id, rule] as const;
        }),
      ),
    ).values(),
  ];
  const allRules = [...builtInRules, ...policies];
  const settingsOf = ({ document }: Layer, isMatch: Glob, rules: Json | undefined, pointer: Pointer): Settings => ({
    isMatch: isMatch,
    rules: new Map(
      // the setting of a rule wins over that of its group, in any order
      Object.entries((rules ?? {}) as Record<string, Setting>)
        .sort(([a], [b]) => Number(isGroup(b)) - Number(isGroup(a)))
        .flatMap(([name, setting]) => {
          const severity = setting === 'warn' ? 'warning' : setting;
          return rulesCalled(name, allRules).map(
            id => [id, { severity, document, pointer: join(pointer, name) }] as const,
          );
        }),
    ),
  });
  // settings for some files win over settings for all files, even if the latter are in a nearer file
  const settings = layers
    .flatMap(layer => {
      const { rules, overrides } = valueOf(layer);
      return [
        settingsOf(layer, () => true, rules, '/rules'),
        ...list(overrides).map((entry, i) =>
          settingsOf(
            layer,
            matcher([layer], () => entry['files']),
            entry['rules'],
            `/overrides/${i}/rules`,
          ),
        ),
      ];
    })
    .filter(({ rules }) => rules.size > 0);
  const settingOf = (rule: string, file: string) =>
    settings.findLast(({ rules, isMatch }) => rules.has(rule) && isMatch(file))?.rules.get(rule);
  const selections = layers.flatMap(layer =>
    list<string>(valueOf(layer)['select']).map((name, i) => ({
      name,
      document: layer.document,
      pointer: `/select/${i}` as Pointer,
    })),
  );
  const selectedRules =
    selections.length > 0 ? new Set(selections.flatMap(({ name }) => rulesCalled(name, allRules))) : undefined;
  // an internal error is always reported, whichever rules are selected
  const isExcluded = (rule: string): boolean => selectedRules?.has(rule) === false && rule !== 'internal-error';
  const kinds = kindNames.flatMap(kind =>
    isObject(value['files']) && Object.hasOwn(value['files'], kind)
      ? [[kind, matcher(layers, layer => (valueOf(layer)['files'] as JsonObject | undefined)?.[kind])] as const]
      : [],
  );
  const ignorePatterns = layers.flatMap(layer =>
    list<string>(valueOf(layer)['ignore']).flatMap((glob, i) =>
      glob.startsWith('!')
        ? []
        : [{ document: layer.document, pointer: `/ignore/${i}` as Pointer, fits: matcher([layer], () => [glob]) }],
    ),
  );
  const spelling = namesOf(
    value['dialect'] as string | undefined,
    value['names'] as Record<string, string> | undefined,
  );
  const suppressions = layers
    .flatMap(layer =>
      entriesOf(layer, 'suppress').map(({ entry, ...entryPlace }) => {
        const ruleName = entry['rule'] as string,
          path = entry['file'] as string;
        const suppression: Suppression = {
          ...(entry as unknown as Suppression),
          ...entryPlace,
          rule: names.get(ruleName)!,
          file: layer.ownPath(path.replace(/^(\.\/)+/, '')),
          ...(hasWildcards(path) && { glob: matcher([layer], () => [path]) }),
        };
        return { writtenName: ruleName, suppression };
      }),
    )
    // a shared configuration may name files outside this workspace
    .filter(({ suppression: { file } }) => !file.startsWith('../'));
  const renamedRules: Configuration['formerNames'] = [
    ...settings.flatMap(({ rules }) =>
      [...rules].map(([rule, { document, pointer }]) => ({
        rule,
        document,
        pointer,
        writtenName: split(pointer).at(-1)!,
        isKey: true,
      })),
    ),
    ...selections.flatMap(({ name, ...entryPlace }) => {
      const rule = names.get(name);
      return rule === undefined ? [] : [{ ...entryPlace, rule, writtenName: name, isKey: false }];
    }),
    ...suppressions.map(({ writtenName, suppression: { rule, document, pointer } }) => ({
      rule,
      document,
      pointer: `${pointer}/rule` as Pointer,
      writtenName,
      isKey: false,
    })),
  ];
  return {
    document: layers.at(-1)!.document,
    layers: layers.map(({ document }) => document),
    findings,
    formerNames: renamedRules.filter(({ rule, writtenName }) => rule !== writtenName && !isGroup(writtenName)),
    facts: factsOf(value),
    policies,
    ownRules: policies.length > 0 ? new RuleSet(policies) : undefined,
    selectedRules,
    extendedFiles: layers.flatMap(({ extendedFiles }) => extendedFiles),
    severityOf: (rule, file) => (isExcluded(rule) ? 'off' : settingOf(rule, file)?.severity),
    sourceOf: (rule, file) =>
      isExcluded(rule) ? { document: selections.at(-1)!.document, pointer: '/select' } : settingOf(rule, file),
    kindOf: file => configuredKind(kinds.find(([, isMatch]) => isMatch(file))?.[0], spelling),
    isIgnored: value['ignore'] ? matcher(layers, layer => valueOf(layer)['ignore']) : () => false,
    ignoredBy: file => ignorePatterns.findLast(({ fits: isMatch }) => isMatch(file)),
    assertions: layers.flatMap(layer =>
      list<string>(property(valueOf(layer)['ci'], 'assert')).map((text, i) => ({
        text,
        document: layer.document,
        pointer: `/ci/assert/${i}` as Pointer,
      })),
    ),
    failureLevel: layers
      .flatMap(({ document }) => {
        const level = property(property(document.value, 'ci'), 'fail') as FailureLevel | undefined;
        return level === undefined ? [] : [{ level, document, pointer: '/ci/fail' as Pointer }];
      })
      .at(-1),
    suppress: suppressions.map(({ suppression }) => suppression),
    acceptances: layers.flatMap(layer =>
      entriesOf(layer, 'accept').map(({ entry, ...entryPlace }) => ({
        ...(entry as unknown as Acceptance),
        ...entryPlace,
      })),
    ),
  };
}

const valueOf = ({ document }: Layer): JsonObject => document.value as JsonObject;
const list = <T = JsonObject>(value: Json | undefined): readonly T[] => (isArray(value) ? (value as readonly T[]) : []);

/** The entries of a list of a layer, each with its place. */
const entriesOf = (layer: Layer, key: 'suppress' | 'accept'): ({ readonly entry: JsonObject } & ConfigurationPlace)[] =>
  list(valueOf(layer)[key]).map((entry, i) => ({
    entry,
    document: layer.document,
    pointer: `/${key}/${i}` as Pointer,
  }));

/** Matches the files that the globs under one key of each layer select. */
const matcher = (layers: readonly Layer[], globs: (layer: Layer) => Json | undefined): Glob =>
  pathMatcher(layers.map(layer => ({ globs: list<string>(globs(layer)), relativePath: layer.relativePath })));

const globOf = (condition: Json | undefined, layer: Layer): Glob =>
  isObject(condition) && condition['path'] ? matcher([layer], () => condition['path']) : () => true;

/** Merges objects and concatenates lists. For any other values, the nearer value wins. */
function mergeLayers(lowerLayer: Json, upperLayer: Json): Json {
  if (isArray(lowerLayer) && isArray(upperLayer)) return [...lowerLayer, ...upperLayer];
  if (!isObject(lowerLayer) || !isObject(upperLayer)) return upperLayer;
  const mergedValues = new Map(Object.entries(lowerLayer));
  for (const [key, value] of Object.entries(upperLayer)) {
    const lowerValue = mergedValues.get(key);
    mergedValues.set(key, lowerValue === undefined ? value : mergeLayers(lowerValue, value));
  }
  return Object.fromEntries(mergedValues);
}

const factNames = [
  'platform',
  'voices',
  'complete',
  'liveTags',
  'knownValues',
  'accountWebhookUrl',
] as const satisfies (keyof WorkspaceSettings)[];
/** The facts in a configuration, except the policies. */
export const factsOf = (value: JsonObject): Partial<WorkspaceSettings> => ({
  ...Object.fromEntries(factNames.flatMap(name => (value[name] === undefined ? [] : [[name, value[name]]]))),
  // an acceptance without a reason has no effect, in any command
  ...(value['accept'] !== undefined && {
    accept: list<Acceptance>(value['accept']).filter(({ reason }) => !isNoReason(reason)),
  }),
  ...(isObject(value['assumptions']) && {
    refusedAssumptions: Object.entries(value['assumptions']).flatMap(([name, defaultValue]) =>
      defaultValue === false ? [name] : [],
    ),
  }),
});
