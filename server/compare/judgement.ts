import { roleOf, settingPlace, type Alteration, type SettingPlace } from '../core/configuration/judging.ts';
import {
  appliesTo,
  layerIn,
  type Configuration,
  type ConfigurationPlace,
} from '../core/configuration/configuration.ts';
import { markSuperseded } from '../core/index/superseded.ts';
import { lintWorkspace, stableOf } from '../core/configuration/suppressions-and-baseline.ts';
import { isNoReason } from '../core/configuration/suppress.ts';
import { keyOf, type Baseline } from '../core/configuration/baseline.ts';
import { liveInFile } from '../core/domain/live-places.ts';
import { Document } from '../core/document.ts';
import type { RuleSet } from '../core/engine/lint.ts';
import { pointerOf, severities, type Finding, type LiveVersion } from '../core/finding.ts';
import { configuredKind, configuredKindOf, configuredNamesOf } from '../core/kinds.ts';
import { isArray, property } from '../core/json/json.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { count } from '../core/wording.ts';
import { isErrorBody } from '../core/layout.ts';
import { defaultSettings } from '../core/workspace/workspace-settings.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { hasEntries } from './entries.ts';
import { countsInWords, effectOf, emptyCounts, judgingKeys, type Counts, type LiveTags } from './judgement-words.ts';
import { newSince } from './new-findings.ts';

/** A current workspace, and its findings under certain settings. */
interface Side {
  /** The absolute path of a file of the workspace. */
  pathOf(file: string): string;
  /** The path of a file in the workspace; undefined outside of the root. */
  fileAt(path: string): string | undefined;
  readonly workspace: Workspace;
  readonly configuration: Configuration;
  readonly rules: RuleSet;
  /** All findings in the workspace. */
  readonly allFindings: readonly Finding[];
  /** The findings that are new since the base. */
  readonly findings: readonly Finding[];
  /** The findings that the baseline accepts. */
  readonly baselinedFindings: readonly Finding[];
}
export interface NowSide extends Side {
  readonly baseline: Baseline | undefined;
  /** The document of the baseline file. */
  readonly baselineText: Document | undefined;
  /** The workspace before the change; undefined if every finding counts as new. */
  readonly formerWorkspace: Workspace | undefined;
  /** Files that are reported because their kind is no longer known. */
  readonly unreadableFiles: ReadonlySet<string>;
  /** The names of all existing files of any kind. */
  readonly files: ReadonlySet<string>;
}
export interface FormerSide extends Side {
  /** The workspace before the change. */
  readonly formerWorkspace: Workspace;
  /** The former settings, without any current setting. */
  readonly settings: Configuration;
}

/** The same files under two settings: the current settings, and the settings before the change. */
interface Bench {
  readonly currentSides: readonly NowSide[];
  /** The sides under the former settings; empty if the settings are the same. */
  readonly formerSides: readonly FormerSide[];
  /** The alterations of settings files; file paths are absolute. */
  readonly alterations: readonly Alteration[];
  /** Whether a file (absolute path) was given to the run. */
  isAsked(path: string): boolean;
  /** Whether a finding in a file (absolute path) makes the run fail. */
  fails(path: string, finding: Finding): boolean;
}

/** The findings and files that a change of settings hides. File paths are absolute. */
export interface Judgement {
  /** Findings that would make the run fail, shown by the former settings but not by the current ones. */
  readonly hiddenFindings: readonly {
    readonly finding: Finding;
    readonly side: Side;
    readonly setting: SettingPlace;
  }[];
  /** Files that are no longer checked. */
  readonly unchecked: readonly {
    readonly path: string;
    readonly setting: SettingPlace;
    readonly liveVersions: readonly LiveVersion[];
    readonly side: Pick<Side, 'pathOf'>;
  }[];
  readonly settings: readonly (SettingPlace & { readonly effect: string })[];
  /** Findings that only the stricter current settings show, in text that the change did not touch. */
  readonly stricterFindings: ReadonlySet<Finding>;
  /** The reasons why the change fails; empty if it does not fail. */
  readonly reasons: readonly string[];
}

