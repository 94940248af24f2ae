import { layerIn } from '../core/configuration/configuration.ts';
import { isAbsolute, relative, resolve as resolvePath, sep } from 'node:path';
import { rules } from '../../rules/index.ts';
import { ruleNames, unknownRule } from '../core/configuration/rule-names.ts';
import { markSuperseded } from '../core/index/superseded.ts';
import { lintWorkspace } from '../core/configuration/suppressions-and-baseline.ts';
import { Document } from '../core/document.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { reportFindings, type ReportedFinding } from '../core/engine/report.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import { isFixable } from '../core/fixing/choose.ts';
import { repairedText } from '../core/configuration/repair-file.ts';
import { kindNames, type Kind } from '../core/kinds.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { publishedEdits } from '../compare/published-edits.ts';
import { committedState } from '../state/committed.ts';
import { openSettings, openWorkspace as open, type State } from '../state/open.ts';
import { agentIdOf, openedBy, openedFor } from './opened.ts';
import type { PreflightWorkspace } from './workspace.ts';
import { statsOf } from '../state/regular-file.ts';

export { ConfigurationError, WorkspaceTooLarge } from '../state/refusals.ts';
export type { PreflightWorkspace };
export { diff, type Compared } from './plan.ts';
export { plan } from './plan.ts';
export { simulate, type Simulated, type SimulateOptions } from './simulate.ts';
export { rules, kindNames };
export type { Document, Finding, Kind, ReportedFinding, Resolution, Rule, Workspace };

export interface OpenOptions {
  /** The current date, `YYYY-MM-DD` in UTC, for expired suppressions and past schedules. Default: today. */
  readonly today?: string;
}
export interface LintOptions {
  /** The ids of the rules to apply; by default, all rules. An unknown id is a RangeError. */
  readonly rules?: readonly string[];
  /**
   * The files to lint, relative to the root of the workspace, with `/`; by default, all files. References to other
   * files still resolve.
   */
  readonly files?: readonly string[];
  /** Whether the summary counts findings in superseded versions, like all other findings. */
  readonly history?: boolean;
}
/**
 * The result of linting, in the shape of `preflight lint --format json`; file paths are relative to the root of the
 * workspace.
 */
export interface LintResult {
  readonly version: 1;
  readonly findings: readonly ReportedFinding[];
  readonly summary: {
    readonly files: number;
    readonly errors: number;
    readonly warnings: number;
    readonly infos: number;
    /** The number of findings in versions that serve callers. */
    readonly live: number;
    /** The number of findings in superseded versions, which the other counts do not include. */
    readonly superseded: number;
    readonly suppressed: number;
    readonly baselined: number;
  };
}

/**
 * Reads a folder and its configuration.
 * @param folder absolute, or relative to the working directory
 * @throws RangeError if there is no such folder
 * @throws ConfigurationError if `preflight.config.json` or the baseline cannot be used; the message contains file,
 * line and reason
 * @throws WorkspaceTooLarge beyond 200,000 files, or 4 GiB of JSON
 */
export function openWorkspace(
  folder = '.',
  { today = new Date().toISOString().slice(0, 10) }: OpenOptions = {},
): PreflightWorkspace {
  const root = resolvePath(folder);
  if (!statsOf(root)?.isDirectory()) throw new RangeError(`there is no folder ${folder}`);
  const state = open(openSettings(root, rules), { today });
  return workspaceOver(root, state, state.workspace);
}

function workspaceOver(root: string, state: State, workspace: Workspace): PreflightWorkspace {
  const relativeFile = (file: string): string => (isAbsolute(file) ? relative(root, file) : file).split(sep).join('/');
  const preflight: PreflightWorkspace = {
    root,
    workspace,
    files: workspace.documents.map(document => document.file).sort(),
    document: file => workspace.document(relativeFile(file)),
    with: (file, text) =>
      workspaceOver(
        root,
        state,
        workspace.withDocument(
          new Document(
            relativeFile(file),
            text,
            (workspace.document(relativeFile(file))?.version ?? 0) + 1,
            state.configuration.kindOf(relativeFile(file)),
          ),
        ),
      ),
    resolve: (agent, reference) => workspace.resolve(agentIdOf(agent, workspace), reference),
  };
  openedBy.set(preflight, state);
  return preflight;
}

