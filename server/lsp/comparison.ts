import { join } from 'node:path';
import { driftBetween } from '../compare/drift.ts';
import { exportTrouble } from '../compare/drift-records.ts';
import type { Finding } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { madeOf, withoutExports } from '../features/actions/drift-takeover.ts';
import type { FileEdits } from '../features/file-change.ts';
import {
  driftPanel,
  findingsOfEdit,
  planBetween,
  planIf,
  planPanel,
  planText,
  takeDrift,
  textsBetween,
  textsOfDrift,
  textsOfVersions,
  versionsOf,
  versionsPanel,
} from '../features/panels/index.ts';
import { openExports, type Exports } from '../state/exports.ts';
import { WorkspaceTooLarge } from '../state/refusals.ts';
import { viewMarkdown } from '../view/markdown.ts';
import { page } from '../view/page.ts';
import type { ComparedText, PanelAnswer } from '../view/panel-answer.ts';
import type { MadePlan } from '../view/plan-report.ts';
import type { DriftPart } from '../view/results/drift.ts';
import { comparedWith } from './comparing.ts';
import type { PlanParams } from './protocol.ts';
import type { RequestContext } from './request-context.ts';
import { isFolder, pathOf } from './uris.ts';

/**
 * A comparison of two states of the files, of two versions of an agent, or of the files with an export of the
 * platform.
 */
export interface Comparison {
  readonly sides: { readonly before: string; readonly after: string };
  panel(): PanelAnswer;
  /** The comparison as a separate HTML page, or as markdown for a comment. */
  text(format: 'html' | 'markdown'): string;
  texts(): readonly ComparedText[];
  /** The edits that take the platform's side; absent in comparisons without an export. */
  take?(keys: readonly string[] | undefined): { readonly edits: readonly FileEdits[] } | { readonly reason: string };
}
type Problem = { readonly problem: string };

export function comparisonOf(context: RequestContext, params: PlanParams): Comparison | Problem {
  const { root, editor } = context,
    { edit, versions, exports, base } = params;
  if (versions) return ofVersions(versions, root.workspace);
  if (exports) return withExports(context, exports);
  if (edit) {
    const plan = planIf(edit, root.workspace);
    if ('problem' in plan) return plan;
    const findings = findingsOfEdit(plan, editor.session.rules, root.settings.configuration);
    return ofPlan(() => plan, { before: plan.before, after: plan.after, shown: plan.before }, 'now', findings);
  }
  const comparison = comparedWith(root, base, editor.client.isTrusted);
  if ('problem' in comparison) return comparison;
  const [before, after] = [comparison.before.workspace, comparison.current.workspace],
    makePlan = (): MadePlan => planBetween(comparison.before, comparison.current, comparison.base);
  return ofPlan(makePlan, { before, after, shown: after }, base ?? 'what is saved');
}

const ofPlan = (
  makePlan: () => MadePlan,
  { before, after, shown: shownWorkspace }: Readonly<Record<'before' | 'after' | 'shown', Workspace>>,
  base: string,
  findings?: readonly Finding[],
): Comparison => ({
  sides: { before: base, after: findings ? 'then' : 'now' },
  panel: () => planPanel(makePlan(), shownWorkspace, findings),
  text: format => planText(makePlan(), format),
  texts: () => textsBetween(before, after),
});

function ofVersions(
  { agentId, before, after }: NonNullable<PlanParams['versions']>,
  workspace: Workspace,
): Comparison | Problem {
  const diff = versionsOf(agentId, [before, after], workspace);
  if ('problem' in diff) return diff;
  return {
    sides: { before: versionWords(before), after: versionWords(after) },
    panel: () => versionsPanel(diff),
    text: format => writeReport('diff', versionsPanel(diff, true), format),
    texts: () => textsOfVersions(diff),
  };
}

/**
 * Compares the files with exports. With git, the last commit is the base, which shows on which side a value was
 * changed.
 */
function withExports({ root, editor }: RequestContext, uris: readonly string[]): Comparison | Problem {
  const paths = uris.flatMap(uri => pathOf(uri) ?? []);
  if (!isFolder(root.key) || paths.length < uris.length) return { problem: 'exports are read from a local disk only' };
  const exportFiles = readExportFiles(paths, root.key, root.workspace.facts.today);
  if ('problem' in exportFiles) return exportFiles;
  const isExport = (file: string): boolean => exportFiles.paths.has(join(root.key, file)),
    workspace = withoutExports(root.workspace, isExport),
    committedStates = comparedWith(root, 'HEAD', editor.client.isTrusted),
    base = 'problem' in committedStates ? undefined : withoutExports(committedStates.before.workspace, isExport);
  const drift = driftBetween(
      { filesWorkspace: workspace, accountWorkspace: exportFiles.workspace, base },
      { byName: false },
    ),
    sides = { ...drift, filesWorkspace: workspace, pathOf: (file: string): string => file },
    part: DriftPart = { ...sides, plan: undefined };
  const untrustedNote = editor.client.isTrusted ? '' : ' (this workspace is not trusted, so git is not started in it)',
    baseText = base
      ? 'the platform and the last commit'
      : `without a base, so what differs was changed there${untrustedNote}`;
  const revision =
      'problem' in committedStates || typeof committedStates.base === 'string' ? null : committedStates.base,
    panel = (isPage = false): PanelAnswer => driftPanel({ ...part, plan: madeOf(part) }, revision, baseText, isPage);
  return {
    sides: { before: 'files', after: 'platform' },
    panel,
    text: format => writeReport('drift', panel(true), format),
    texts: () => textsOfDrift(part),
    take: keys => takeDrift(part, keys, root.settings.configuration),
  };
}

function readExportFiles(paths: readonly string[], cwd: string, today: string): Exports | Problem {
  try {
    const exports = openExports(paths, { cwd, today, stdin: () => Buffer.alloc(0) }),
      problem = exportTrouble(exports, paths);
    return problem === undefined ? exports : { problem };
  } catch (error) {
    if (error instanceof WorkspaceTooLarge) return { problem: error.message };
    throw error;
  }
}

const writeReport = (command: string, { blocks }: PanelAnswer, format: 'html' | 'markdown'): string =>
  format === 'html' ? page(command, blocks) : viewMarkdown(blocks);

const versionWords = (reference: string | number): string =>
  typeof reference === 'number' ? `version ${reference}` : reference;
