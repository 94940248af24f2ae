import { withheld } from '../../simulator/withheld.ts';
import type { Document } from '../../core/document.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Outcome, WeightListView } from '../../protocol/index.ts';
import { destinationOf, drawList, listsIn, listTitle, movesBetween, type WeightList } from '../../simulator/weights.ts';
import { placeOfValue, type FilePlace } from '../file-place.ts';
import { nameOf, resolutionView } from './resolutions.ts';

/** How a sample is drawn. */
export interface Sampling {
  readonly calls: number;
  readonly seed: string;
}

/**
 * The lists of agent weights of a document of kind `agent-weights` or `phone-number`, each with a sample drawn from it.
 * @param asked pointer of the place that is asked about
 */
export function weightLists(
  document: Document,
  workspace: Workspace,
  saved: Workspace,
  asked: string | undefined,
  sampling: Sampling,
): { readonly lists: readonly WeightListView<FilePlace>[]; readonly assumptions: readonly string[] } {
  const before = saved === workspace ? undefined : saved.document(document.file),
    earlier = before ? listsIn(before.roots, saved) : [];
  const isIn = (pointer: string): boolean =>
    asked !== undefined && (asked === pointer || asked.startsWith(`${pointer}/`));
  const found = listsIn(document.roots, workspace),
    assumptions: string[] = [];
  const lists = found.map((list): WeightListView<FilePlace> => {
    // of a list that nothing can be drawn from, the place is that of what is wrong
    const { at } = list,
      holder = at.within('agent-weights') ?? at;
    const is = {
      title: listTitle(holder) ?? document.file,
      place: placeOfValue(holder),
      current: isIn(holder.pointer),
      ...sampling,
    };
    const refused = 'because' in list ? undefined : withheld(list.assumptions, workspace);
    if ('because' in list) return { ...is, because: list.because, becauseAt: placeOfValue(at), ...empty };
    if (refused !== undefined) return { ...is, because: `the sample ${refused}`, becauseAt: null, ...empty };
    assumptions.push(...list.assumptions, ...list.arms.flatMap(({ resolution }) => resolution.assumptions));
    const was = earlier.find((one): one is WeightList => !('because' in one) && one.at.pointer === at.pointer);
    return {
      ...is,
      because: null,
      becauseAt: null,
      ...drawn(list, workspace, sampling, isIn),
      moves: movesOf(was, list, sampling),
    };
  });
  return { lists, assumptions };
}

const empty = { sum: 0, note: null, arms: [], destinations: [], moves: null } as const;

function noteOf({ arms, assumptions, sum }: WeightList): string | null {
  if (arms.length === 0) return 'the list has no agents';
  if (assumptions.length === 0) return null;
  return `the weights add up to ${Number(sum.toPrecision(12))}, not to 1; they are taken in proportion`;
}

function drawn(
  list: WeightList,
  workspace: Workspace,
  { calls, seed }: Sampling,
  isIn: (pointer: string) => boolean,
): Pick<WeightListView<FilePlace>, 'sum' | 'note' | 'arms' | 'destinations'> {
  const { arms, versions } = drawList(list, calls, seed);
  return {
    sum: list.sum,
    note: noteOf(list),
    arms: arms.map(({ arm, calls: n, share, interval95 }) => ({
      place: placeOfValue(arm.at),
      weight: arm.weight,
      expected: arm.expected,
      destination: destinationOf(arm),
      current: isIn(arm.at.pointer),
      resolution: resolutionView(arm.resolution, workspace),
      calls: n,
      share,
      interval95,
    })),
    destinations: versions.map(({ arms: of, agentId, expected, calls: n, share, interval95 }) => ({
      destination: destinationOf(of[0]!),
      agentName: nameOf(agentId, workspace),
      outcome: of[0]!.resolution.outcome as Outcome,
      expected,
      arms: of.map(arm => list.arms.indexOf(arm)),
      calls: n,
      share,
      interval95,
    })),
  };
}

/** Who gets something else by the edit; null where nobody does. */
function movesOf(
  before: WeightList | undefined,
  after: WeightList,
  { calls, seed }: Sampling,
): WeightListView<FilePlace>['moves'] {
  if (!before || before.arms.length === 0 || after.arms.length === 0) return null;
  const { moved, share, least, moves } = movesBetween(before, after, calls, seed);
  return moved === 0 && least === 0 ? null : { calls: moved, share, least, ways: moves };
}
