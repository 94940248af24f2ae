import type { Workspace } from '../../core/workspace/workspace.ts';
import { liveVersionsOf } from '../../core/domain/live-versions.ts';
import { count } from '../../core/numbers.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { assumed, badge, blocksOf, code, section, values, words, type Badge, type Block } from '../../view/blocks.ts';
import { headline } from '../../view/plan-headline.ts';
import type { MadePlan } from '../../view/plan-report.ts';
import { variableInWords } from '../../view/plan-words.ts';
import { callersBlock, callersGroups } from '../../view/results/callers.ts';
import { changesBlocks, effectBadge, listedCauses } from '../../view/results/plan.ts';
import type { PlaceOf } from '../../view/results/asked.ts';
import { selectedText } from '../../view/results/resolve.ts';
import { selectedInWords } from '../../view/resolve-report.ts';
import type { PlanEdit } from '../../simulator/edits.ts';
import { effectOf, isVersionChange, variableChanges, type Effect } from '../../compare/changes.ts';
import type { VersionSide } from '../../compare/references.ts';
import { resolutionOf } from '../../core/index/agent-references.ts';
import { guideTo, placeIn } from './places.ts';
import { planAfter, planBetween } from './plan.ts';
import type { PreviewReference } from './subject.ts';

/** The maximum number of changes in a list; the others are counted. */
const MAX_CHANGES = 100;

/** The effect of an unsaved or hypothetical edit. */
interface Comparison {
  readonly headline: string;
  readonly block: Block;
}

/**
 * Compares the saved state with the state in the editor. Undefined if there are no unsaved changes.
 * @param previewedReference the previewed reference
 */
export function unsavedComparison(
  savedWorkspace: Workspace,
  workspace: Workspace,
  previewedReference: PreviewReference | undefined,
): Comparison | undefined {
  if (savedWorkspace === workspace) return undefined;
  const unsavedEdit = { key: 'unsaved', title: 'Saved → unsaved changes', outcome: 'applied', because: null } as const;
  const changes = workspace.memory.remember(unsavedComparison, savedWorkspace, () =>
    changeOf(planBetween({ workspace: savedWorkspace }, { workspace }), unsavedEdit.key, workspace),
  );
  return comparison(unsavedEdit, changes, workspace, previewedReference);
}

/** Compares the states before and after a hypothetical edit. */
export function hypotheticalComparison(
  edit: PlanEdit,
  title: string,
  workspace: Workspace,
  previewedReference: PreviewReference | undefined,
): Comparison {
  const key = 'hypothetical';
  const changes = workspace.memory.remember(hypotheticalComparison, JSON.stringify(edit), () =>
    changeOf(planAfter(edit, workspace), key, workspace),
  );
  const { outcome, isImpossible, because } = changes.plan.edits[0]!,
    possibleOutcome = outcome === 'needless' ? outcome : 'applied';
  return comparison(
    { key, title, outcome: isImpossible ? 'impossible' : possibleOutcome, because },
    changes,
    workspace,
    previewedReference,
  );
}

/** A plan, and its effects on references other than the previewed one. */
function changeOf(plan: MadePlan, key: string, workspace: Workspace) {
  const place: PlaceOf = at => placeIn(workspace, at),
    prefix = `${key}-`;
  return {
    plan,
    ...listedCauses(plan, MAX_CHANGES),
    blocks: blocksOf(
      callersBlock(callersGroups(plan.callers), place, prefix),
      changesBlocks(plan, { keyPrefix: prefix, place, limit: MAX_CHANGES, canDraw: true }),
    ),
  };
}

interface EditResult {
  /** Distinguishes the section keys of several comparisons. */
  readonly key: string;
  readonly title: string;
  /** `needless`: the edit would change nothing; `impossible`: the edit cannot be made, or its effect is unknown. */
  readonly outcome: 'applied' | 'needless' | 'impossible';
  readonly because: string | null;
}

