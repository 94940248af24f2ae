import { basename, dirname, join } from 'node:path';
import { alterations, withJudgingOf } from '../../core/configuration/judging.ts';
import { configurationDocument } from '../../core/configuration/read.ts';
import { isNoReason } from '../../core/configuration/suppress.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import type { Document } from '../../core/document.ts';
import type { Finding } from '../../core/finding.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { baselineName, configurationNames, isConfigurationFile } from '../../core/settings-files.ts';
import { judgement, type FormerSide, type Judgement, type NowSide } from '../../compare/judgement.ts';
import { newlyCaused } from '../../compare/new-findings.ts';
import { stateBefore } from '../../state/before.ts';
import { ConfigurationError, settingsText } from '../../state/configuration.ts';
import type { Former } from '../../state/former.ts';
import { openWorkspace, type Settings, type State } from '../../state/open.ts';
import { isWithin, pathIn, pathWithin, gitRootOf } from '../../state/paths.ts';
import type { Source } from '../../state/source.ts';
import { rules } from '../../../rules/index.ts';
import { askGit } from '../terminal/comparing.ts';
import { demandingOf, failsAt } from './failing.ts';
import { lintState, type LintedWorkspace, type LintInput } from './lint-state.ts';
import { wantedRules } from './open-run.ts';
import { isSelected, type SelectedPaths } from './selected-paths.ts';

/** A workspace with the settings of the base and the current files. */
interface FormerWorkspace {
  readonly root: string;
  /** The former settings. */
  readonly settings: Settings;
  readonly side: FormerSide;
}
export interface ChangeJudgement {
  readonly judgement: Judgement;
  readonly formerWorkspaces: readonly FormerWorkspace[];
  /** Whether only the current settings apply, as requested on the command line. */
  readonly isTrusted: boolean;
}
/** A workspace that was checked with the current settings. */
interface CheckedWorkspace extends LintedWorkspace {
  readonly input: LintInput;
}

/**
 * Judges a change also by the settings of the base. Workspaces with unchanged settings are not opened again.
 * @returns the outcomes without the findings in unchanged text that only stricter current settings report
 */
export function judgeFindings(
  checks: readonly LintInput[],
  outcomes: readonly LintedWorkspace[],
  isTrusted: boolean,
  isCi = false,
): { readonly outcomes: readonly LintedWorkspace[]; readonly changeJudgement?: ChangeJudgement } {
  if (checks.every(({ before: base }) => base === undefined)) return { outcomes };
  const results = outcomes.map((outcome, i) => ({ ...outcome, input: checks[i]! })),
    oldWorkspaces = formerWorkspaces(results),
    selections = checks.map(lintInput => lintInput.typedSelection ?? lintInput.selection),
    demandingWorkspaces = isCi ? demandingOf(outcomes, oldWorkspaces) : [];
  const verdict = judgement({
    currentSides: results.map(nowSide),
    formerSides: oldWorkspaces.map(({ side }) => side),
    alterations: alteredSettings(results, oldWorkspaces),
    isAsked: path => selections.some(paths => isSelected(paths, path)),
    fails: (path, finding) => failsAt(path, finding, demandingWorkspaces),
  });
  if (isTrusted)
    return {
      outcomes,
      changeJudgement: {
        judgement: { ...verdict, hiddenFindings: [], unchecked: [], reasons: [] },
        formerWorkspaces: oldWorkspaces,
        isTrusted,
      },
    };
  const isKept = (finding: Finding): boolean => !verdict.stricterFindings.has(finding);
  return {
    outcomes: outcomes.map(outcome => ({
      ...outcome,
      checked: { ...outcome.lintResult, findings: outcome.lintResult.findings.filter(isKept) },
    })),
    changeJudgement: { judgement: verdict, formerWorkspaces: oldWorkspaces, isTrusted },
  };
}

const placesIn = (root: string): Pick<NowSide, 'pathOf' | 'fileAt'> => ({
  pathOf: file => (file.startsWith('../') ? join(root, file) : pathIn(root, file)),
  fileAt: path => (isWithin(root, path) ? pathWithin(root, path) : undefined),
});

