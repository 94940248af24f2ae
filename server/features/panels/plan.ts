import type { Configuration } from '../../core/configuration/configuration.ts';
import { lint, type RuleSet } from '../../core/engine/lint.ts';
import type { Finding } from '../../core/finding.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { newFindings } from '../../compare/new-findings.ts';
import type { PanelAnswer } from '../../view/panel-answer.ts';
import { headline } from '../../view/plan-headline.ts';
import { planBlocks } from '../../view/results/plan.ts';
import type { MadePlan, PlanBase } from '../../view/plan-report.ts';
import { plansHtml, plansMarkdown } from '../../view/results/plans.ts';
import { agentName } from '../../core/workspace/names.ts';
import { applyEdits, type PlanEdit } from '../../simulator/edits.ts';
import { changesBetween, referenceOf, type ComparedState } from '../../compare/changes.ts';
import { placeIn } from './places.ts';

/**
 * The selection of every reference in two states of the files, and the differences.
 * @param base the name of the `before` state: a git revision
 */
export const planBetween = (before: ComparedState, after: ComparedState, base?: PlanBase | string): MadePlan => ({
  ...changesBetween(before, after, 'live'),
  base: typeof base === 'string' ? { revision: base, commit: null, merge_base: null } : base,
  edits: [],
  before: before.workspace,
  after: after.workspace,
  pathOf: file => file,
});

/** The selection of every reference, before and after a hypothetical edit. */
export function planAfter(edit: PlanEdit, workspace: Workspace, contents?: 'live'): MadePlan {
  const { workspace: after, outcomes, createdFiles, assumptions } = applyEdits(workspace, [edit]),
    plan = changesBetween({ workspace }, { workspace: after, createdFiles }, contents);
  return {
    ...plan,
    assumptions: [...new Set([...plan.assumptions, ...assumptions])].sort(),
    base: undefined,
    edits: outcomes,
    before: workspace,
    after,
    pathOf: file => file,
  };
}

type WhatIf = { readonly agentId: string; readonly version: number } & (
  { readonly kind: 'publish' } | { readonly kind: 'tag'; readonly tag: string }
);
/** The plan after a hypothetical edit for the plan panel, or the reason why the edit is impossible. */
export function planIf(edit: WhatIf, workspace: Workspace): MadePlan | { readonly problem: string } {
  const agent = agentName(edit.agentId, workspace);
  const text =
    edit.kind === 'publish'
      ? `version ${edit.version} of ${agent} published`
      : `tag ${edit.tag} of ${agent} moved to version ${edit.version}`;
  const plan = planAfter({ ...edit, text }, workspace, 'live'),
    { isImpossible, because } = plan.edits[0]!;
  return isImpossible ? { problem: because ?? '' } : plan;
}

/**
 * The findings that lint would report after an edit but not before, in files that the edit changes and in files whose
 * references it changes.
 */
export function findingsOfEdit(
  { before, after, changes }: MadePlan,
  rules: RuleSet,
  configuration: Configuration,
): readonly Finding[] {
  const movedFiles = new Set(changes.map(change => referenceOf(change).at.document.file)),
    affectedDocuments = after.documents.filter(
      document => document !== before.document(document.file) || movedFiles.has(document.file),
    );
  const findings = affectedDocuments.flatMap(document =>
    before.document(document.file) ? lint(document, after, rules, configuration) : [],
  );
  const formerFindingsIn = (file: string): readonly Finding[] => {
    const document = before.document(file);
    return document ? lint(document, before, rules, configuration) : [];
  };
  const now = { workspace: after, configuration };
  return newFindings(findings, {
    after: now,
    before: { workspace: before, configuration },
    formerFindingsOf: formerFindingsIn,
  }).filter(({ severity }) => severity !== 'info');
}

/** The maximum number of changes in the panel; the saved page and the markdown contain all changes. */
const MAX_CHANGES = 300;

/**
 * The panel of a plan.
 * @param findings the findings that the edit adds
 */
export const planPanel = (plan: MadePlan, workspace: Workspace, findings?: readonly Finding[]): PanelAnswer => ({
  words: headline([plan]),
  blocks: planBlocks(plan, [], {
    place: at => placeIn(workspace, at),
    opensTexts: true,
    limit: MAX_CHANGES,
    isAnswer: plan.edits.length > 0,
    canDraw: true,
    findings,
  }),
});

/** A plan as a separate HTML page, or as markdown for a comment. */
export const planText = (plan: MadePlan, format: 'html' | 'markdown'): string =>
  (format === 'html' ? plansHtml : plansMarkdown)({ parts: [{ folder: '', plan }], assertions: [] });
