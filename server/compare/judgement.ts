import type { Alteration, SettingPlace } from '../core/configuration/judging.ts';
import { roleOf, settingPlace } from '../core/configuration/judging.ts';
import { covers, layerIn, type Configuration, type Stated } from '../core/configuration/configuration.ts';
import { markPast } from '../core/index/superseded.ts';
import { lintWorkspace, stableOf } from '../core/configuration/suppressions-and-baseline.ts';
import { isNoReason } from '../core/configuration/suppress.ts';
import { keyOf, type Baseline } from '../core/configuration/baseline.ts';
import { liveInFile } from '../core/domain/live-places.ts';
import { Document } from '../core/document.ts';
import type { RuleSet } from '../core/engine/lint.ts';
import { pointerOf, severities, type Finding, type LiveVersion } from '../core/finding.ts';
import { configuredKind, kindGiven, namesGiven } from '../core/kinds.ts';
import { isArray, property } from '../core/json/json.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { count } from '../core/wording.ts';
import { defaultSettings } from '../core/workspace/workspace-settings.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { entriesOf } from './entries.ts';
import { effectOf, inWords, type Counts, type LiveTags } from './judgement-words.ts';
import { newSince } from './new-findings.ts';

/** A current workspace, and its findings under certain settings. */
interface Side {
  /** The absolute path of a file of the workspace. */
  pathOf(file: string): string;
  /** Its name in the workspace; undefined if it is not below the root. */
  fileAt(path: string): string | undefined;
  readonly workspace: Workspace;
  readonly configuration: Configuration;
  readonly rules: RuleSet;
  /** All findings. */
  readonly all: readonly Finding[];
  /** The findings that the change brings. */
  readonly findings: readonly Finding[];
  /** The findings that the baseline accepts. */
  readonly baselined: readonly Finding[];
}
export interface NowSide extends Side {
  readonly baseline: Baseline | undefined;
  /** The baseline as written. */
  readonly baselineText: Document | undefined;
  /** The files as they were; undefined where everything counts as new. */
  readonly past: Workspace | undefined;
  /** Files that no longer have a known kind, which is reported. */
  readonly unreadable: ReadonlySet<string>;
  /** Files that exist, of whatever kind. */
  readonly files: ReadonlySet<string>;
}
export interface FormerSide extends Side {
  /** The files as they were. */
  readonly past: Workspace;
  /** The former settings as they were. */
  readonly settings: Configuration;
}

/** Two benches over the same files: the settings of now, and those from before the change. */
interface Bench {
  readonly now: readonly NowSide[];
  /** Empty if the settings are the same. */
  readonly former: readonly FormerSide[];
  /** What the change alters in settings files; files are absolute. */
  readonly altered: readonly Alteration[];
  /** Which files, absolute, are asked about. */
  isAsked(path: string): boolean;
  /** Whether a finding in such a file makes the run fail. */
  fails(path: string, finding: Finding): boolean;
}

/** What a change of settings hides. Files are absolute. */
export interface Judgement {
  /** Findings that would make the run fail: the former settings show them, the current ones do not. */
  readonly hidden: readonly { readonly finding: Finding; readonly side: Side; readonly by: SettingPlace }[];
  /** Files that were checked. */
  readonly unchecked: readonly {
    readonly path: string;
    readonly by: SettingPlace;
    readonly live: readonly LiveVersion[];
    readonly side: Pick<Side, 'pathOf'>;
  }[];
  readonly settings: readonly (SettingPlace & { readonly effect: string })[];
  /** Findings that only the stricter current settings show, in text that the change did not touch. */
  readonly stricter: ReadonlySet<Finding>;
  /** Why the change fails; empty if it does not. */
  readonly because: readonly string[];
}

