import { assumedBy } from '../../simulator/resolution-words.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PlanReport, WhatIf } from '../../protocol/index.ts';
import { planHtml } from '../../printers/plan-html.ts';
import { planMarkdown } from '../../printers/plan-markdown.ts';
import { planReport as reportOf, type MadePlan, type PlanBase } from '../../printers/plan-report.ts';
import { agentLabel } from '../../printers/plan-words.ts';
import { applyEdits } from '../../simulator/edits.ts';
import { planOf } from '../../simulator/plan.ts';
import type { Unreadable } from '../../simulator/unreadable.ts';
import { changeViews, contentsViews } from './changes.ts';
import type { FilePlace } from '../file-place.ts';

/**
 * What every reference selects in two states of the files, and the differences.
 * @param base what `before` is called: a git revision
 * @param unread files that could not be read or obtained in one of the states
 */
export function planReport(
  before: Workspace,
  after: Workspace,
  base: PlanBase | string,
  unread: readonly Unreadable[] = [],
): PlanReport<FilePlace> {
  const plan = planOf(before, after, undefined, unread, 'live'),
    named = typeof base === 'string' ? { revision: base, commit: null, merge_base: null } : base;
  return viewOf({ ...plan, base: named, edits: [], before, after, shown: file => file }, after);
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
  const plan = planOf(workspace, after, made, [], 'live');
  return viewOf(
    {
      ...plan,
      assumptions: [...new Set([...plan.assumptions, ...assumptions])].sort(),
      base: undefined,
      edits: outcomes,
      before: workspace,
      after,
      shown: file => file,
    },
    workspace,
  );
}

/** @param there the state of the files in the editor */
function viewOf(made: MadePlan, there: Workspace): PlanReport<FilePlace> {
  const report = reportOf(made),
    { headline, compared, unreadable, result } = report;
  return {
    headline,
    compared,
    problem: null,
    unreadable,
    html: planHtml(report),
    markdown: planMarkdown(report),
    contents: contentsViews(report, there),
    changes: changeViews(report, there),
    unchanged: result.unchanged,
    assumptions: assumedBy(result.assumptions),
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