/** Judges a change of settings by the findings under the former and the current ones. */
export function judgement(bench: Bench): Judgement {
  const { currentSides, formerSides, alterations } = bench;
  const counts = new Map<Alteration, Counts>();
  const countsOf = (place: SettingPlace): Counts => {
    const alteration = alterationAt(place, alterations),
      ownCounts = (alteration && counts.get(alteration)) ?? emptyCounts();
    if (alteration) counts.set(alteration, ownCounts);
    return ownCounts;
  };
  const hiddenFindings = formerSides.flatMap(side =>
    hiddenFindingsOf(side, bench).map(finding => ({ finding, side, setting: settingHiding(finding, side, bench) })),
  );
  for (const { setting, finding } of hiddenFindings) countsOf(setting).hiddenFindings.push(finding);
  const uncheckedFiles = uncheckedFilesOf(bench);
  for (const { setting } of uncheckedFiles) countsOf(setting).uncheckedCount++;
  const stricterFindings = new Set<Finding>();
  for (const side of formerSides.length > 0 ? currentSides : [])
    for (const { finding, setting } of stricterFindingsOf(side, bench)) {
      stricterFindings.add(finding);
      if (bench.isAsked(side.pathOf(finding.file))) countsOf(setting).shownCount++;
    }
  for (const alteration of alterations.filter(({ key }) => roleOf(key) === 'states'))
    for (const finding of currentSides.flatMap(side =>
      silencedBy(alteration.key, side, formerSides).filter(({ file }) => bench.isAsked(side.pathOf(file))),
    ))
      countsOf(alteration).silencedFindings.push(finding);
  const fileCount = currentSides.reduce((sum, { workspace }) => sum + workspace.documents.length, 0),
    servingFiles = uncheckedFiles.filter(({ isServing }) => isServing),
    findings = hiddenFindings.map(({ finding }) => finding);
  return {
    hiddenFindings: hiddenFindings,
    unchecked: uncheckedFiles,
    stricterFindings: stricterFindings,
    settings: alterations
      .filter(
        alteration =>
          counts.has(alteration) ||
          bench.isAsked(alteration.file) ||
          !currentSides.some(side => isPart(alteration, side)),
      )
      .map(alteration => ({
        text: alteration.text,
        file: alteration.file,
        line: alteration.line,
        effect: effectOf(alteration, counts.get(alteration), liveTagsOf(alteration, bench)),
      })),
    reasons: [
      ...(findings.length > 0 ? [`${countsInWords(findings, 'new ')} hidden by settings that the change alters`] : []),
      ...(servingFiles.length > 0
        ? [
            `${count(servingFiles.length, 'file that serves callers is', 'files that serve callers are')} no longer checked`,
          ]
        : []),
      ...(servingFiles.length === 0 && uncheckedFiles.length > 0 && fileCount === 0
        ? [`no file is checked any more; the base checked ${count(uncheckedFiles.length, 'file')}`]
        : []),
    ],
  };
}

/** Whether the file of a setting belongs to a side, as its baseline or as a layer of its configuration. */
const isPart = ({ file }: SettingPlace, { pathOf, configuration, baselineText }: NowSide): boolean =>
  baselineText?.file === file || configuration.layers.some(layer => pathOf(layer.file) === file);

/** The live tags before the change and now, in the workspace to which an altered setting belongs. */
function liveTagsOf(setting: Alteration, { currentSides, formerSides }: Bench): LiveTags {
  const currentSide = currentSides.find(side => isPart(setting, side)) ?? currentSides[0],
    base = currentSide && sideOf(currentSide.pathOf('.'), formerSides);
  // the settings in force mix both states, so the current live tags are read from the settings files
  const tagLists = currentSide?.configuration.layers.flatMap(({ value }) => {
    const tags = property(value, 'liveTags');
    return isArray(tags) ? [tags as readonly string[]] : [];
  });
  return {
    before: base?.settings.facts.liveTags ?? defaultSettings.liveTags,
    after: tagLists?.length ? tagLists.flat() : defaultSettings.liveTags,
  };
}

