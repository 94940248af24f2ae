import type { Document } from '../document.ts';
import { rangeOf } from '../engine/report.ts';
import { isArray, isObject, property, type Json } from '../json/json.ts';
import { join, type Pointer } from '../json/pointer.ts';
import { configuredKind, configuredKindOf, configuredNamesOf } from '../kinds.ts';
import { locate } from '../locate.ts';
import { baselineName } from '../settings-files.ts';
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts';
import type { Configuration, ConfigurationPlace } from './configuration.ts';

/** The role of a setting: to judge files, to state a fact that is in no file, or to accept findings with a reason. */
type Role = 'judges' | 'states' | 'accepts';
const factKeys = ['voices', 'knownValues', 'complete', 'names', 'dialect', 'accountWebhookUrl', 'platform'];
const acceptingKeys = ['suppress', 'accept'];
/**
 * The role of a setting. A setting that is not listed here counts as judging, so that a new setting cannot be
 * forgotten.
 */
export function roleOf(key: string): Role {
  if (factKeys.includes(key)) return 'states';
  return acceptingKeys.includes(key) ? 'accepts' : 'judges';
}

/** A place in a settings file, with its name for people. */
export interface SettingPlace {
  /** The name of the setting: `rules.out-of-range`, `ignore`, `suppress[2]`, `baseline`. */
  readonly text: string;
  /** The path of the document. */
  readonly file: string;
  readonly line: number;
}

/** A setting that a change adds, changes or removes. */
export interface Alteration extends SettingPlace {
  /** The top-level key of the setting in its file. */
  readonly key: string;
  readonly kind: 'added' | 'changed' | 'removed';
  /** The current value; for a removed setting, the former value. */
  readonly value: Json;
  /** The former value of a changed setting. */
  readonly formerValue?: Json;
}

/**
 * The place of a setting.
 * @param text the name of the setting; by default derived from the pointer
 */
export function settingPlace({ document, pointer }: ConfigurationPlace, text = settingName(pointer)): SettingPlace {
  return { text, file: document.file, line: rangeOf(document, locate(document, { key: pointer })).start.line };
}

/**
 * The name of a setting: `overrides[0].rules.out-of-range` for `/overrides/0/rules/out-of-range`. A list of strings is
 * one setting.
 */
const settingName = (pointer: Pointer): string =>
  pointer
    .slice(1)
    .replace(/^(ignore|select|liveTags|extends|ci\/assert|files\/[^/]+)\/\d+$/, '$1')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** The settings that differ between two states of one settings file, in the order of their keys. */
export function alterations(formerDocument: Document | undefined, currentDocument: Document | undefined): Alteration[] {
  const document = currentDocument ?? formerDocument;
  if (!document) return [];
  if (isBaseline(document)) return baselineAlterations(formerDocument, currentDocument);
  const before = settingsIn(formerDocument),
    currentPart = settingsIn(currentDocument);
  // even an empty configuration makes its folder a workspace, so adding or removing it counts
  if (currentPart.size === 0 && before.size === 0 && (currentDocument === undefined) !== (formerDocument === undefined))
    return [
      {
        ...settingPlace({ document, pointer: '' }, 'the configuration'),
        key: '',
        kind: alterationKind(formerDocument, currentDocument),
        value: null,
      },
    ];
  return [...new Set([...currentPart.keys(), ...before.keys()])].flatMap((name): Alteration[] => {
    const formerPart = before.get(name),
      currentSetting = currentPart.get(name);
    if (formerPart && currentSetting && JSON.stringify(formerPart.value) === JSON.stringify(currentSetting.value))
      return [];
    const kind = alterationKind(formerPart, currentSetting),
      { key, pointer, text, value } = currentSetting ?? formerPart!;
    // a removed setting is shown at the place that it would have
    const place = settingPlace(
      { document: currentSetting ? currentDocument! : (currentDocument ?? formerDocument!), pointer },
      text,
    );
    return [
      { ...place, key, kind: kind, value, ...(formerPart && currentSetting && { formerValue: formerPart.value }) },
    ];
  });
}

function alterationKind(before: unknown, current: unknown): Alteration['kind'] {
  if (before === undefined) return 'added';
  return current === undefined ? 'removed' : 'changed';
}

const isBaseline = ({ file }: Document): boolean => file === baselineName || file.endsWith(`/${baselineName}`);

