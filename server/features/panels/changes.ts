import type { Workspace } from '../../core/workspace/workspace.ts';
import type { ChangeView, Comparison, ContentsView } from '../../protocol/index.ts';
import { headline } from '../../printers/plan-report.ts';
import {
  acceptedInWords,
  effectInWords,
  groupedChanges,
  groupedNames,
  nameEffectInWords,
  nameSubject,
  subject,
  variableInWords,
  type ChangeGroup,
  type NameGroup,
} from '../../printers/plan-words.ts';
import { applyEdits, type PlanEdit } from '../../simulator/edits.ts';
import { effectOf, placedOf, planOf, variableChanges, type NameChange, type Plan } from '../../simulator/plan.ts';
import { resolutionOf, type Side } from '../../simulator/references.ts';
import { selectsShort } from '../../simulator/resolution-words.ts';
import type { FilePlace } from '../file-place.ts';
import { assumptionNotes, placeOf } from './places.ts';
import type { AskedReference } from './references.ts';
import { resolutionView } from './resolutions.ts';
import { locate } from '../../core/locate.ts';
import { contentsInWords } from '../../printers/contents-words.ts';
import type { ContentGroup } from '../../simulator/contents.ts';

/** At most this many changes are listed; the rest is counted. */
const MOST_CHANGES = 100;

/**
 * The changes of a plan for a panel; equal ones of one batch are combined.
 * @param shown the state of the files in the editor
 */
export function changeViews(
  { changes, names }: Pick<Plan, 'changes' | 'names'>,
  before: Workspace,
  after: Workspace,
  shown: Workspace,
): readonly ChangeView<FilePlace>[] {
  const views = [
    ...groupedChanges(changes).map(group => changeView(group, before, after, shown)),
    ...groupedNames(names).map(group => nameView(group, shown)),
  ];
  return [...views.filter(({ live }) => live), ...views.filter(({ live }) => !live)];
}

/** The effect on a reference to another record. */
function nameView(group: NameGroup, shown: Workspace): ChangeView<FilePlace> {
  const { first, all } = group;
  const side = ({ lookup }: NameChange['before']): string => (lookup.outcome === 'found' ? 'there' : lookup.outcome);
  return {
    effect: first.effect,
    kind: 'other',
    live: first.live,
    subject: nameSubject(group),
    words: [nameEffectInWords(group), acceptedInWords(first)].filter(Boolean).join('; '),
    before: side(first.before),
    after: side(first.after),
    steps: { before: [], after: [] },
    variables: [],
    count: all.length,
    place: placeOf(first.after.placed.at, shown),
  };
}

function changeView(group: ChangeGroup, before: Workspace, after: Workspace, shown: Workspace): ChangeView<FilePlace> {
  const { first } = group,
    { kind, at } = placedOf(first),
    side = (one: Side | undefined): string | null => (one ? selectsShort(one.resolution) : null);
  return {
    effect: first.effect,
    kind,
    live: first.live,
    subject: subject(group, { before, after }),
    words: [effectInWords(first), acceptedInWords(first)].filter(Boolean).join('; '),
    before: side(first.before),
    after: side(first.after),
    steps: { before: first.before?.resolution.steps ?? [], after: first.after?.resolution.steps ?? [] },
    variables: variableChanges(first).map(one => ({ name: one.name, words: variableInWords(one) })),
    count: group.count,
    place: first.after ? placeOf(at, shown) : null,
  };
}

/** The saved state compared with the editor's; null if nothing is unsaved. @param own what is previewed */
export function unsavedComparison(
  saved: Workspace,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison<FilePlace> | null {
  if (saved === workspace) return null;
  const plan = workspace.memory.remember(unsavedComparison, saved, () =>
    planOf(saved, workspace, undefined, undefined, 'live'),
  );
  return {
    title: 'Saved → unsaved changes',
    outcome: 'applied',
    because: null,
    ...compared(plan, saved, workspace, workspace, own, []),
  };
}

/** What a hypothetical edit would do. */
export function hypotheticalComparison(
  edit: PlanEdit,
  title: string,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison<FilePlace> {
  const { edited, plan } = workspace.memory.remember(hypotheticalComparison, JSON.stringify(edit), () => {
    const edited = applyEdits(workspace, [edit]);
    return { edited, plan: planOf(workspace, edited.workspace, edited.made) };
  });
  const outcome = edited.outcomes[0]!;
  const possible = outcome.outcome === 'needless' ? 'needless' : 'applied';
  return {
    title,
    outcome: outcome.impossible ? 'impossible' : possible,
    because: outcome.because,
    ...compared(plan, workspace, edited.workspace, workspace, own, edited.assumptions),
  };
}

function compared(
  plan: Plan,
  before: Workspace,
  after: Workspace,
  shown: Workspace,
  own: AskedReference | undefined,
  assumed: readonly string[],
): Omit<Comparison<FilePlace>, 'title' | 'outcome' | 'because'> {
  const sides = own && ownSides(own, plan, before, after),
    effect = sides ? (effectOf(sides.before, sides.after) ?? null) : null;
  const views = changeViews(plan, before, after, shown);
  const variables = sides
    ? variableChanges({
        before: sides.before && { resolution: sides.before },
        after: sides.after && { resolution: sides.after },
      })
    : [];
  return {
    headline: headline(plan),
    before: sides?.before ? resolutionView(sides.before, before, shown) : null,
    after: sides?.after ? resolutionView(sides.after, after, shown) : null,
    effect,
    variables: variables.map(one => ({ name: one.name, words: variableInWords(one) })),
    contents: contentsViews(plan.contents, shown),
    changes: views.slice(0, MOST_CHANGES),
    more: views.slice(MOST_CHANGES).reduce((sum, view) => sum + view.count, 0),
    unchanged: plan.unchanged,
    assumptions: assumptionNotes([
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
export function contentsViews(contents: readonly ContentGroup[], shown: Workspace): readonly ContentsView<FilePlace>[] {
  return contentsInWords(contents, file => file).map(({ title, reach, isLive, file, rows }) => ({
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
