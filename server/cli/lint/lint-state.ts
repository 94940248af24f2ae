import type { LostName } from '../../compare/lost-names.ts';
import { pointerOf } from '../../core/finding.ts';
import { appliesTo, layerIn } from '../../core/configuration/configuration.ts';
import { join } from 'node:path';
import { lint, type RuleSet } from '../../core/engine/lint.ts';
import { isSuperseded, markSuperseded } from '../../core/index/superseded.ts';
import { identityOf, settle, type SettledFindings } from '../../core/configuration/suppressions-and-baseline.ts';
import type { Baseline } from '../../core/configuration/baseline.ts';
import type { Document } from '../../core/document.ts';
import type { Finding } from '../../core/finding.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { pathIn } from '../../state/paths.ts';
import type { State } from '../../state/open.ts';
import { type SelectedPaths, isSelected } from './selected-paths.ts';
import type { Before } from '../../state/before.ts';
import type { Former } from '../../state/former.ts';
import { affectedFiles } from '../../compare/new-findings.ts';
import { publishedEdits } from '../../compare/published-edits.ts';
import {
  type NewFindings,
  identifiedRecords,
  findingsAboutRecords,
  causedElsewhere,
  withLostNames,
} from '../../compare/findings-elsewhere.ts';

/** The input for linting one workspace. */
export interface LintInput {
  readonly state: State;
  readonly selection: SelectedPaths;
  readonly rules: RuleSet;
  /** The ids of the rules whose findings are reported; undefined for all rules. */
  readonly onlyRules: ReadonlySet<string> | undefined;
  /** Whether only findings in live versions and unreadable files are reported. */
  readonly live?: boolean;
  /** Whether findings in superseded versions count. `if-alone`: only if no other versions are selected. */
  readonly history?: boolean | 'if-alone';
  /**
   * The former state of the selected files, as far as git knows it. Without it, every finding in another file about
   * one of their records counts.
   */
  readonly base: Before | undefined;
  /** The name of the former state: a revision, by default HEAD. */
  readonly baseName?: string;
  /** The selected paths, including those that did not change. */
  readonly typedSelection?: SelectedPaths;
  /** The former settings that also judge; undefined if the change does not alter the settings. */
  readonly judge?: Former | undefined;
  /** The former state, also if all findings are reported. */
  readonly before?: Before | undefined;
  /** The state with which published versions must agree: the former state or the last commit. */
  readonly committedState?: Pick<Before, 'workspace'> | undefined;
  /** Whether to report names in texts of the selected files whose definition is gone since the last commit. */
  readonly findsLostNames?: boolean;
  /** Whether to report what the selected files newly break in other files: only if all were named, not in folders. */
  readonly checksElsewhere: boolean;
  readonly progress?: (doneCount: number, total: number) => void;
}
export interface LintResult extends SettledFindings {
  /** The findings in all checked files, including those that the change did not cause. */
  readonly allFindings: readonly Finding[];
  /** The findings that the baseline accepts. */
  readonly allBaselined: readonly Finding[];
  /** The selected files of a known kind. */
  readonly files: readonly Document[];
  /** Whether findings in superseded versions count. */
  readonly history: boolean;
  /** Whether a rule failed. */
  readonly hasFailed: boolean;
  /** Baseline entries for checked files that match no finding. */
  readonly staleEntries: Baseline;
  /** The number of broken references that the configuration accepts. */
  readonly acceptedCount: number;
  /** Names that texts still contain, of things that the change renamed or removed. */
  readonly lostNames: readonly LostName[];
}

/** The result for one workspace. */
export interface LintedWorkspace {
  readonly state: State;
  readonly workspace: Workspace;
  readonly lintResult: LintResult;
  readonly fixedCount: number;
}

/**
 * Lints one workspace.
 * @returns the findings for the report
 */