function nowSide({ input, workspace, lintResult }: CheckedWorkspace): NowSide {
  const { state, base, rules: run } = input,
    { root, configuration, baseline, source } = state;
  const text = baseline && settingsText(root, baselineName, source);
  return {
    ...placesIn(root),
    workspace,
    configuration,
    rules: run,
    allFindings: lintResult.allFindings,
    findings: lintResult.findings,
    baselinedFindings: lintResult.allBaselined,
    baseline,
    baselineText: text === undefined ? undefined : configurationDocument(text, join(root, baselineName)),
    formerWorkspace: base?.workspace,
    unreadableFiles: new Set(state.unreadableFindings.map(({ file }) => file)),
    files: new Set(state.files),
  };
}

/** Opens the current files with the settings of the base, workspace by workspace. */
function formerWorkspaces(results: readonly CheckedWorkspace[]): FormerWorkspace[] {
  const unaltered = new Set(results.filter(({ input }) => !input.judge).map(({ input }) => input.state.root));
  const formerWorkspaces = new Map<string, FormerWorkspace>();
  const pendingCheckouts = results.flatMap(({ input: { judge } }) => judge ?? []);
  for (let next = pendingCheckouts.shift(); next; next = pendingCheckouts.shift()) {
    const { root, checkout } = next;
    if (formerWorkspaces.has(root)) continue;
    const state = openFormer(next, results);
    const nestedResults = results.filter(
      ({ input }) => isWithin(root, input.state.root) || isWithin(input.state.root, root),
    );
    formerWorkspaces.set(root, formerSide(next, state, nestedResults));
    for (const folder of state.nestedFolders)
      if (
        !unaltered.has(folder) &&
        nestedResults.some(({ input }) => hasSelected(input.typedSelection ?? input.selection, folder))
      )
        pendingCheckouts.push(...usableFormers(() => checkout.at(folder)));
  }
  return [...formerWorkspaces.values()];
}

/** The former settings that `open` returns; empty if they could not be used before the change either. */
function usableFormers(openFormer: () => Former): Former[] {
  try {
    return [askGit(openFormer)];
  } catch (error) {
    if (error instanceof ConfigurationError) return [];
    throw error;
  }
}

/** Whether a folder contains selected paths. */
const hasSelected = ({ folders, globs, files }: SelectedPaths, root: string): boolean =>
  globs.length > 0 ||
  folders.some(folder => isWithin(folder, root) || isWithin(root, folder)) ||
  [...files].some(file => isWithin(root, file));

function openFormer({ root, settings, checkout }: Former, results: readonly CheckedWorkspace[]): State {
  const checkoutRoot = gitRootOf(root);
  const repositoryResults = results.filter(({ input }) => gitRootOf(input.state.root) === checkoutRoot),
    nearestResult =
      repositoryResults.find(({ input }) => input.state.root === root) ??
      repositoryResults.find(({ input }) => isWithin(input.state.root, root)) ??
      repositoryResults[0]!;
  const { configuration, unreadableFindings } = nearestResult.input.state,
    { workspace } = nearestResult;
  const unreadableFiles = new Set(unreadableFindings.map(({ file }) => file));
  const judgingConfiguration = withJudgingOf(
    settings.configuration,
    configuration,
    acceptedIn(root, settings.configuration, repositoryResults),
  );
  const isSameKind = (file: string): boolean => judgingConfiguration.kindOf(file) === configuration.kindOf(file);
  return openWorkspace(
    { ...settings, configuration: judgingConfiguration },
    {
      today: workspace.facts.today,
      source: checkout.source,
      // the documents are those of the first check, so that nothing is read or parsed twice
      remembered: path => {
        const file = nearestResult.input.state.root === root ? pathWithin(root, path) : undefined;
        return file !== undefined && !unreadableFiles.has(file) && isSameKind(file)
          ? workspace.document(file)
          : undefined;
      },
    },
  );
}

/**
 * The entries of a former configuration that accept findings and have a reason or are still in the current one. Paths
 * are relative to `root`.
 */
