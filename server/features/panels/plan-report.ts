import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PlanReport, WhatIf } from '../../protocol/index.ts';
import { planHtml } from '../../printers/plan-html.ts';
import { planMarkdown } from '../../printers/plan-markdown.ts';
import { headline, type PlanBase, type PrintedPlan as Report } from '../../printers/plan-report.ts';
import { agentLabel, comparisonInWords, unreadableInWords } from '../../printers/plan-words.ts';
import { applyEdits } from '../../simulator/edits.ts';
import { planOf, type Plan } from '../../simulator/plan.ts';
import type { Unreadable } from '../../simulator/unreadable.ts';
import { changeViews, contentsViews } from './changes.ts';
import type { FilePlace } from '../file-place.ts';
import { assumptionNotes } from './places.ts';

/**
 * What every reference selects in two states of the files, and the differences.
 * @param base what `before` is called: a git revision
 * @param shown a path of the workspace as displayed
 * @param unread files that could not be read or obtained in one of the states
 */
export function planReport(
  before: Workspace,
  after: Workspace,
  base: PlanBase | string,
  shown: (file: string) => string = file => file,
  unread: readonly Unreadable[] = [],
): PlanReport<FilePlace> {
  const plan = planOf(before, after, undefined, unread, 'live'),
    named = typeof base === 'string' ? { revision: base, commit: null, merge_base: null } : base;
  return viewOf({ ...plan, base: named, edits: [], assertions: [], before, after, shown }, after);
}

/** What every reference selects, and what it would select after a hypothetical edit. */
export function whatIfReport(asked: WhatIf, workspace: Workspace): PlanReport<FilePlace> {
  const agent = agentLabel(asked.agentId, workspace);
  const text =
    asked.kind === 'publish'
      ? `version ${asked.version} of ${agent} published`
      : `tag ${asked.tag} of ${agent} moved to version ${asked.version}`;
  const { workspace: after, outcomes, made, assumptions } = applyEdits(workspace, [{ ...asked, text }]);
  const [outcome] = outcomes;
  if (outcome && outcome.outcome !== 'applied' && (outcome.impossible || outcome.outcome === 'needless'))
    return noPlan(outcome.because ?? '');
  const plan: Plan = planOf(workspace, after, made, [], 'live');
  return viewOf(
    {
      ...plan,
      assumptions: [...new Set([...plan.assumptions, ...assumptions])].sort(),
      base: undefined,
      edits: outcomes,
      assertions: [],
      before: workspace,
      after,
      shown: file => file,
    },
    workspace,
  );
}

/** @param there the state of the files in the editor */
function viewOf(report: Report, there: Workspace): PlanReport<FilePlace> {
  return {
    headline: headline(report),
    compared: comparisonInWords(report),
    problem: null,
    unreadable: unreadableInWords(report),
    html: planHtml(report),
    markdown: planMarkdown(report),
    contents: contentsViews(report.contents, there),
    changes: changeViews(report, report.before, report.after, there),
    unchanged: report.unchanged,
    assumptions: assumptionNotes(report.assumptions),
  };
}

/** Without one: no git, no such revision. */
export const noPlan = (problem: string): PlanReport<FilePlace> => ({
  headline: 'Nothing is planned',
  compared: '',
  problem,
  unreadable: [],
  html: '',
  markdown: '',
  contents: [],
  changes: [],
  unchanged: 0,
  assumptions: [],
});