/** The block of a comparison: the resolution before and after, side by side, and the effects on every reference. */
function comparison(
  { key, title, outcome, because }: EditResult,
  { plan, causes, omittedCount, blocks }: ReturnType<typeof changeOf>,
  workspace: Workspace,
  previewedReference: PreviewReference | undefined,
): Comparison {
  const sides = previewedReference && ownSides(previewedReference, plan),
    { before, after } = sides ?? {},
    effect = sides && effectOf(before, after),
    variables = variableChanges(
      { before: before && { resolution: before }, after: after && { resolution: after } },
      plan,
    ),
    isLive = before?.version != null && liveVersionsOf(before.agentId, plan.before).has(before.version),
    result = betweenBadge(before, after, effect, isLive),
    isNothing =
      outcome === 'applied' && causes.length + plan.contents.length + plan.callers.length === 0 && effect === undefined;
  const liveCount = causes.flatMap(subjects => subjects.filter(([first]) => first.isLive)).length,
    n = causes.flat().length + omittedCount,
    verdict = headline([plan]);
  const countText =
    n === 0 ? result.words : [count(n, 'change'), ...(liveCount > 0 ? [`${liveCount} live`] : [])].join(', ');
  const block = section(
    key,
    title,
    [
      outcome === 'needless' && words({ badge: badge('plain', '=', 'Already the case') }),
      outcome === 'impossible' && words({ badge: badge('bad', '✕', 'Impossible, or its effect is unknown') }),
      because !== null && words(because),
      words(verdict, liveCount > 0 ? 'strong' : 'plain'),
      !isNothing &&
        (before ?? after) !== undefined && {
          is: 'sides',
          sides: [sideOf('Before', before, plan.before, workspace), sideOf('After', after, plan.after, workspace)],
          middleBadge: result,
        },
      values(variables.map(change => ({ name: code(change.name), words: variableInWords(change) }))),
      blocks,
      assumed(
        [plan, before, after].flatMap(side => side?.assumptions ?? []),
        `${key}-assumptions`,
      ),
    ],
    { count: outcome === 'applied' ? countText : outcome, open: !isNothing },
  );
  return { headline: verdict, block };
}

/** The badge between two versions: their numbers, or their states of publication if the number is the same. */
function betweenBadge(
  before: Resolution | undefined,
  resolution: Resolution | undefined,
  effect: Effect | undefined,
  isLive: boolean,
): Badge {
  if (effect === undefined) return badge('plain', '=', 'no change');
  const isSame =
    effect === 'version' && before?.version === resolution?.version && before?.agentId === resolution?.agentId;
  if (isSame && resolution?.isPublished === true) return badge('changed', '✓', 'becomes published');
  return effectBadge({ effect, isLive, isBreak: effect === 'breaks', after: resolution });
}

function sideOf(
  title: string,
  resolution: Resolution | undefined,
  workspace: Workspace,
  visibleWorkspace: Workspace,
): { readonly title: string; readonly blocks: readonly Block[] } {
  if (!resolution) return { title, blocks: [words('not there', 'quiet')] };
  const { result, reason } = selectedInWords(resolution, workspace),
    from = result.variables_from,
    variables = from === null ? 'no tag sets variables for it' : `variables from the tag ${from}`;
  return {
    title,
    blocks: blocksOf(
      words(selectedText(result, guideTo(workspace, visibleWorkspace)), 'large'),
      words(reason || variables, 'quiet'),
    ),
  };
}

/**
 * The previewed reference in both states: as the plan has matched it, or by its current content if the plan has no
 * change of it.
 */
function ownSides({ listedReference, agentId, reference }: PreviewReference, { changes, before, after }: MadePlan) {
  const isSame = (side: VersionSide | undefined): boolean =>
    side?.reference.at.document.file === listedReference?.at.document.file &&
    side?.reference.at.pointer === listedReference?.at.pointer &&
    side?.reference.kind === listedReference?.kind;
  const versions = changes.filter(isVersionChange);
  const change =
    listedReference &&
    (versions.find(change => isSame(change.after)) ?? versions.find(change => isSame(change.before)));
  if (change) return { before: change.before?.resolution, after: change.after?.resolution };
  if (listedReference)
    return { before: resolutionOf(listedReference, before), after: resolutionOf(listedReference, after) };
  return { before: before.resolve(agentId, reference), after: after.resolve(agentId, reference) };
}