/** The alteration around a place in settings. */
const alterationAt = ({ text, file }: SettingPlace, alterations: readonly Alteration[]): Alteration | undefined =>
  alterations.find(alteration => alteration.text === text && alteration.file === file) ??
  alterations.find(alteration => alteration.file === file && text.startsWith(alteration.text)) ??
  alterations.find(alteration => alteration.text === text);

const placeOf = (finding: Finding, side: Pick<Side, 'pathOf'>): string =>
  JSON.stringify([side.pathOf(finding.file), pointerOf(finding.target)]);

/** Returns whether one of the sides shows a finding with at least the same severity. */
function visibilityIn(sides: readonly Side[]): (finding: Finding, side: Side) => boolean {
  const keyIn = (finding: Finding, side: Side): string => JSON.stringify([placeOf(finding, side), finding.rule]),
    levelOf = ({ severity }: Finding): number => severities.indexOf(severity),
    levels = new Map<string, number>();
  for (const side of sides)
    for (const finding of side.allFindings)
      levels.set(keyIn(finding, side), Math.min(levels.get(keyIn(finding, side)) ?? Infinity, levelOf(finding)));
  return (finding, side) => (levels.get(keyIn(finding, side)) ?? Infinity) <= levelOf(finding);
}

/** New findings that make the run fail under the former settings but not under the current ones. */
function hiddenFindingsOf(side: FormerSide, { currentSides, fails }: Bench): readonly Finding[] {
  const { configuration, rules } = side;
  const isFailing = (finding: Finding, records: Side): boolean => fails(records.pathOf(finding.file), finding);
  const visibleFindings = groupsOf(
    currentSides.flatMap(side =>
      side.findings.flatMap(finding => (isFailing(finding, side) ? { ...finding, place: placeOf(finding, side) } : [])),
    ),
    ({ place }) => place,
  );
  const isReplacedBy = (path: string, item: string): boolean => rules.replacedBy.get(item)?.has(path) === true;
  const isShown = (finding: Finding): boolean =>
    (visibleFindings.get(placeOf(finding, side)) ?? []).some(
      ({ rule }) => rule === finding.rule || isReplacedBy(rule, finding.rule) || isReplacedBy(finding.rule, rule),
    );
  return side.findings.filter(
    finding => isFailing(finding, side) && !layerIn(configuration, finding.file) && !isShown(finding),
  );
}

/** The current workspace that a file belongs to, or would belong to. */
const sideOf = <S extends Side>(path: string, sides: readonly S[]): S | undefined =>
  sides
    .map(side => ({ side, file: side.fileAt(path) }))
    .filter(({ file }) => file !== undefined)
    .sort((a, b) => a.file!.length - b.file!.length)
    .at(0)?.side;

/** A place in a side's settings. */
const placeInSide = (source: ConfigurationPlace, side: Pick<Side, 'pathOf'>): SettingPlace => {
  const place = settingPlace(source);
  return { ...place, file: side.pathOf(place.file) };
};

function settingHiding(finding: Finding, side: FormerSide, bench: Bench): SettingPlace {
  const path = side.pathOf(finding.file),
    currentSide = sideOf(path, bench.currentSides);
  return (
    (currentSide && hidingSetting(path, finding, currentSide, baselinePlaceOf)) ??
    alterationFor(finding.rule, bench) ??
    settingsOf(path, currentSide ?? side)
  );
}