export function lintState(
  {
    state,
    selection: selectedPaths,
    rules,
    onlyRules,
    live = false,
    history = false,
    base,
    baseName = 'HEAD',
    judge,
    committedState,
    findsLostNames = false,
    checksElsewhere,
    progress,
  }: LintInput,
  workspace: Workspace = state.workspace,
): LintResult {
  const { configuration, root } = state;
  const chosenDocuments = new Set(
    workspace.documents.filter(document => isSelected(selectedPaths, pathIn(root, document.file))),
  );
  const lintedDocuments = [...chosenDocuments, ...(checksElsewhere ? lookedAtElsewhere() : [])];
  const unreadableFiles = new Set(state.unreadableFindings.map(({ file }) => file));
  const innerFindings: Finding[] = state.unreadableFindings.filter(({ file }) =>
    isSelected(selectedPaths, join(root, file)),
  );
  const outerFindings: Finding[] = [];
  let doneCount = 0;
  for (const document of lintedDocuments) {
    // a file with bytes that are not UTF-8 has only this finding, because all others would follow from it
    const findings = chosenDocuments.has(document) ? innerFindings : outerFindings;
    if (!unreadableFiles.has(document.file))
      for (const finding of markSuperseded(lint(document, workspace, rules, configuration), workspace))
        findings.push(finding);
    progress?.(++doneCount, lintedDocuments.length);
  }
  if (committedState && committedState.workspace !== workspace) {
    const files = new Set([...chosenDocuments].map(({ file }) => file));
    innerFindings.push(...publishedEdits(committedState.workspace, workspace, files, configuration.severityOf));
  }
  const findingCounts = countedFindings();
  const broughtFindings = [...findingCounts.innerFindings, ...findingCounts.outerFindings],
    isBrought = new Set(broughtFindings);
  // if the change alters the settings, all findings are judged
  const olderFindings = new Set(judge ? outerFindings.filter(finding => !isBrought.has(finding)) : []);
  const allFindings = [...broughtFindings, ...olderFindings];
  const visibleFindings = onlyRules
    ? allFindings.filter(({ rule }) => onlyRules.has(rule) || rule === 'internal-error')
    : allFindings;
  const lintedFiles = new Set(lintedDocuments.map(({ file }) => file));
  const settledFindings = settle(
    visibleFindings,
    workspace,
    configuration,
    state.baseline ?? [],
    entry =>
      (!onlyRules || onlyRules.has(entry.rule)) &&
      (lintedFiles.has(entry.file)
        ? wantsFile(entry.file) || (judge !== undefined && wantsFile(entry.document.file))
        : !workspace.document(entry.file) && asksAll()),
  );
  const ownFindings = onlyRules
    ? settledFindings.findings.filter(({ rule }) => onlyRules.has(rule) || rule === 'internal-error')
    : settledFindings.findings;
  const isNow = (finding: Finding): boolean => !olderFindings.has(finding);
  return {
    ...settledFindings,
    suppressed: settledFindings.suppressed.filter(isNow),
    baselinedFindings: settledFindings.baselinedFindings.filter(isNow),
    allFindings: ownFindings,
    allBaselined: settledFindings.baselinedFindings,
    hasFailed: allFindings.some(({ rule }) => rule === 'internal-error'),
    acceptedCount: findingCounts.acceptedCount,
    lostNames: findingCounts.lostNames,
    files: [...chosenDocuments],
    history:
      history === 'if-alone'
        ? ownFindings.some(finding => finding.superseded) &&
          [...chosenDocuments].every(({ file }) => isSuperseded({ file, pointer: '' }, workspace))
        : history,
    staleEntries: settledFindings.unusedEntries.filter(
      ({ rule, file }) => (!onlyRules || onlyRules.has(rule)) && wasLookedAt(file),
    ),
    findings: ownFindings
      .filter(
        finding =>
          isNow(finding) &&
          (!live || finding.live !== undefined || finding.rule === 'internal-error' || mayBeLive(finding.file)) &&
          (!layerIn(configuration, finding.file) ||
            finding.rule === 'unused-suppression' ||
            asksAll() ||
            isSelected(selectedPaths, join(root, finding.file)) ||
            namesWanted(finding)),
      )
      // --fix changes no settings files
      .map(finding => (layerIn(configuration, finding.file) ? unfixed(finding) : finding)),
  };

  /**
   * The files outside of the selection that may have findings because of the change. Altered settings affect all
   * files.
   */
  function lookedAtElsewhere(): readonly Document[] {
    const otherDocuments = workspace.documents.filter(document => !chosenDocuments.has(document));
    if (!base || judge || base.unknown.size > 0) return otherDocuments;
    return base.workspace === workspace
      ? []
      : affectedFiles(otherDocuments, { workspace, configuration }, base.workspace, rules);
  }
  function countedFindings(): NewFindings {
    if (findsLostNames && committedState)
      return withLostNames(innerFindings, committedState.workspace, {
        workspace,
        chosenDocuments,
        rules,
        configuration,
      });
    if (!checksElsewhere) return { innerFindings, outerFindings: [], acceptedCount: 0, lostNames: [] };
    if (!base)
      return {
        innerFindings,
        outerFindings: findingsAboutRecords(outerFindings, workspace, chosenDocuments),
        acceptedCount: 0,
        lostNames: [],
      };
    return causedElsewhere(outerFindings, innerFindings, {
      workspace,
      chosenDocuments: chosenDocuments,
      rules,
      configuration,
      base,
      baseName,
      existingFiles: new Set(state.files),
    });
  }
  /** Whether a file may be live. An unreadable file always may, so its finding is always reported. */
  function mayBeLive(file: string): boolean {
    const document = workspace.document(file);
    return (
      unreadableFiles.has(file) ||
      (document !== undefined && !document.valid && identifiedRecords(document).length === 0)
    );
  }
  /** Whether a file was checked. The other findings of an unreadable file are unknown. */
  function wasLookedAt(file: string): boolean {
    const document = layerIn(configuration, file) ?? workspace.document(file);
    return (document?.valid ?? true) && !unreadableFiles.has(file) && wantsFile(file);
  }
  function asksAll(): boolean {
    return isSelected(selectedPaths, root);
  }
  function wantsFile(file: string): boolean {
    return isSelected(selectedPaths, join(root, file));
  }
  function namesWanted({ file, target }: Finding): boolean {
    const pointer = pointerOf(target);
    const entry = configuration.suppress.find(
      suppression =>
        suppression.document.file === file &&
        (pointer === suppression.pointer || pointer.startsWith(`${suppression.pointer}/`)),
    );
    return (
      entry !== undefined && (wantsFile(entry.file) || [...chosenDocuments].some(({ file }) => appliesTo(entry, file)))
    );
  }
}

const unfixed = ({ fix: _, ...finding }: Finding): Finding => finding;

/** Stable identities of findings in one workspace. */
export function identities(
  { configuration }: State,
  workspace: Workspace,
): (finding: Finding) => ReturnType<typeof identityOf> {
  return finding => identityOf(finding, file => workspace.document(file), configuration);
}