interface Setting {
  readonly key: string;
  readonly pointer: Pointer;
  readonly text: string;
  readonly value: Json;
}
const byName = new Set(['rules', 'files', 'assumptions', 'knownValues', 'ci']);
const entryKeys = new Set(['suppress', 'accept', 'overrides', 'policies']);

/** The settings of a file by their identity: their name or, for an entry of a list, its contents. */
function settingsIn(document: Document | undefined): Map<string, Setting> {
  const settings = new Map<string, Setting>(),
    value = document?.value;
  if (!isObject(value)) return settings;
  for (const [key, setting] of Object.entries(value)) {
    const pointer = join('', key);
    const add = (name: string, pointer: Pointer, part: Json, text = settingName(pointer)): unknown =>
      settings.set(`${key} ${name}`, { key, pointer, text, value: part });
    if (key === '$schema') continue;
    if (byName.has(key) && isObject(setting))
      for (const [name, entry] of Object.entries(setting)) add(name, join(pointer, name), entry);
    else if (entryKeys.has(key) && isArray(setting))
      for (const [i, item] of setting.entries()) {
        const id = key === 'policies' ? property(item, 'id') : undefined;
        if (typeof id === 'string') add(id, `${pointer}/${i}`, item, `policies.${id}`);
        else add(JSON.stringify(item), `${pointer}/${i}`, item);
      }
    else add('', pointer, setting);
  }
  return settings;
}

/** The changes of a baseline. A baseline counts as one setting, shown at the first entry that differs. */
function baselineAlterations(before: Document | undefined, current: Document | undefined): Alteration[] {
  const entries = (document: Document | undefined): readonly Json[] => {
    const findings = property(document?.value, 'findings');
    return isArray(findings) ? findings : [];
  };
  const formerEntries = new Set(entries(before).map(value => JSON.stringify(value)));
  const addedIndex = entries(current).findIndex(value => !formerEntries.delete(JSON.stringify(value)));
  if (addedIndex < 0 && formerEntries.size === 0 && (before === undefined) === (current === undefined)) return [];
  const pointer: Pointer = current && addedIndex >= 0 ? `/findings/${addedIndex}` : '';
  const kind = alterationKind(before, current);
  return [
    {
      ...settingPlace({ document: (current ?? before)!, pointer }, 'baseline'),
      key: 'baseline',
      kind: kind,
      value: null,
    },
  ];
}

/**
 * A configuration with the judging settings of one configuration and the facts of another.
 * @param acceptances the entries of `suppress` and `accept` to use
 */
export function withJudgingOf(
  configuration: Configuration,
  currentConfiguration: Configuration,
  acceptances: Pick<Configuration, 'suppress'> & Pick<WorkspaceSettings, 'accept'>,
): Configuration {
  const { liveTags, refusedAssumptions, ...currentFacts } = currentConfiguration.facts,
    { refusedAssumptions: formerlyRefused } = configuration.facts;
  return {
    ...configuration,
    facts: {
      ...currentFacts,
      ...(liveTags && { liveTags }),
      ...(formerlyRefused && { refusedAssumptions: formerlyRefused }),
      accept: acceptances.accept,
    },
    kindOf: file =>
      configuredKind(
        configuredKindOf(configuration.kindOf(file)),
        configuredNamesOf(currentConfiguration.kindOf(file)),
      ),
    suppress: acceptances.suppress,
    acceptances: [],
  };
}

/** An entry that accepts findings; its identity is everything except the reason. */
interface AcceptingEntry {
  readonly identity: string;
  readonly place: SettingPlace;
  /** The entry in words: `suppress out-of-range in agents/desk.agent.json`. */
  readonly words: string;
}

/** The entries of `suppress` and `accept`. @param pathOf makes a path for display from a workspace path */
export const acceptingEntries = (
  { suppress, acceptances }: Configuration,
  pathOf: (file: string) => string,
): AcceptingEntry[] => [
  ...suppress.map(({ rule, file, at, until = '', ...entryPlace }) => ({
    identity: JSON.stringify([rule, pathOf(file), at, until]),
    place: settingPlace(entryPlace),
    words: `suppress ${rule} in ${file}`,
  })),
  ...acceptances.map(({ reference, until = '', ...entryPlace }) => ({
    identity: JSON.stringify([reference, until]),
    place: settingPlace(entryPlace),
    words: `accept ${reference}`,
  })),
];