/** The setting of a side that hides a finding, or lowers its severity below error. */
function hidingSetting<S extends Side>(
  path: string,
  finding: Finding,
  side: S,
  inBaseline: (finding: Finding, side: S) => SettingPlace | undefined,
): SettingPlace | undefined {
  const { configuration, workspace } = side,
    file = side.fileAt(path)!;
  if (!workspace.document(file)) return ignoringSetting(file, side);
  const source = configuration.sourceOf(finding.rule, file),
    severity = configuration.severityOf(finding.rule, file);
  if (source && severity && (severity === 'off' || severities.indexOf(severity) > severities.indexOf(finding.severity)))
    return placeInSide(source, side);
  const isBaselined = side.baselinedFindings.some(
    entry =>
      entry.rule === finding.rule && entry.file === file && pointerOf(entry.target) === pointerOf(finding.target),
  );
  if (isBaselined) return inBaseline({ ...finding, file }, side);
  const entry = configuration.suppress.find(entry => entry.rule === finding.rule && appliesTo(entry, file));
  return entry && isNoReason(entry.reason) ? placeInSide(entry, side) : undefined;
}

/** The setting that ignores a file or a folder around it. */
function ignoringSetting(file: string, side: Side): SettingPlace | undefined {
  const names = file.split('/');
  const ignoringPlace = names
    .map((_, i) => names.slice(0, i + 1).join('/'))
    .filter(path => side.configuration.isIgnored(path))
    .map(path => side.configuration.ignoredBy(path))
    .find(statement => statement !== undefined);
  return ignoringPlace && placeInSide(ignoringPlace, side);
}

/** The entry of a baseline that accepts a finding. */
function baselinePlaceOf(
  finding: Finding,
  { workspace, configuration, baseline, baselineText }: NowSide,
): SettingPlace | undefined {
  if (!baselineText || !baseline) return undefined;
  const key = keyOf({ ...finding, at: stableOf(finding, file => workspace.document(file), configuration) }),
    index = baseline.findIndex(entry => keyOf(entry) === key);
  return settingPlace({ document: baselineText, pointer: index < 0 ? '' : `/findings/${index}` }, 'baseline');
}

/** The alteration that makes a rule report less, for a rule that no current setting restricts. */
function alterationFor(rule: string, { alterations }: Bench, keys = judgingKeys): SettingPlace | undefined {
  return (
    alterations.find(({ text }) => text === `policies.${rule}` || text === `rules.${rule}`) ??
    keys
      .map(key => alterations.find(alteration => alteration.key === key))
      .find(alteration => alteration !== undefined) ??
    alterations.find(({ key }) => roleOf(key) === 'judges')
  );
}

/** The settings file as a whole, for a finding without a known setting as the reason. */
const settingsOf = (path: string, { configuration: { document }, pathOf }: Side): SettingPlace => ({
  text: 'the configuration',
  file: document ? pathOf(document.file) : path,
  line: 1,
});

type UncheckedFile = Judgement['unchecked'][number] & { readonly isServing: boolean };

const withoutRecord = (path: string): SettingPlace => ({ text: 'the file contains no record', file: path, line: 1 });

