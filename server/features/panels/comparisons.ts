import type { Workspace } from '../../core/workspace/workspace.ts';
import type { MadePlan } from '../../view/plan-report.ts';
import { variableInWords } from '../../view/plan-words.ts';
import type { Comparison } from '../../view/panels/index.ts';
import type { PlanEdit } from '../../simulator/edits.ts';
import { effectOf, isVersionChange, variableChanges } from '../../compare/changes.ts';
import type { VersionSide } from '../../compare/references.ts';
import { resolutionOf } from '../../core/index/agent-references.ts';
import { assumedBy } from '../../simulator/resolution-words.ts';
import type { FilePlace } from '../file-place.ts';
import { planAfter, planBetween, viewPlan } from './plan.ts';
import { viewReference } from './results.ts';
import type { AskedReference } from './subject.ts';

/** At most this many changes are listed; the rest is counted. */
const MOST_CHANGES = 100;

/** The saved state compared with the editor's; null if nothing is unsaved. @param own what is previewed */
export function unsavedComparison(
  saved: Workspace,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison<FilePlace> | null {
  if (saved === workspace) return null;
  const { plan, told } = workspace.memory.remember(unsavedComparison, saved, () =>
    toldPlan(planBetween({ workspace: saved }, { workspace }), workspace),
  );
  return {
    title: 'Saved → unsaved changes',
    outcome: 'applied',
    because: null,
    ...told,
    ...ownChange(own, plan, workspace),
  };
}

/** What a hypothetical edit would do. */
export function hypotheticalComparison(
  edit: PlanEdit,
  title: string,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison<FilePlace> {
  const { plan, told } = workspace.memory.remember(hypotheticalComparison, JSON.stringify(edit), () =>
    toldPlan(planAfter(edit, workspace), workspace),
  );
  const { outcome, impossible, because } = plan.edits[0]!,
    possible = outcome === 'needless' ? outcome : 'applied';
  return {
    title,
    outcome: impossible ? 'impossible' : possible,
    because,
    ...told,
    ...ownChange(own, plan, workspace),
  };
}

const toldPlan = (plan: MadePlan, shown: Workspace) => ({ plan, told: viewPlan(plan, shown, MOST_CHANGES) });

/** What happens to the previewed reference, with everything that the comparison assumes. */
function ownChange(
  own: AskedReference | undefined,
  plan: MadePlan,
  shown: Workspace,
): Pick<Comparison<FilePlace>, 'before' | 'after' | 'effect' | 'variables' | 'assumptions'> {
  const sides = own && ownSides(own, plan),
    { before, after } = sides ?? {};
  const variables = variableChanges(
    { before: before && { resolution: before }, after: after && { resolution: after } },
    plan,
  );
  return {
    before: before ? viewReference(before, plan.before, shown) : null,
    after: after ? viewReference(after, plan.after, shown) : null,
    effect: (sides && effectOf(before, after)) ?? null,
    variables: variables.map(one => ({ name: one.name, words: variableInWords(one) })),
    assumptions: assumedBy([plan, before, after].flatMap(one => one?.assumptions ?? [])),
  };
}

/** The previewed reference in both states: as the plan has matched it, otherwise by its current content. */
function ownSides({ placed, agentId, reference }: AskedReference, { changes, before, after }: MadePlan) {
  const same = (side: VersionSide | undefined): boolean =>
    side?.placed.at.document.file === placed?.at.document.file &&
    side?.placed.at.pointer === placed?.at.pointer &&
    side?.placed.kind === placed?.kind;
  const versions = changes.filter(isVersionChange);
  const change = placed && (versions.find(one => same(one.after)) ?? versions.find(one => same(one.before)));
  if (change) return { before: change.before?.resolution, after: change.after?.resolution };
  if (placed) return { before: resolutionOf(placed, before), after: resolutionOf(placed, after) };
  return { before: before.resolve(agentId, reference), after: after.resolve(agentId, reference) };
}