/** Judges a change of settings by the findings under the former and the current ones. */
export function judgement(bench: Bench): Judgement {
  const { now, former, altered } = bench;
  const counts = new Map<Alteration, Counts>();
  const countsOf = (by: SettingPlace): Counts => {
    const alteration = alterationAt(by, altered),
      own = (alteration && counts.get(alteration)) ?? { hides: [], shows: 0, unchecked: 0, silences: [] };
    if (alteration) counts.set(alteration, own);
    return own;
  };
  const hidden = former.flatMap(side =>
    hiddenIn(side, bench).map(finding => ({ finding, side, by: whyHidden(finding, side, bench) })),
  );
  for (const { by, finding } of hidden) countsOf(by).hides.push(finding);
  const unchecked = uncheckedIn(bench);
  for (const { by } of unchecked) countsOf(by).unchecked++;
  const stricter = new Set<Finding>();
  for (const side of former.length > 0 ? now : [])
    for (const { finding, by } of stricterIn(side, bench)) {
      stricter.add(finding);
      if (bench.isAsked(side.pathOf(finding.file))) countsOf(by).shows++;
    }
  for (const alteration of altered.filter(({ key }) => roleOf(key) === 'states'))
    for (const one of now.flatMap(side =>
      silencedBy(alteration.key, side, former).filter(({ file }) => bench.isAsked(side.pathOf(file))),
    ))
      countsOf(alteration).silences.push(one);
  const checked = now.reduce((sum, { workspace }) => sum + workspace.documents.length, 0),
    serving = unchecked.filter(({ isServing }) => isServing);
  return {
    hidden,
    unchecked,
    stricter,
    settings: altered
      .filter(one => counts.has(one) || bench.isAsked(one.file) || !now.some(side => isPart(one, side)))
      .map(one => ({
        text: one.text,
        file: one.file,
        line: one.line,
        effect: effectOf(one, counts.get(one), liveTagsOf(one, bench)),
      })),
    because: [
      ...(hidden.length > 0
        ? [
            `${inWords(
              hidden.map(({ finding }) => finding),
              'new ',
            )} hidden by settings that the change alters`,
          ]
        : []),
      ...(serving.length > 0 ? [`${count(serving.length, 'file')} that callers are served by no longer checked`] : []),
      ...(serving.length === 0 && unchecked.length > 0 && checked === 0
        ? [`nothing is checked any more; the base had ${count(unchecked.length, 'file')}`]
        : []),
    ],
  };
}

/** Whether the file of a setting is there, so that it can be asked about. */
const isPart = ({ file }: SettingPlace, { pathOf, configuration, baselineText }: NowSide): boolean =>
  baselineText?.file === file || configuration.layers.some(layer => pathOf(layer.file) === file);

/** The live tags in the settings that a file belongs to, before the change and now. */
function liveTagsOf(setting: Alteration, { now, former }: Bench): LiveTags {
  const is = now.find(side => isPart(setting, side)) ?? now[0],
    base = is && sideOf(is.pathOf('.'), former);
  // the judging settings combine both sides, so the written ones count
  const written = is?.configuration.layers.flatMap(({ value }) => {
    const tags = property(value, 'liveTags');
    return isArray(tags) ? [tags as readonly string[]] : [];
  });
  return {
    before: base?.settings.facts.liveTags ?? defaultSettings.liveTags,
    now: written?.length ? written.flat() : defaultSettings.liveTags,
  };
}

/** The alteration that a place in settings is part of. */
const alterationAt = ({ text, file }: SettingPlace, altered: readonly Alteration[]): Alteration | undefined =>
  altered.find(one => one.text === text && one.file === file) ??
  altered.find(one => one.file === file && text.startsWith(one.text)) ??
  altered.find(one => one.text === text);

const placeOf = (finding: Finding, side: Pick<Side, 'pathOf'>): string =>
  JSON.stringify([side.pathOf(finding.file), pointerOf(finding.target)]);

/** Whether some sides show a finding, at least as severely. */
function shownIn(sides: readonly Side[]): (finding: Finding, from: Side) => boolean {
  const keyIn = (one: Finding, from: Side): string => JSON.stringify([placeOf(one, from), one.rule]),
    levelOf = ({ severity }: Finding): number => severities.indexOf(severity),
    levels = new Map<string, number>();
  for (const side of sides)
    for (const one of side.all)
      levels.set(keyIn(one, side), Math.min(levels.get(keyIn(one, side)) ?? Infinity, levelOf(one)));
  return (one, from) => (levels.get(keyIn(one, from)) ?? Infinity) <= levelOf(one);
}

