import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Assertion, Verdict } from '../simulator/assertions.ts';
import type { EditOutcome } from '../simulator/edits.ts';
import { isBreak, placedOf, type Change, type Plan } from '../simulator/plan.ts';
import { shownResolution } from '../simulator/resolution.ts';
import { count } from '../core/words.ts';
import { safeResolution } from '../simulator/resolution-words.ts';

/** A plan with all that is said beside it; every printer shows this and nothing else. */
export interface PlanReport extends Plan {
  /** The git revision that the files are compared with. */
  readonly base: string | undefined;
  /** Files of which it is not known what they were in that revision, as they are shown. */
  readonly unknown: readonly string[];
  readonly edits: readonly EditOutcome[];
  readonly assertions: readonly { readonly text: string; readonly assertion: Assertion; readonly verdict: Verdict }[];
  readonly assumptions: readonly Assumption[];
  readonly before: Workspace;
  readonly after: Workspace;
  /** A path of the workspace as it is shown. */
  shown(file: string): string;
}

/** Edits that could not be done: they name what does not exist, or what no file knows. */
export const refused = ({ edits }: PlanReport): readonly EditOutcome[] => edits.filter(({ impossible }) => impossible);

/** `3 live references change and 2 others, 1 breaks; 12 stay as they are`. */
export function headline({ changes, unchanged }: Pick<PlanReport, 'changes' | 'unchanged'>): string {
  const live = changes.filter(change => change.live).length,
    others = changes.length - live,
    broken = changes.filter(isBreak).length;
  const notLive = `${count(others, 'reference')} ${others === 1 ? 'changes, not live' : 'change, none of them live'}`;
  const besides = others === 0 ? '' : ` and ${count(others, 'other')}`;
  const some = live === 0 ? notLive : `${count(live, 'live reference')} ${live === 1 ? 'changes' : 'change'}${besides}`;
  const what = changes.length === 0 ? 'No reference changes' : some;
  const breaks = broken > 0 ? `, ${broken} ${broken === 1 ? 'breaks' : 'break'}` : '';
  return `${what}${breaks}; ${unchanged} ${unchanged === 1 ? 'stays as it is' : 'stay as they are'}`;
}

/** The output for machines. */
export function planJson(report: PlanReport): string {
  const side = (one: Change['before']) =>
    one
      ? safeResolution(shownResolution(one.resolution, one.placed.at), report.shown(one.placed.at.document.file))
      : null;
  const changes = report.changes.map(change => {
    const { at, agentId, reference, kind } = placedOf(change);
    return {
      file: report.shown(at.document.file),
      pointer: at.pointer,
      agent_id: agentId,
      reference,
      kind,
      live: change.live,
      effect: change.effect,
      before: side(change.before),
      after: side(change.after),
    };
  });
  return `${JSON.stringify(
    {
      version: 1,
      changes,
      unchanged: report.unchanged,
      edits: report.edits.map(({ edit, outcome, because }) => ({ edit: edit.text, outcome, because })),
      assertions: report.assertions.map(({ text, verdict: { holds, because } }) => ({
        assertion: text,
        holds,
        because,
      })),
      assumptions: report.assumptions,
    },
    undefined,
    2,
  )}\n`;
}
