import { Document } from '../document.ts';
import { namesOf } from '../dialects/names.ts';
import { rulesCalled } from '../engine/groups.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import { locatedIn, type LineColumn } from '../engine/report.ts';
import type { Rule } from '../engine/rule.ts';
import type { Finding, Severity } from '../finding.ts';
import { isArray, isObject, type Json, type JsonObject } from '../json/json.ts';
import { join, split, type Pointer } from '../json/pointer.ts';
import { given, kindNames } from '../kinds.ts';
import { policiesIn, policyIds, policyRule, type Policy } from '../policies/policy.ts';
import { configurationName } from '../settings-files.ts';
import { compareTexts } from '../wording.ts';
import type { Facts } from '../workspace/facts.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { Configuration, Extended, RenamedRule, Stated, StatedAcceptance, Suppression } from './configuration.ts';
import { pathMatcher, type PathMatcher, type StatedGlobs } from './globs.ts';
import { ruleNames } from './rule-names.ts';

/** Why a configuration cannot be used: the place (lines and columns from 1) and one sentence. */
export interface ConfigurationProblem extends LineColumn {
  readonly file: string;
  readonly message: string;
  /** What a rule has found; none of what keeps the file from being read. */
  readonly found?: { readonly document: Document; readonly finding: Finding };
}
type ReadConfiguration =
  | { readonly configuration: Configuration; readonly problems: readonly [] }
  | {
      readonly configuration: undefined;
      readonly problems: readonly [ConfigurationProblem, ...ConfigurationProblem[]];
    };

/** One file of a configuration. */
export interface Layer {
  /** Its path is relative to the workspace's root. */
  readonly document: Document;
  /** The path that a file of the workspace has from where this one is, `undefined` where it is not below that. */
  readonly seen: (file: string) => string | undefined;
  /** The path from the workspace's root that a path in this one means. */
  readonly meant: (path: string) => string;
  /** The files through which it is extended, itself at the end. */
  readonly chain: readonly string[];
  /** What it extends itself. */
  readonly extended: readonly Extended[];
}
const same = (file: string): string => file;

/** The file of a configuration as a document: with comments and trailing commas, whatever it is called. */
export const configurationDocument = (text: string, file = configurationName): Document =>
  new Document(file, text, 0, 'preflight-config');

/** Reads the text of a configuration that extends no other. @param rules the rules that there are; core has none of its own */
export const readConfiguration = (text: string, rules: readonly Rule[], file = configurationName): ReadConfiguration =>
  readLayers(
    [{ document: configurationDocument(text, file), seen: same, meant: same, chain: [file], extended: [] }],
    rules,
  );

/**
 * Reads a configuration. It is used as a whole or not at all: an error in one of its files makes it unusable, however the configuration
 * itself sets the severities of rules.
 * @param layers what is extended before what extends it
 */