function acceptedIn(root: string, formerConfiguration: Configuration, results: readonly CheckedWorkspace[]) {
  const keys = new Set(formerConfiguration.suppress.map(({ rule, file, at }) => JSON.stringify([rule, file, at])));
  const suppress = results.flatMap(({ input: { state } }) =>
    state.configuration.suppress.flatMap(entry => {
      const { glob } = entry,
        file = pathWithin(root, join(state.root, entry.file)),
        key = JSON.stringify([entry.rule, file, entry.at]);
      return file === undefined || (isNoReason(entry.reason) && !keys.has(key))
        ? []
        : [{ ...entry, file, glob: glob && ((path: string) => glob(pathWithin(state.root, join(root, path)) ?? '')) }];
    }),
  );
  return { suppress, accept: results.flatMap(({ workspace: { facts } }) => facts.accept) };
}

function formerSide(former: Former, state: State, results: readonly CheckedWorkspace[]): FormerWorkspace {
  const { root, settings, checkout } = former,
    { configuration, workspace } = state,
    { onlyRules, live, baseName } = results[0]!.input;
  const selections = results.map(({ input }) => input.typedSelection ?? input.selection);
  const isAsked = (file: string): boolean => selections.some(paths => isSelected(paths, pathIn(root, file)));
  const before = askGit(() => stateBefore(state, checkout.base, isAsked));
  const changedFiles = askGit(() => before.changes()).changedFiles.filter(isAsked);
  const run = wantedRules(RuleSet.of(rules), configuration, onlyRules);
  const lintResult = lintState({
    state,
    selection: { root, folders: [], globs: [], files: new Set(changedFiles.map(file => pathIn(root, file))) },
    rules: run,
    onlyRules,
    ...(live !== undefined && { live }),
    ...(baseName !== undefined && { baseName }),
    base: before,
    committedState: before,
    judge: former,
    checksElsewhere: true,
  });
  return {
    root,
    settings,
    side: {
      ...placesIn(root),
      workspace,
      configuration,
      rules: run,
      allFindings: lintResult.allFindings,
      findings: newlyCaused(lintResult.findings, { workspace, configuration }, before.workspace, run),
      baselinedFindings: lintResult.allBaselined,
      settings: settings.configuration,
      formerWorkspace: before.workspace,
    },
  };
}

/** The differences between the former and current settings files, which are named by absolute paths. */
function alteredSettings(results: readonly CheckedWorkspace[], formerWorkspaces: readonly FormerWorkspace[]) {
  const formerByRoot = new Map<string, Former>();
  const addFormer = (root: string, { layers }: Configuration, judge: Former): void => {
    for (const file of [...layers.map(layer => layer.file), baselineName]) {
      const path = join(root, file);
      if (isWithin(judge.checkout.base.git.folder, path) && !/[\\/]node_modules[\\/]/.test(path))
        formerByRoot.set(path, judge);
    }
  };
  for (const { input } of results) if (input.judge) addFormer(input.state.root, input.state.configuration, input.judge);
  for (const { root, settings } of formerWorkspaces) {
    const judge = results.find(({ input }) => input.judge && isWithin(input.judge.checkout.base.git.folder, root))!
      .input.judge!;
    addFormer(root, settings.configuration, judge);
  }
  const documentAt = (path: string, source: Source): Document | undefined => {
    const text = settingsText(dirname(path), basename(path), source);
    return text === undefined ? undefined : configurationDocument(text, path);
  };
  const nowAt = (judge: Former): Source =>
    results.find(({ input }) => input.judge?.checkout === judge.checkout)!.input.state.source;
  // the texts are compared without the names of the files, so a renamed configuration is no difference
  const settingsAt = (path: string, source: Source): Document | undefined => {
    const names = isConfigurationFile(path) ? configurationNames.map(name => join(dirname(path), name)) : [path];
    return names.map(name => documentAt(name, source)).find(document => document !== undefined);
  };
  const judgedLayers = new Map(
    [...formerByRoot].map(([path, judge]) => [isConfigurationFile(path) ? dirname(path) : path, { path, judge }]),
  );
  return [...judgedLayers.values()].flatMap(({ path, judge }) =>
    alterations(settingsAt(path, judge.checkout.formerSource), settingsAt(path, nowAt(judge))),
  );
}