/** Files that are no longer checked, because of the settings or of their own contents. */
function uncheckedFilesOf(bench: Bench): UncheckedFile[] {
  const { currentSides, formerSides } = bench;
  const checkedFiles = new Set(
      currentSides.flatMap(({ unreadableFiles, pathOf }) => [...unreadableFiles].map(file => pathOf(file))),
    ),
    savedErrors = new Set<string>();
  for (const { workspace, pathOf } of currentSides)
    for (const { file, value } of workspace.documents)
      (isErrorBody(value) ? savedErrors : checkedFiles).add(pathOf(file));
  const byFile = new Map<string, UncheckedFile>();
  const add = (
    file: string,
    { pathOf, workspace }: Pick<Side, 'pathOf' | 'workspace'>,
    wasThere: boolean,
    setting: (path: string) => SettingPlace,
  ): void => {
    const path = pathOf(file);
    if (checkedFiles.has(path) || byFile.has(path) || !bench.isAsked(path)) return;
    const liveVersions = liveInFile(file, workspace),
      isServing = liveVersions.length > 0 || hasEntries(file, workspace);
    // a new file was never checked, and a saved API error has a finding; but a file that serves callers must be checked
    if ((wasThere && !savedErrors.has(path)) || isServing)
      byFile.set(path, { path, setting: setting(path), liveVersions: liveVersions, side: { pathOf }, isServing });
  };
  const hidingSettingIn = (path: string, side: FormerSide): SettingPlace => {
    const currentSide = sideOf(path, currentSides);
    return (
      (currentSide && ignoringSetting(currentSide.fileAt(path)!, currentSide)) ??
      alterationFor('', bench, ['files', 'ignore', 'extends']) ??
      settingsOf(path, currentSide ?? side)
    );
  };
  for (const side of formerSides)
    for (const { file } of side.workspace.documents)
      add(file, side, side.formerWorkspace.document(file) !== undefined, path => hidingSettingIn(path, side));
  for (const { formerWorkspace: workspace, files, pathOf } of currentSides)
    for (const { file } of workspace?.documents ?? [])
      if (files.has(file)) add(file, { pathOf, workspace: workspace! }, true, withoutRecord);
  return [...byFile.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Findings that only the current settings show, in text that the change did not touch. */
function stricterFindingsOf(side: NowSide, bench: Bench): Omit<Judgement['hiddenFindings'][number], 'side'>[] {
  const { formerWorkspace, configuration, workspace, rules } = side;
  if (!formerWorkspace) return [];
  const isShown = visibilityIn(bench.formerSides);
  const configurationFindings = side.allFindings.filter(
    finding => !layerIn(configuration, finding.file) && workspace.document(finding.file) && !isShown(finding, side),
  );
  const isNew = new Set(newSince(configurationFindings, { workspace, configuration }, formerWorkspace, rules));
  return configurationFindings.flatMap(finding => {
    if (isNew.has(finding)) return [];
    const path = side.pathOf(finding.file),
      formerSide = sideOf(path, bench.formerSides);
    const settingSource = configuration.sourceOf(finding.rule, finding.file);
    const setting =
      (settingSource && alterationAt(placeInSide(settingSource, side), bench.alterations)) ??
      (formerSide &&
        hidingSetting(path, finding, formerSide, () => bench.alterations.find(({ key }) => key === 'baseline'))) ??
      alterationFor(finding.rule, bench) ??
      bench.alterations[0];
    return setting ? [{ finding, setting }] : [];
  });
}

/** The findings under the former facts that a new fact silences. */
function silencedBy(key: string, side: NowSide, formerSides: readonly FormerSide[]): Finding[] {
  const [first] = side.workspace.documents,
    baseSettings = first && sideOf(side.pathOf(first.file), formerSides)?.settings;
  if (!baseSettings) return [];
  const { workspace, configuration, rules, baseline, unreadableFiles } = side;
  const isSpelling = key === 'dialect' || key === 'names';
  const documents = isSpelling
    ? workspace.documents.map(
        ({ file, text }) =>
          new Document(
            file,
            text,
            -1,
            configuredKind(configuredKindOf(configuration.kindOf(file)), configuredNamesOf(baseSettings.kindOf(file))),
          ),
      )
    : workspace.documents;
  const fact = isSpelling
    ? {}
    : { [key]: { ...defaultSettings, ...baseSettings.facts }[key as keyof typeof defaultSettings] };
  const before = new Workspace(documents, { ...workspace.facts, ...fact });
  // a reference to a record of a kind declared complete may still be shown, but only as a warning
  const isShown = visibilityIn([side]);
  return markSuperseded(lintWorkspace(before, rules, configuration, baseline, unreadableFiles).findings, before).filter(
    finding => finding.severity !== 'info' && !layerIn(configuration, finding.file) && !isShown(finding, side),
  );
}