/** Lints a workspace with its configuration, suppressions and baseline applied. No file makes it throw. */
export function lint(
  target: PreflightWorkspace,
  { rules: ruleIds, files, history = false }: LintOptions = {},
): LintResult {
  const { findings, suppressed, baselinedFindings } = settledFindings(target, ruleIds);
  const chosenFindings = files ? findings.filter(finding => files.includes(finding.file)) : findings;
  const visibleFindings = reportFindings(
    chosenFindings,
    // an unreadable file has no document, so an empty document replaces it
    file => target.workspace.document(file) ?? layerIn(openedFor(target).configuration, file) ?? new Document(file, ''),
  );
  const countOf = (severity: string): number =>
    visibleFindings.filter(finding => finding.severity === severity && (history || !finding.superseded)).length;
  return {
    version: 1,
    findings: visibleFindings,
    summary: {
      files: target.files.length,
      errors: countOf('error'),
      warnings: countOf('warning'),
      infos: countOf('info'),
      live: visibleFindings.filter(({ live }) => live !== undefined).length,
      superseded: visibleFindings.filter(({ superseded }) => superseded).length,
      suppressed: suppressed.length,
      baselined: baselinedFindings.length,
    },
  };
}

/**
 * The text of a file after its safe fixes, or after all fixes; the unchanged text if repeated fixes reach no end. No
 * file is written.
 * @throws RangeError if the workspace has no such file
 */
export function fix(
  target: PreflightWorkspace,
  file: string,
  { unsafe = false }: { readonly unsafe?: boolean } = {},
): string {
  const state = openedFor(target),
    { workspace } = target,
    document = target.document(file);
  if (!document) throw new RangeError(`${file} is not a file of this workspace that Preflight recognises`);
  if (state.unreadableFindings.some(finding => finding.file === document.file)) return document.text;
  return repairedText(document, workspace, {
    rules: new RuleSet(rules),
    configuration: state.configuration,
    baseline: state.baseline ?? [],
    safeOnly: !unsafe,
    isFixable: (finding, current) => isFixable(current, finding, { unsafe }),
  });
}

/** The edits of versions that were published in the last commit, as it was when the workspace was opened. */
function editsIn({ workspace }: PreflightWorkspace, state: State): readonly Finding[] {
  const { memory } = state.workspace,
    pastWorkspace = memory.remember(committedState, undefined, () => committedState(state))?.workspace;
  if (!pastWorkspace) return [];
  return publishedEdits(
    pastWorkspace,
    workspace,
    new Set(workspace.documents.map(({ file }) => file)),
    state.configuration.severityOf,
  );
}

function settledFindings(target: PreflightWorkspace, ruleIds?: readonly string[]) {
  const state = openedFor(target),
    { workspace } = target;
  if (ruleIds && !Array.isArray(ruleIds)) throw new RangeError(`rules: expected a list of ids, got ${typeof ruleIds}`);
  const unknownId = ruleIds?.find(id => !rules.some(rule => rule.id === id || rule.aliases?.includes(id)));
  if (unknownId !== undefined) throw new RangeError(unknownRule(unknownId, ruleNames(rules)));
  const chosenRules = ruleIds
    ? rules.filter(rule => ruleIds.includes(rule.id) || rule.aliases?.some(alias => ruleIds.includes(alias)))
    : rules;
  const result = lintWorkspace(
    workspace,
    new RuleSet(chosenRules),
    state.configuration,
    state.baseline,
    new Set(state.unreadableFindings.map(({ file }) => file)),
    editsIn(target, state).filter(({ rule }) => chosenRules.some(({ id }) => id === rule)),
  );
  const findings = markSuperseded(result.findings, workspace);
  return { ...result, findings: ruleIds ? findings : [...state.unreadableFindings, ...findings] };
}
