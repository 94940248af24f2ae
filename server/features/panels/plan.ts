import type { Workspace } from '../../core/workspace/workspace.ts';
import { planHtml } from '../../view/plan-html.ts';
import { planMarkdown } from '../../view/plan-markdown.ts';
import { planReport, timelinesOf, type MadePlan, type PlanBase } from '../../view/plan-report.ts';
import { agentLabel } from '../../view/plan-words.ts';
import type { PlanTextParams, ShownPlan, WhatIf } from '../../view/panels/index.ts';
import { applyEdits, type PlanEdit } from '../../simulator/edits.ts';
import { planOf } from '../../compare/changes.ts';
import { assumedBy } from '../../simulator/resolution-words.ts';
import type { Unreadable } from '../../compare/unreadable-files.ts';
import type { FilePlace } from '../file-place.ts';
import { placeIn } from './places.ts';

/**
 * What every reference selects in two states of the files, and the differences.
 * @param base what `before` is called: a git revision
 * @param unread files that could not be read or obtained in one of the states
 */
export const planBetween = (
  before: Workspace,
  after: Workspace,
  base?: PlanBase | string,
  unread: readonly Unreadable[] = [],
): MadePlan => ({
  ...planOf(before, after, undefined, unread, 'live'),
  base: typeof base === 'string' ? { revision: base, commit: null, merge_base: null } : base,
  edits: [],
  before,
  after,
  shown: file => file,
});

/** What every reference selects, and what it would select after a hypothetical edit. */
export function planAfter(edit: PlanEdit, workspace: Workspace, contents?: 'live'): MadePlan {
  const { workspace: after, outcomes, made, assumptions } = applyEdits(workspace, [edit]),
    plan = planOf(workspace, after, made, [], contents);
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
    { outcome, impossible, because } = plan.edits[0]!;
  return impossible || outcome === 'needless' ? { problem: because ?? '' } : plan;
}

/**
 * A plan for a panel.
 * @param shown the state of the files in the editor
 * @param most how many changes are listed; the rest is counted
 */
export function shownPlan(made: MadePlan, shown: Workspace, most = Infinity): ShownPlan<FilePlace> {
  const { result: whole, causes, contents, headline, compared, unreadable } = planReport(made),
    { changes: _, names: __, contents: ___, ...result } = whole;
  const inOrder = causes
    .flatMap(({ subjects, ...cause }) => subjects.map(one => ({ ...cause, ...one })))
    .sort((a, b) => a.first - b.first);
  const all = [...inOrder.filter(({ live }) => live), ...inOrder.filter(({ live }) => !live)],
    changes = all.slice(0, most);
  const there = [
    ...changes.filter(({ after }) => after !== null),
    ...contents.flatMap(({ file, rows }) => rows.filter(({ isThere }) => isThere).map(row => ({ ...row, file }))),
  ];
  return {
    result,
    headline,
    compared,
    unreadable,
    contents,
    changes,
    more: all.slice(most).reduce((sum, { count }) => sum + count, 0),
    places: Object.fromEntries(
      there.flatMap(one => {
        const place = placeIn(shown, one);
        return place ? [[`${one.file}#${one.pointer}`, place] as const] : [];
      }),
    ),
    assumptions: assumedBy(result.assumptions),
  };
}

/** A plan as a page of its own, or as a comment. */
export function planText(made: MadePlan, format: PlanTextParams['format']): string {
  const report = planReport(made);
  return format === 'html' ? planHtml(report, timelinesOf(made)) : planMarkdown(report);
}