export function readLayers(layers: readonly Layer[], rules: readonly Rule[]): ReadConfiguration {
  const own = layers.flatMap(({ document }) => policyIds(document.value));
  const findings = layers.flatMap(layer => findingsIn(layer, rules, new Map(own)));
  const problems = findings.flatMap(({ document, chain, finding }) => {
    const { start } = locatedIn(document, finding).range;
    return finding.severity === 'error'
      ? [{ file: document.file, ...start, message: finding.message + through(chain), found: { document, finding } }]
      : [];
  });
  const [first, ...more] = problems.sort(
    (a, b) => compareTexts(a.file, b.file) || a.line - b.line || a.column - b.column,
  );
  if (first) return { configuration: undefined, problems: [first, ...more] };
  const names = new Map([...ruleNames(rules), ...own]);
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

/** ` (preflight.config.json → base.json)`, for a file that others extend. */
const through = (chain: readonly string[]): string => (chain.length > 1 ? ` (${chain.join(' → ')})` : '');

/** What the rules find in one file of a configuration, whatever it says of them itself. */
function findingsIn(
  { document, chain }: Layer,
  rules: readonly Rule[],
  policies: ReadonlyMap<string, string>,
): (Pick<Layer, 'document' | 'chain'> & { readonly finding: Finding })[] {
  const workspace = new Workspace([], { ruleNames: ruleNames(rules), policies });
  return lint(document, workspace, RuleSet.of(rules)).map(finding => ({ document, chain, finding }));
}

/** A severity as written. */
type Setting = Severity | 'off' | 'warn';
const isGroup = (name: string): boolean => name.startsWith('group:');

interface Settings {
  readonly fits: PathMatcher;
  readonly rules: ReadonlyMap<string, { readonly severity: Severity | 'off' } & Stated>;
}

function configurationOf(
  layers: readonly Layer[],
  builtIn: readonly Rule[],
  names: ReadonlyMap<string, string>,
  findings: readonly Finding[],
): Configuration {
  const value = layers.map(valueOf).reduce((below, above) => laidOver(below, above) as JsonObject);
  // of two policies of one name the nearer one counts
  const policies = [
    ...new Map(
      layers.flatMap(layer =>
        policiesIn(valueOf(layer)).map((policy, i) => {
          const rule = policyRule(policy as unknown as Policy, `/policies/${i}`, whenOf(policy['when'], layer));
          return [rule.id, rule] as const;
        }),
      ),
    ).values(),
  ];
  const all = [...builtIn, ...policies];
  const settingsOf = ({ document }: Layer, fits: PathMatcher, rules: Json | undefined, at: Pointer): Settings => ({
    fits,
    rules: new Map(
      // what a rule is called itself wins over its group, wherever the two are
      Object.entries((rules ?? {}) as Record<string, Setting>)
        .sort(([a], [b]) => Number(isGroup(b)) - Number(isGroup(a)))
        .flatMap(([name, setting]) => {
          const severity = setting === 'warn' ? 'warning' : setting;
          return rulesCalled(name, all).map(id => [id, { severity, document, pointer: join(at, name) }] as const);
        }),
    ),
  });
  // what a file says of some files wins over what it says of all, and over everything in the files that it extends
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
    settings.findLast(({ rules, fits }) => rules.has(rule) && fits(file))?.rules.get(rule);
  const chosen = layers.flatMap(layer =>
    list<string>(valueOf(layer)['select']).map((name, i) => ({
      name,
      document: layer.document,
      pointer: `/select/${i}` as Pointer,
    })),
  );
  const selected = chosen.length > 0 ? new Set(chosen.flatMap(({ name }) => rulesCalled(name, all))) : undefined;
  // that a rule has failed is told whatever is asked for
  const isLeftOut = (rule: string): boolean => selected?.has(rule) === false && rule !== 'internal-error';
  const kinds = kindNames.flatMap(kind =>
    isObject(value['files']) && Object.hasOwn(value['files'], kind)
      ? [[kind, matcher(layers, layer => (valueOf(layer)['files'] as JsonObject | undefined)?.[kind])] as const]
      : [],
  );
  const spelling = namesOf(
    value['dialect'] as string | undefined,
    value['names'] as Record<string, string> | undefined,
  );
  const suppressions = layers
    .flatMap(layer =>
      entriesOf(layer, 'suppress').map(({ entry, ...stated }) => {
        const written = entry['rule'] as string;
        const suppression: Suppression = {
          ...(entry as unknown as Suppression),
          ...stated,
          rule: names.get(written)!,
          file: layer.meant((entry['file'] as string).replace(/^(\.\/)+/, '')),
        };
        return { written, suppression };
      }),
    )
    // a file that others extend too may speak of theirs
    .filter(({ suppression: { file } }) => !file.startsWith('../'));
  const written: RenamedRule[] = [
    ...settings.flatMap(({ rules }) =>
      [...rules].map(([rule, { document, pointer }]) => ({
        rule,
        document,
        pointer,
        written: split(pointer).at(-1)!,
        isKey: true,
      })),
    ),
    ...chosen.flatMap(({ name, ...stated }) => {
      const rule = names.get(name);
      return rule === undefined ? [] : [{ ...stated, rule, written: name, isKey: false }];
    }),
    ...suppressions.map(({ written, suppression: { rule, document, pointer } }) => ({
      rule,
      document,
      pointer: `${pointer}/rule` as Pointer,
      written,
      isKey: false,
    })),
  ];
  return {
    document: layers.at(-1)!.document,
    layers: layers.map(({ document }) => document),
    findings,
    renamed: written.filter(({ rule, written }) => rule !== written && !isGroup(written)),
    facts: factsOf(value),
    policies,
    ownRules: policies.length > 0 ? new RuleSet(policies) : undefined,
    selected,
    extended: layers.flatMap(({ extended }) => extended),
    severityOf: (rule, file) => (isLeftOut(rule) ? 'off' : settingOf(rule, file)?.severity),
    sourceOf: (rule, file) =>
      isLeftOut(rule) ? { document: chosen.at(-1)!.document, pointer: '/select' } : settingOf(rule, file),
    kindOf: file => given(kinds.find(([, fits]) => fits(file))?.[0], spelling),
    ignored: value['ignore'] ? matcher(layers, layer => valueOf(layer)['ignore']) : () => false,
    assertions: isObject(value['ci']) ? list<string>(value['ci']['assert']) : [],
    suppress: suppressions.map(({ suppression }) => suppression),
    acceptances: layers.flatMap(layer =>
      entriesOf(layer, 'accept').map(({ entry, ...stated }): StatedAcceptance => ({
        ...(entry as unknown as StatedAcceptance),
        ...stated,
      })),
    ),
  };
}

const valueOf = ({ document }: Layer): JsonObject => document.value as JsonObject;
const list = <T = JsonObject>(value: Json | undefined): readonly T[] => (isArray(value) ? (value as readonly T[]) : []);

/** The entries of a list, each with its place. */
const entriesOf = (layer: Layer, key: 'suppress' | 'accept'): ({ readonly entry: JsonObject } & Stated)[] =>
  list(valueOf(layer)[key]).map((entry, i) => ({
    entry,
    document: layer.document,
    pointer: `/${key}/${i}` as Pointer,
  }));

/** What the globs select that each file states under one key. */
const matcher = (layers: readonly Layer[], globs: (layer: Layer) => Json | undefined): PathMatcher =>
  pathMatcher(layers.map((layer): StatedGlobs => ({ globs: list<string>(globs(layer)), seen: layer.seen })));

const whenOf = (when: Json | undefined, layer: Layer): PathMatcher =>
  isObject(when) && when['path'] ? matcher([layer], () => when['path']) : () => true;

/** Objects are merged, lists appended; of anything else the nearer one counts. */
function laidOver(below: Json, above: Json): Json {
  if (isArray(below) && isArray(above)) return [...below, ...above];
  if (!isObject(below) || !isObject(above)) return above;
  const both = new Map(Object.entries(below));
  for (const [key, value] of Object.entries(above)) {
    const known = both.get(key);
    both.set(key, known === undefined ? value : laidOver(known, value));
  }
  return Object.fromEntries(both);
}

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
