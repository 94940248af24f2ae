import type { Workspace } from '../../core/workspace/workspace.ts';
import { liveVersionsOf } from '../../core/domain/live-versions.ts';
import { count } from '../../core/numbers.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { badge, blocksOf, code, section, values, words, type Badge, type Block } from '../../view/blocks.ts';
import type { MadePlan } from '../../view/plan-report.ts';
import { variableInWords } from '../../view/plan-words.ts';
import { callersBlock } from '../../view/results/callers.ts';
import { changesBlocks, effectBadge } from '../../view/results/plan.ts';
import { selectedText } from '../../view/results/resolution.ts';
import { selectedInWords } from '../../view/resolve-report.ts';
import type { PlanEdit } from '../../simulator/edits.ts';
import { effectOf, isVersionChange, variableChanges, type Effect } from '../../compare/changes.ts';
import type { VersionSide } from '../../compare/references.ts';
import { resolutionOf } from '../../core/index/agent-references.ts';
import { assumedBy } from '../../simulator/resolution-words.ts';
import { guideTo } from './guide.ts';
import { planAfter, planBetween, viewPlan } from './plan.ts';
import type { AskedReference } from './subject.ts';

/** At most this many changes are listed; the rest is counted. */
const MOST_CHANGES = 100;

/** What an edit does that is unsaved, or hypothetical. */
interface Comparison {
  readonly headline: string;
  readonly block: Block;
}

/** The saved state compared with the editor's; undefined if nothing is unsaved. @param own what is previewed */
export function unsavedComparison(
  saved: Workspace,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison | undefined {
  if (saved === workspace) return undefined;
  const told = workspace.memory.remember(unsavedComparison, saved, () =>
    toldPlan(planBetween({ workspace: saved }, { workspace }), workspace),
  );
  return comparison({ key: 'unsaved', title: 'Saved → unsaved changes', outcome: 'applied' }, told, workspace, own);
}

/** What a hypothetical edit would do. */
export function hypotheticalComparison(
  edit: PlanEdit,
  title: string,
  workspace: Workspace,
  own: AskedReference | undefined,
): Comparison {
  const told = workspace.memory.remember(hypotheticalComparison, JSON.stringify(edit), () =>
      toldPlan(planAfter(edit, workspace), workspace),
    ),
    { outcome, impossible, because } = told.plan.edits[0]!,
    possible = outcome === 'needless' ? outcome : 'applied';
  return comparison(
    { key: 'hypothetical', title, outcome: impossible ? 'impossible' : possible, because },
    told,
    workspace,
    own,
  );
}

const toldPlan = (plan: MadePlan, shown: Workspace) => ({ plan, told: viewPlan(plan, shown, MOST_CHANGES) });

interface Edited {
  /** Distinguishes the sections of several comparisons. */
  readonly key: string;
  readonly title: string;
  /** `needless`: already the case; `impossible`: cannot be done, or its effect is unknown. */
  readonly outcome: 'applied' | 'needless' | 'impossible';
  readonly because?: string | null;
}

/** A change before and after: side by side, and its effect on every reference. */
function comparison(
  { key, title, outcome, because = null }: Edited,
  { plan, told }: ReturnType<typeof toldPlan>,
  shown: Workspace,
  own: AskedReference | undefined,
): Comparison {
  const sides = own && ownSides(own, plan),
    { before, after } = sides ?? {},
    effect = sides && effectOf(before, after),
    { causes, more, headline } = told;
  const variables = variableChanges(
      { before: before && { resolution: before }, after: after && { resolution: after } },
      plan,
    ),
    isLive = before?.version != null && liveVersionsOf(before.agentId, plan.before).has(before.version),
    between = betweenBadge(before, after, effect, isLive);
  const isNothing =
    outcome === 'applied' &&
    causes.length + more + told.contents.length + told.callers.length === 0 &&
    effect === undefined;
  const assumptions = assumedBy([plan, before, after].flatMap(one => one?.assumptions ?? [])),
    live = causes.reduce((sum, one) => sum + (one.live ? one.subjects.length : 0), 0),
    all = causes.reduce((sum, { subjects }) => sum + subjects.length, more);
  const counted = all === 0 ? between.words : [count(all, 'change'), ...(live > 0 ? [`${live} live`] : [])].join(', ');
  const block = section(
    key,
    title,
    [
      outcome === 'needless' && words({ badge: badge('plain', '=', 'It is so already') }),
      outcome === 'impossible' && words({ badge: badge('bad', '✕', 'This is impossible, or its effect is unknown') }),
      because !== null && words(because),
      words(headline, live > 0 ? 'strong' : 'plain'),
      !isNothing &&
        (before ?? after) !== undefined && {
          is: 'sides',
          sides: [sideOf('Before', before, plan.before, shown), sideOf('After', after, plan.after, shown)],
          between,
        },
      values(variables.map(one => ({ name: code(one.name), words: variableInWords(one) }))),
      callersBlock(told, `${key}-`),
      changesBlocks({ ...told, assumptions }, `${key}-`),
    ],
    { count: outcome === 'applied' ? counted : outcome, open: !isNothing },
  );
  return { headline, block };
}

/** For the same version, the change is whether it is published. */
function betweenBadge(
  was: Resolution | undefined,
  is: Resolution | undefined,
  effect: Effect | undefined,
  live: boolean,
): Badge {
  if (effect === undefined) return badge('plain', '=', 'no change');
  const isSame = effect === 'version' && was?.version === is?.version && was?.agentId === is?.agentId;
  if (isSame && is?.isPublished === true) return badge('changed', '✓', 'becomes published');
  return effectBadge({ effect, live, isBreak: effect === 'breaks', after: is ?? null });
}

function sideOf(
  title: string,
  resolution: Resolution | undefined,
  workspace: Workspace,
  shown: Workspace,
): { readonly title: string; readonly blocks: readonly Block[] } {
  if (!resolution) return { title, blocks: [words('not there', 'quiet')] };
  const { result, why } = selectedInWords(resolution),
    from = result.variables_from,
    variables = from === null ? 'no tag gives it variables' : `variables from the tag ${from}`;
  return {
    title,
    blocks: blocksOf(words(selectedText(result, guideTo(workspace, shown)), 'large'), words(why || variables, 'quiet')),
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