/** New findings under the former settings that make the run fail, and that the current ones do not show as such. */
function hiddenIn(side: FormerSide, { now, fails }: Bench): readonly Finding[] {
  const { configuration, rules } = side;
  const isFailing = (one: Finding, of: Side): boolean => fails(of.pathOf(one.file), one);
  const visible = groupsOf(
    now.flatMap(is => is.findings.flatMap(one => (isFailing(one, is) ? { ...one, place: placeOf(one, is) } : []))),
    ({ place }) => place,
  );
  const replaces = (one: string, other: string): boolean => rules.replacedBy.get(other)?.has(one) === true;
  const isShown = (finding: Finding): boolean =>
    (visible.get(placeOf(finding, side)) ?? []).some(
      ({ rule }) => rule === finding.rule || replaces(rule, finding.rule) || replaces(finding.rule, rule),
    );
  return side.findings.filter(one => isFailing(one, side) && !layerIn(configuration, one.file) && !isShown(one));
}

/** The current workspace that a file belongs to, or would belong to. */
const sideOf = <S extends Side>(path: string, sides: readonly S[]): S | undefined =>
  sides
    .map(side => ({ side, file: side.fileAt(path) }))
    .filter(({ file }) => file !== undefined)
    .sort((a, b) => a.file!.length - b.file!.length)
    .at(0)?.side;

/** A place in the settings of a side, by absolute path. */
const inSide = (stated: Stated, side: Pick<Side, 'pathOf'>): SettingPlace => {
  const place = settingPlace(stated);
  return { ...place, file: side.pathOf(place.file) };
};

function whyHidden(finding: Finding, side: FormerSide, bench: Bench): SettingPlace {
  const path = side.pathOf(finding.file),
    now = sideOf(path, bench.now);
  return (
    (now && whyNot(path, finding, now, inBaselineText)) ?? whyLost(finding.rule, bench) ?? inSideOf(path, now ?? side)
  );
}

/** The setting of a side that hides a finding, or keeps it from being an error. */
function whyNot<S extends Side>(
  path: string,
  finding: Finding,
  side: S,
  inBaseline: (finding: Finding, side: S) => SettingPlace | undefined,
): SettingPlace | undefined {
  const { configuration, workspace } = side,
    file = side.fileAt(path)!;
  if (!workspace.document(file)) return whyUnchecked(file, side);
  const source = configuration.sourceOf(finding.rule, file),
    severity = configuration.severityOf(finding.rule, file);
  if (source && severity && (severity === 'off' || severities.indexOf(severity) > severities.indexOf(finding.severity)))
    return inSide(source, side);
  const isBaselined = side.baselined.some(
    one => one.rule === finding.rule && one.file === file && pointerOf(one.target) === pointerOf(finding.target),
  );
  if (isBaselined) return inBaseline({ ...finding, file }, side);
  const entry = configuration.suppress.find(one => one.rule === finding.rule && covers(one, file));
  return entry && isNoReason(entry.reason) ? inSide(entry, side) : undefined;
}

/** The setting that ignores a file, or a folder that it is in. */
function whyUnchecked(file: string, side: Side): SettingPlace | undefined {
  const names = file.split('/');
  const by = names
    .map((_, i) => names.slice(0, i + 1).join('/'))
    .filter(path => side.configuration.ignored(path))
    .map(path => side.configuration.ignoredBy(path))
    .find(statement => statement !== undefined);
  return by && inSide(by, side);
}

/** The entry of a baseline that accepts a finding. */
function inBaselineText(
  finding: Finding,
  { workspace, configuration, baseline, baselineText }: NowSide,
): SettingPlace | undefined {
  if (!baselineText || !baseline) return undefined;
  const key = keyOf({ ...finding, at: stableOf(finding, file => workspace.document(file), configuration) }),
    index = baseline.findIndex(entry => keyOf(entry) === key);
  return settingPlace({ document: baselineText, pointer: index < 0 ? '' : `/findings/${index}` }, 'baseline');
}

/** The alteration that makes a rule report less, if no current setting does so itself. */
function whyLost(rule: string, { altered }: Bench, keys = judgingKeys): SettingPlace | undefined {
  return (
    altered.find(({ text }) => text === `policies.${rule}` || text === `rules.${rule}`) ??
    keys.map(key => altered.find(one => one.key === key)).find(one => one !== undefined) ??
    altered.find(({ key }) => roleOf(key) === 'judges')
  );
}
const judgingKeys = [
  'files',
  'ignore',
  'overrides',
  'rules',
  'select',
  'extends',
  'policies',
  'assumptions',
  'liveTags',
];

/** Where nothing more precise is known. */
const inSideOf = (path: string, { configuration: { document }, pathOf }: Side): SettingPlace => ({
  text: 'the configuration',
  file: document ? pathOf(document.file) : path,
  line: 1,
});

