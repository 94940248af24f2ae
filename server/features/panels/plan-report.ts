import type { Workspace } from '../../core/workspace/workspace.ts';
import type { PlanReport } from '../../protocol/index.ts';
import { planHtml } from '../../printers/plan-html.ts';
import { planMarkdown } from '../../printers/plan-markdown.ts';
import { headline, type PlanBase, type PlanReport as Report } from '../../printers/plan-report.ts';
import { comparisonInWords, unreadableInWords } from '../../printers/plan-words.ts';
import { planOf } from '../../simulator/plan.ts';
import type { Unreadable } from '../../simulator/unreadable.ts';
import { changeViews } from './changes.ts';
import { contentsViews } from './contents.ts';
import type { FilePlace } from '../file-place.ts';
import { assumptionNotes } from './places.ts';

/**
 * What every reference selects in two states of the files, and where that differs.
 * @param base what `before` is called: a git revision @param shown a path of the workspace as people see it
 * @param unread files that could not be read in one of the states, or not be had
 */
export function planReport(
  before: Workspace,
  after: Workspace,
  base: PlanBase | string,
  shown: (file: string) => string = file => file,
  unread: readonly Unreadable[] = [],
): PlanReport<FilePlace> {
  const plan = planOf(before, after, undefined, unread, 'live'),
    named = typeof base === 'string' ? { revision: base, commit: null, merge_base: null } : base,
    report: Report = { ...plan, base: named, edits: [], assertions: [], before, after, shown };
  return {
    headline: headline(plan),
    compared: comparisonInWords(report),
    problem: null,
    unreadable: unreadableInWords(report),
    html: planHtml(report),
    markdown: planMarkdown(report),
    contents: contentsViews(plan.contents, after),
    changes: changeViews(plan, before, after, after),
    unchanged: plan.unchanged,
    assumptions: assumptionNotes(plan.assumptions),
  };
}

/** Where there is none: no git, no such revision. */
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
