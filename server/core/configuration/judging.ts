import type { Document } from '../document.ts';
import { rangeOf } from '../engine/report.ts';
import { isArray, isObject, property, type Json } from '../json/json.ts';
import { join, type Pointer } from '../json/pointer.ts';
import { configuredKind, kindGiven, namesGiven } from '../kinds.ts';
import { locate } from '../locate.ts';
import { baselineName } from '../settings-files.ts';
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts';
import type { Configuration, Stated } from './configuration.ts';

/** What a setting does: it judges files, it states a fact that no file can, or it accepts what was found, with a reason. */
type Role = 'judges' | 'states' | 'accepts';
const stating = ['voices', 'knownValues', 'complete', 'names', 'dialect', 'accountWebhookUrl', 'platform'];
const accepting = ['suppress', 'accept'];
/** All other settings judge, so that a new setting of the schema cannot be forgotten here. */
export function roleOf(key: string): Role {
  if (stating.includes(key)) return 'states';
  return accepting.includes(key) ? 'accepts' : 'judges';
}

/** A place in a settings file, as people name it. */
export interface SettingPlace {
  /** `rules.out-of-range`, `ignore`, `suppress[2]`, `baseline` */
  readonly text: string;
  /** As the document is named. */
  readonly file: string;
  readonly line: number;
}

/** A setting that a change adds, changes or removes. */
export interface Alteration extends SettingPlace {
  /** Its key at the top of the file. */
  readonly key: string;
  readonly how: 'added' | 'changed' | 'removed';
  /** Its value now; for a removed setting, its former value. */
  readonly value: Json;
  /** Its former value, if it is changed. */
  readonly was?: Json;
}

/** The place of a setting. @param text by default from its pointer */
export function settingPlace({ document, pointer }: Stated, text = settingName(pointer)): SettingPlace {
  return { text, file: document.file, line: rangeOf(document, locate(document, { key: pointer })).start.line };
}

/** `/overrides/0/rules/out-of-range` as `overrides[0].rules.out-of-range`; lists of texts are named as a whole. */
const settingName = (pointer: Pointer): string =>
  pointer
    .slice(1)
    .replace(/^(ignore|select|liveTags|extends|ci\/assert|files\/[^/]+)\/\d+$/, '$1')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

/** What differs between two states of one settings file, in the order of the keys. */
export function alterations(former: Document | undefined, is: Document | undefined): Alteration[] {
  const document = is ?? former;
  if (!document) return [];
  if (isBaseline(document)) return baselineAlterations(former, is);
  const before = settingsIn(former),
    now = settingsIn(is);
  // one that says nothing still makes a workspace of its folder
  if (now.size === 0 && before.size === 0 && (is === undefined) !== (former === undefined))
    return [
      { ...settingPlace({ document, pointer: '' }, 'the configuration'), key: '', how: howOf(former, is), value: null },
    ];
  return [...new Set([...now.keys(), ...before.keys()])].flatMap((name): Alteration[] => {
    const old = before.get(name),
      fresh = now.get(name);
    if (old && fresh && JSON.stringify(old.value) === JSON.stringify(fresh.value)) return [];
    const how = howOf(old, fresh),
      { key, pointer, text, value } = fresh ?? old!;
    // a removed setting is shown where it would be
    const place = settingPlace({ document: fresh ? is! : (is ?? former!), pointer }, text);
    return [{ ...place, key, how, value, ...(old && fresh && { was: old.value }) }];
  });
}

function howOf(before: unknown, is: unknown): Alteration['how'] {
  if (before === undefined) return 'added';
  return is === undefined ? 'removed' : 'changed';
}

const isBaseline = ({ file }: Document): boolean => file === baselineName || file.endsWith(`/${baselineName}`);

interface Setting {
  readonly key: string;
  readonly pointer: Pointer;
  readonly text: string;
  readonly value: Json;
}
const byName = new Set(['rules', 'files', 'assumptions', 'knownValues', 'ci']);
const byEntry = new Set(['suppress', 'accept', 'overrides', 'policies']);

/** The settings of a file by their identity: the name, or for an entry of a list its contents. */
function settingsIn(document: Document | undefined): Map<string, Setting> {
  const settings = new Map<string, Setting>(),
    value = document?.value;
  if (!isObject(value)) return settings;
  for (const [key, setting] of Object.entries(value)) {
    const pointer = join('', key);
    const add = (name: string, at: Pointer, of: Json, text = settingName(at)): unknown =>
      settings.set(`${key} ${name}`, { key, pointer: at, text, value: of });
    if (key === '$schema') continue;
    if (byName.has(key) && isObject(setting))
      for (const [name, one] of Object.entries(setting)) add(name, join(pointer, name), one);
    else if (byEntry.has(key) && isArray(setting))
      for (const [i, one] of setting.entries()) {
        const id = key === 'policies' ? property(one, 'id') : undefined;
        if (typeof id === 'string') add(id, `${pointer}/${i}`, one, `policies.${id}`);
        else add(JSON.stringify(one), `${pointer}/${i}`, one);
      }
    else add('', pointer, setting);
  }
  return settings;
}

/** A baseline is one setting, shown at the first entry that differs. */
function baselineAlterations(before: Document | undefined, is: Document | undefined): Alteration[] {
  const entries = (document: Document | undefined): readonly Json[] => {
    const findings = property(document?.value, 'findings');
    return isArray(findings) ? findings : [];
  };
  const left = new Set(entries(before).map(one => JSON.stringify(one)));
  const added = entries(is).findIndex(one => !left.delete(JSON.stringify(one)));
  if (added < 0 && left.size === 0 && (before === undefined) === (is === undefined)) return [];
  const pointer: Pointer = is && added >= 0 ? `/findings/${added}` : '';
  const how = howOf(before, is);
  return [{ ...settingPlace({ document: (is ?? before)!, pointer }, 'baseline'), key: 'baseline', how, value: null }];
}

/**
 * The configuration with the judging settings of one and the facts of another.
 * @param accepted what the change accepts with a reason
 */
export function judgingWith(
  judge: Configuration,
  now: Configuration,
  accepted: Pick<Configuration, 'suppress'> & Pick<WorkspaceSettings, 'accept'>,
): Configuration {
  const { liveTags, refusedAssumptions, ...own } = now.facts,
    { refusedAssumptions: refused } = judge.facts;
  return {
    ...judge,
    facts: {
      ...own,
      ...(liveTags && { liveTags }),
      ...(refused && { refusedAssumptions: refused }),
      accept: accepted.accept,
    },
    kindOf: file => configuredKind(kindGiven(judge.kindOf(file)), namesGiven(now.kindOf(file))),
    suppress: accepted.suppress,
    acceptances: [],
  };
}

/** An entry that accepts findings, and its identity: everything but its reason. */
interface AcceptingEntry {
  readonly same: string;
  readonly place: SettingPlace;
  /** `suppress out-of-range in agents/desk.agent.json` */
  readonly words: string;
}

/** The entries of `suppress` and `accept`. @param pathOf how files are named, from those of the workspace */
export const acceptingEntries = (
  { suppress, acceptances }: Configuration,
  pathOf: (file: string) => string,
): AcceptingEntry[] => [
  ...suppress.map(({ rule, file, at, until = '', ...stated }) => ({
    same: JSON.stringify([rule, pathOf(file), at, until]),
    place: settingPlace(stated),
    words: `suppress ${rule} in ${file}`,
  })),
  ...acceptances.map(({ reference, until = '', ...stated }) => ({
    same: JSON.stringify([reference, until]),
    place: settingPlace(stated),
    words: `accept ${reference}`,
  })),
];