type Unchecked = Judgement['unchecked'][number] & { readonly isServing: boolean };

/** Files that are no longer checked, because of the settings or of their own contents. */
function uncheckedIn(bench: Bench): Unchecked[] {
  const { now, former } = bench;
  const checked = new Set(
    now.flatMap(({ workspace, unreadable, pathOf }) =>
      [...workspace.documents.map(({ file }) => file), ...unreadable].map(file => pathOf(file)),
    ),
  );
  const byFile = new Map<string, Unchecked>();
  const add = (
    file: string,
    { pathOf, workspace }: Pick<Side, 'pathOf' | 'workspace'>,
    wasThere: boolean,
    why: (path: string) => SettingPlace,
  ): void => {
    const path = pathOf(file);
    if (checked.has(path) || byFile.has(path) || !bench.isAsked(path)) return;
    const live = liveInFile(file, workspace),
      isServing =
        live.length > 0 ||
        (workspace.records(file)?.phoneNumbers.length ?? 0) > 0 ||
        entriesOf(workspace).some(entry => entry.file === file);
    // one that was moved or is new was not checked, but callers must not be served by what nobody checks
    if (wasThere || isServing) byFile.set(path, { path, by: why(path), live, side: { pathOf }, isServing });
  };
  const whyIn = (path: string, side: FormerSide): SettingPlace => {
    const is = sideOf(path, now);
    return (
      (is && whyUnchecked(is.fileAt(path)!, is)) ??
      whyLost('', bench, ['files', 'ignore', 'extends']) ??
      inSideOf(path, is ?? side)
    );
  };
  for (const side of former)
    for (const { file } of side.workspace.documents)
      add(file, side, side.past.document(file) !== undefined, path => whyIn(path, side));
  for (const { past: workspace, files, pathOf } of now)
    for (const { file } of workspace?.documents ?? [])
      if (files.has(file))
        add(file, { pathOf, workspace: workspace! }, true, path => ({ text: 'its content', file: path, line: 1 }));
  return [...byFile.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Findings that only the current settings show, in text that the change did not touch. */
function stricterIn(side: NowSide, bench: Bench): { readonly finding: Finding; readonly by: SettingPlace }[] {
  const { past, configuration, workspace, rules } = side;
  if (!past) return [];
  const isShown = shownIn(bench.former);
  const only = side.all.filter(
    one => !layerIn(configuration, one.file) && workspace.document(one.file) && !isShown(one, side),
  );
  const isNew = new Set(newSince(only, { workspace, configuration }, past, rules));
  return only.flatMap(finding => {
    if (isNew.has(finding)) return [];
    const path = side.pathOf(finding.file),
      former = sideOf(path, bench.former);
    const own = configuration.sourceOf(finding.rule, finding.file);
    const by =
      (own && alterationAt(inSide(own, side), bench.altered)) ??
      (former && whyNot(path, finding, former, () => bench.altered.find(({ key }) => key === 'baseline'))) ??
      whyLost(finding.rule, bench) ??
      bench.altered[0];
    return by ? [{ finding, by }] : [];
  });
}

/** Findings that a new fact silences: those under the facts stated before. */
function silencedBy(key: string, side: NowSide, former: readonly FormerSide[]): Finding[] {
  const [first] = side.workspace.documents,
    baseSettings = first && sideOf(side.pathOf(first.file), former)?.settings;
  if (!baseSettings) return [];
  const { workspace, configuration, rules, baseline, unreadable } = side;
  const isSpelling = key === 'dialect' || key === 'names';
  const documents = isSpelling
    ? workspace.documents.map(
        ({ file, text }) =>
          new Document(
            file,
            text,
            -1,
            configuredKind(kindGiven(configuration.kindOf(file)), namesGiven(baseSettings.kindOf(file))),
          ),
      )
    : workspace.documents;
  const fact = isSpelling
    ? {}
    : { [key]: { ...defaultSettings, ...baseSettings.facts }[key as keyof typeof defaultSettings] };
  const before = new Workspace(documents, { ...workspace.facts, ...fact });
  // an unknowable reference to something that is complete is still shown, but only as a warning
  const isShown = shownIn([side]);
  return markPast(lintWorkspace(before, rules, configuration, baseline, unreadable).findings, before).filter(
    one => one.severity !== 'info' && !layerIn(configuration, one.file) && !isShown(one, side),
  );
}
