import type { Configuration } from '../../core/configuration/configuration.ts';
import { lint, type RuleSet } from '../../core/engine/lint.ts';
import { pointerOf, type Finding } from '../../core/finding.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { newFindings } from '../../compare/new-findings.ts';
import { lostFlows } from '../../view/flow/lost-flow.ts';
import { planReport, type MadePlan, type PlanBase } from '../../view/plan-report.ts';
import { plansHtml, plansMarkdown } from '../../view/results/plans.ts';
import { agentLabel } from '../../view/plan-words.ts';
import type { FindingWords, PlanTextParams, ViewPlan, WhatIf } from '../../view/panels/index.ts';
import { applyEdits, type PlanEdit } from '../../simulator/edits.ts';
import { changesBetween, placedOf, type ComparedState } from '../../compare/changes.ts';
import type { FilePlace } from '../file-place.ts';
import { placeIn } from './places.ts';

/**
 * What every reference selects in two states of the files, and the differences.
 * @param base what `before` is called: a git revision
 */
export const planBetween = (before: ComparedState, after: ComparedState, base?: PlanBase | string): MadePlan => ({
  ...changesBetween(before, after, 'live'),
  base: typeof base === 'string' ? { revision: base, commit: null, merge_base: null } : base,
  edits: [],
  before: before.workspace,
  after: after.workspace,
  shown: file => file,
});

/** What every reference selects, and what it would select after a hypothetical edit. */
export function planAfter(edit: PlanEdit, workspace: Workspace, contents?: 'live'): MadePlan {
  const { workspace: after, outcomes, made, assumptions } = applyEdits(workspace, [edit]),
    plan = changesBetween({ workspace }, { workspace: after, made }, contents);
  return {
    ...plan,
    assumptions: [...new Set([...plan.assumptions, ...assumptions])].sort(),
    base: undefined,
    edits: outcomes,
    before: workspace,
    after,
    shown: file => file,
  };
}

/** The same for the plan panel, unless the edit is impossible or needless. */
export function planIf(asked: WhatIf, workspace: Workspace): MadePlan | { readonly problem: string } {
  const agent = agentLabel(asked.agentId, workspace);
  const text =
    asked.kind === 'publish'
      ? `version ${asked.version} of ${agent} published`
      : `tag ${asked.tag} of ${agent} moved to version ${asked.version}`;
  const plan = planAfter({ ...asked, text }, workspace, 'live'),
    { impossible, because } = plan.edits[0]!;
  return impossible ? { problem: because ?? '' } : plan;
}

/** What lint would report after an edit and does not before, in the files that it changes or whose references it moves. */
export function findingsOfEdit(
  { before, after, changes }: MadePlan,
  rules: RuleSet,
  configuration: Configuration,
): readonly FindingWords[] {
  const moved = new Set(changes.map(change => placedOf(change).at.document.file)),
    concerned = after.documents.filter(one => one !== before.document(one.file) || moved.has(one.file));
  const found = concerned.flatMap(one => (before.document(one.file) ? lint(one, after, rules, configuration) : []));
  const were = (file: string): readonly Finding[] => {
    const document = before.document(file);
    return document ? lint(document, before, rules, configuration) : [];
  };
  const now = { workspace: after, configuration };
  return newFindings(found, { now, before: { workspace: before, configuration }, were })
    .filter(({ severity }) => severity !== 'info')
    .map(({ severity, rule, message, file, target }) => ({
      severity,
      rule,
      message,
      file,
      pointer: pointerOf(target),
    }));
}

/**
 * A plan for a panel.
 * @param shown the state of the files in the editor
 * @param most how many changes are listed; the rest is counted
 * @param findings what the edit brings
 */
export function viewPlan(
  made: MadePlan,
  shown: Workspace,
  most = Infinity,
  findings?: readonly FindingWords[],
): ViewPlan<FilePlace> {
  const report = planReport(made),
    { changes: _, names: __, contents: ___, callers: ____, reach: _____, ...result } = report.result;
  const inOrder = [...report.causes].sort((a, b) => Number(b.live) - Number(a.live)),
    causes = inOrder.slice(0, most);
  const there = [
    ...(findings ?? []),
    ...report.callers.flatMap(({ entries }) => entries.filter(({ isThere }) => isThere)),
    ...causes.filter(({ after }) => after !== null).flatMap(({ subjects }) => subjects),
    ...report.result.results,
    ...report.reach,
    ...report.contents.flatMap(({ file, rows }) =>
      rows.filter(({ isThere }) => isThere).map(row => ({ ...row, file })),
    ),
  ];
  return {
    ...report,
    lost: lostFlows(made.reach, made.before),
    result,
    ...(findings && { findings }),
    causes,
    more: inOrder.slice(most).reduce((sum, { subjects }) => sum + subjects.reduce((n, one) => n + one.count, 0), 0),
    places: Object.fromEntries(
      there.flatMap(one => {
        const place = placeIn(shown, one);
        return place ? [[`${one.file}#${one.pointer}`, place] as const] : [];
      }),
    ),
  };
}

/** A plan as a page of its own, or as a comment. */
export const planText = (made: MadePlan, format: PlanTextParams['format']): string =>
  (format === 'html' ? plansHtml : plansMarkdown)({ parts: [{ folder: '', made }], assertions: [] });
