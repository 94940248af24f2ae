import type { SimulateWeights } from '../core/generated/outputs.js';
import { destinationOf, type WeightedArm, type WeightList } from '../core/domain/weight-lists.ts';
import { movedShareBetween, sumOf } from '../core/domain/weights.ts';
import { armAt, draws, endsOf, fraction, wilson95 } from './draw.ts';
import { interval, roundShare } from './simulation.ts';
import { groupsOf } from '../core/json/multimap.ts';

/** The number of times that an arm was drawn, and the resulting estimate of its share. */
interface Drawn {
  readonly calls: number;
  readonly share: number;
  readonly interval95: readonly [number, number];
}
interface DrawnList {
  readonly arms: readonly (Drawn & { readonly arm: WeightedArm })[];
  /**
   * The versions in output form. The entries that resolve to one version are added up; unresolved entries are grouped
   * by their text.
   */
  readonly versions: Extract<SimulateWeights, { readonly calls: number }>['lists'][number]['versions'];
}

/**
 * Draws an arm for each of the calls `call_0` to `call_<calls - 1>`. The result is a sample: the platform draws at
 * random, so its results differ.
 * @param calls at least 1
 */
export function drawList(list: WeightList, calls: number, seed: string): DrawnList {
  const counts = new Float64Array(list.arms.length);
  if (list.arms.length > 0) {
    const ends = endsOf(list.arms.map(arm => arm.weight));
    draws(seed, calls, position => {
      counts[armAt(ends, position)]!++;
    });
  }
  const drawnCount = (n: number): Drawn => ({
    calls: n,
    share: roundShare(n / calls),
    interval95: interval(wilson95(n, calls)),
  });
  return {
    arms: list.arms.map((arm, i) => ({ arm, ...drawnCount(counts[i]!) })),
    versions: [...groupsOf(list.arms, destinationOf).values()].map(arms => ({
      agent_id: arms[0]!.agentId,
      agent_version: arms[0]!.resolution.version,
      arms: arms.map(({ at }) => at.pointer),
      expected_share: roundShare(sumOf(arms.map(arm => arm.expected))),
      ...drawnCount(arms.reduce((sum, arm) => sum + counts[list.arms.indexOf(arm)]!, 0)),
    })),
  };
}

/** Draws the arm of one call; `undefined` for an empty list. */
export function drawCall(list: WeightList, callId: string, seed: string): WeightedArm | undefined {
  return list.arms.length === 0
    ? undefined
    : list.arms[armAt(endsOf(list.arms.map(arm => arm.weight)), fraction(seed, callId))];
}

/** The numbers of calls that move from one destination to another, in output form. */
type Moves = Omit<
  NonNullable<Extract<SimulateWeights, { readonly calls: number }>['against']>['lists'][number],
  'pointer' | 'against'
>;

/**
 * The calls that move when `after` replaces `before`. The same calls are drawn from both lists with the same seed.
 * Neither list may be empty.
 */
export function movesBetween(before: WeightList, after: WeightList, calls: number, seed: string): Moves {
  const [beforeEnds, afterEnds] = [before, after].map(list => ({
    ends: endsOf(list.arms.map(arm => arm.weight)),
    names: list.arms.map(destinationOf),
  })) as [{ ends: number[]; names: string[] }, { ends: number[]; names: string[] }];
  const counts = new Float64Array(beforeEnds.names.length * afterEnds.names.length);
  draws(seed, calls, position => {
    counts[armAt(beforeEnds.ends, position) * afterEnds.names.length + armAt(afterEnds.ends, position)]!++;
  });
  const movesByKey = new Map<string, { from: string; to: string; calls: number }>();
  for (const [index, n] of counts.entries()) {
    const a = beforeEnds.names[Math.floor(index / afterEnds.names.length)]!,
      b = afterEnds.names[index % afterEnds.names.length]!;
    if (n === 0 || a === b) continue;
    const key = JSON.stringify([a, b]),
      earlierMove = movesByKey.get(key);
    if (earlierMove) earlierMove.calls += n;
    else movesByKey.set(key, { from: a, to: b, calls: n });
  }
  const movedCount = [...movesByKey.values()].reduce((sum, move) => sum + move.calls, 0);
  return {
    moved: movedCount,
    share: roundShare(movedCount / calls),
    interval95: interval(wilson95(movedCount, calls)),
    // the minimum share that moves in any draw
    least_share: roundShare(movedShareBetween(sharesOf(before), sharesOf(after))),
    moves: [...movesByKey.values()]
      .map(move => ({ ...move, share: roundShare(move.calls / calls) }))
      .sort((a, b) => b.calls - a.calls || (a.from + a.to < b.from + b.to ? -1 : 1)),
  };
}

const sharesOf = ({ arms }: WeightList) => arms.map(arm => ({ to: destinationOf(arm), share: arm.expected }));
