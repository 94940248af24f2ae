import { assumedBy } from '../../simulator/resolution-words.ts';
import { locate } from '../../core/locate.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { ChangeView, Comparison, ContentsView } from '../../protocol/index.ts';
import { planReport, type PlanReport } from '../../printers/plan-report.ts';
import { variableInWords } from '../../printers/plan-words.ts';
import { applyEdits, type PlanEdit } from '../../simulator/edits.ts';
import { effectOf, planOf, variableChanges, type Plan } from '../../simulator/plan.ts';
import { resolutionOf, type Side } from '../../simulator/references.ts';
import type { FilePlace } from '../file-place.ts';
import type { AskedReference } from './references.ts';
import { resolutionView } from './resolutions.ts';

/** At most this many changes are listed; the rest is counted. */
const MOST_CHANGES = 100;

/**
 * The changes of a plan for a panel, live ones first, else in the order of the plan.
 * @param shown the state of the files in the editor
 */
export function changeViews({ result, causes }: PlanReport, shown: Workspace): readonly ChangeView<FilePlace>[] {
  const versions = causes.filter(({ of }) => of === 'changes'),
    names = causes.filter(({ of }) => of === 'names');
  const ordered = [versions, names].flatMap(some =>
    some
      .flatMap(cause => cause.subjects.map(subject => ({ cause, subject })))
      .sort((a, b) => a.subject.first - b.subject.first),
  );
  const views = ordered.map(({ cause, subject: { subject, kind, count, first } }): ChangeView<FilePlace> => {
    const { file, pointer } = result[cause.of][first]!;
    return {
      effect: cause.effect,
      kind,
      live: cause.live,
      subject,
      words: [cause.words, cause.accepted].filter(Boolean).join('; '),
      before: cause.before?.selects ?? null,
      after: cause.after?.selects ?? null,
      steps: { before: cause.before?.steps ?? [], after: cause.after?.steps ?? [] },
      variables: cause.variables,
      count,
      place: cause.after ? placeIn(file, pointer, shown) : null,
    };
  });
  return [...views.filter(({ live }) => live), ...views.filter(({ live }) => !live)];
}

/** The saved state compared with the editor's; null if nothing is unsaved. @param own what is previewed */
export function unsavedComparison(
  saved: Workspace,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison<FilePlace> | null {
  if (saved === workspace) return null;
  const told = workspace.memory.remember(unsavedComparison, saved, () =>
    toldPlan(planOf(saved, workspace, undefined, undefined, 'live'), saved, workspace),
  );
  return {
    title: 'Saved → unsaved changes',
    outcome: 'applied',
    because: null,
    ...compared(told, saved, workspace, workspace, own, []),
  };
}

/** What a hypothetical edit would do. */
export function hypotheticalComparison(
  edit: PlanEdit,
  title: string,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison<FilePlace> {
  const { edited, told } = workspace.memory.remember(hypotheticalComparison, JSON.stringify(edit), () => {
    const edited = applyEdits(workspace, [edit]);
    const plan = planOf(workspace, edited.workspace, edited.made);
    return { edited, told: toldPlan(plan, workspace, edited.workspace) };
  });
  const outcome = edited.outcomes[0]!;
  const possible = outcome.outcome === 'needless' ? 'needless' : 'applied';
  return {
    title,
    outcome: outcome.impossible ? 'impossible' : possible,
    because: outcome.because,
    ...compared(told, workspace, edited.workspace, workspace, own, edited.assumptions),
  };
}

const toldPlan = (plan: Plan, before: Workspace, after: Workspace) => ({
  plan,
  report: planReport({ ...plan, base: undefined, edits: [], before, after, shown: file => file }),
});

function compared(
  { plan, report }: ReturnType<typeof toldPlan>,
  before: Workspace,
  after: Workspace,
  shown: Workspace,
  own: AskedReference | undefined,
  assumed: readonly string[],
): Omit<Comparison<FilePlace>, 'title' | 'outcome' | 'because'> {
  const sides = own && ownSides(own, plan, before, after),
    effect = sides ? (effectOf(sides.before, sides.after) ?? null) : null;
  const views = changeViews(report, shown);
  const variables = sides
    ? variableChanges({
        before: sides.before && { resolution: sides.before },
        after: sides.after && { resolution: sides.after },
      })
    : [];
  return {
    headline: report.headline,
    before: sides?.before ? resolutionView(sides.before, before, shown) : null,
    after: sides?.after ? resolutionView(sides.after, after, shown) : null,
    effect,
    variables: variables.map(one => ({ name: one.name, words: variableInWords(one) })),
    contents: contentsViews(report, shown),
    changes: views.slice(0, MOST_CHANGES),
    more: views.slice(MOST_CHANGES).reduce((sum, view) => sum + view.count, 0),
    unchanged: plan.unchanged,
    assumptions: assumedBy([
      ...plan.assumptions,
      ...assumed,
      ...[sides?.before, sides?.after].flatMap(side => side?.assumptions ?? []),
    ]),
  };
}

/** The previewed reference in both states: as the plan has matched it, otherwise by its current content. */
function ownSides(
  { placed, agentId, reference }: AskedReference,
  { changes }: Plan,
  before: Workspace,
  after: Workspace,
) {
  const same = (side: Side | undefined): boolean =>
    side?.placed.at.document.file === placed?.at.document.file &&
    side?.placed.at.pointer === placed?.at.pointer &&
    side?.placed.kind === placed?.kind;
  const change = placed && (changes.find(one => same(one.after)) ?? changes.find(one => same(one.before)));
  if (change) return { before: change.before?.resolution, after: change.after?.resolution };
  if (placed) return { before: resolutionOf(placed, before), after: resolutionOf(placed, after) };
  return { before: before.resolve(agentId, reference), after: after.resolve(agentId, reference) };
}

/**
 * What is said or done differently under the same version number, for a panel. @param shown the state of the files in
 * the editor
 */
export function contentsViews({ contents }: PlanReport, shown: Workspace): readonly ContentsView<FilePlace>[] {
  return contents.map(({ title, reach, isLive, file, rows }) => ({
    title,
    reach,
    live: isLive,
    rows: rows.map(({ pointer, words, hunk, isThere }) => ({
      pointer,
      words,
      hunk,
      place: isThere ? placeIn(file, pointer, shown) : null,
    })),
  }));
}

function placeIn(file: string, pointer: string, shown: Workspace): FilePlace | null {
  const document = shown.document(file);
  return document ? { file, span: locate(document, pointer as `/${string}`) } : null;
}
