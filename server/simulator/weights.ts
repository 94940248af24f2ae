import type { Cursor } from '../core/cursor.ts';
import { sumOf, TOLERANCE } from '../core/domain/weights.ts';
import type { SimulateWeights } from '../core/generated/outputs.js';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { armAt, draws, endsOf, fraction, wilson95 } from './draw.ts';
import { interval, rounded } from './simulation.ts';
import { groupsOf } from '../core/json/multimap.ts';

/** One agent weight. Spec: Agent weight. */
export interface WeightedArm {
  readonly at: Cursor;
  readonly agentId: string;
  /** null if absent. */
  readonly reference: string | number | null;
  readonly weight: number;
  /** Its part of the traffic: the weight, scaled if the weights do not add up to 1. */
  readonly expected: number;
  readonly resolution: Resolution;
}
/** A list of agent weights: the file itself, or one direction of a phone number. */
export interface WeightList {
  readonly at: Cursor;
  readonly arms: readonly WeightedArm[];
  /** The sum of the weights. */
  readonly sum: number;
  readonly assumptions: readonly Assumption[];
}
/** A list that nothing can be drawn from, and the place that is the reason. */
export interface Undrawable {
  readonly at: Cursor;
  readonly because: string;
}

/**
 * The lists of agent weights of a file of kind `agent-weights` or `phone-number`, except those that are null or absent.
 */
export function listsIn(roots: readonly Cursor[], workspace: Workspace): readonly (WeightList | Undrawable)[] {
  return roots.flatMap(root => {
    if (root.is('agent-weights')) return [listAt(root, workspace)];
    if (root.is('agent-weight')) return root.parent ? [] : [undrawable(root, 'one agent weight is no list of them')];
    if (!root.isObject) return [undrawable(root, 'a phone number is an object')];
    return root
      .entries()
      .filter(entry => entry.is('agent-weights') && !entry.isNull)
      .map(list => listAt(list, workspace));
  });
}

/** What a list belongs to: `inbound_agents of +14155550100`; undefined if it is the whole file. */
export function listTitle(at: Cursor): string | undefined {
  const number = at.parent?.get('phone_number').string();
  return at.parent && (number ? `${at.key} of ${number}` : at.key);
}

const undrawable = (at: Cursor, because: string): Undrawable => ({ at, because });

function listAt(at: Cursor, workspace: Workspace): WeightList | Undrawable {
  if (!at.isArray) return undrawable(at, 'a list of agent weights is an array');
  const items = at.items();
  for (const item of items) {
    const id = item.get('agent_id'),
      weight = item.get('weight').number();
    if (!id.string()) return undrawable(id, 'it names no agent');
    if (weight === undefined || weight <= 0)
      return undrawable(item.get('weight'), `${weight ?? 'this'} is no weight; a weight is a number greater than 0`);
  }
  const sum = sumOf(items.map(item => item.get('weight').number()!));
  if (!Number.isFinite(sum)) return undrawable(at, 'the weights add up to more than a number can represent');
  const arms = items.map((item): WeightedArm => {
    const agentId = item.get('agent_id').string()!,
      reference = referenceIn(item.get('agent_version')),
      weight = item.get('weight').number()!;
    return {
      at: item,
      agentId,
      reference,
      weight,
      expected: Math.abs(sum - 1) <= TOLERANCE ? weight : weight / sum,
      resolution: workspace.resolve(agentId, reference),
    };
  });
  return {
    at,
    arms,
    sum,
    assumptions: Math.abs(sum - 1) <= TOLERANCE || arms.length === 0 ? [] : ['weights-in-proportion'],
  };
}

const referenceIn = ({ value }: Cursor): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

/** How often something was drawn, and the resulting estimate of its share. */
interface Drawn {
  readonly calls: number;
  readonly share: number;
  readonly interval95: readonly [number, number];
}
interface DrawnList {
  readonly arms: readonly (Drawn & { readonly arm: WeightedArm })[];
  /** As published: entries that resolve to the same version, added up; those that resolve to none, by what they say. */
  readonly versions: Extract<SimulateWeights, { readonly calls: number }>['lists'][number]['versions'];
}

/**
 * Draws an arm for each of the calls `call_0` to `call_<calls - 1>`. A draw is a sample: the platform draws at random,
 * with other results.
 * @param calls at least 1
 */
export function drawList(list: WeightList, calls: number, seed: string): DrawnList {
  const counts = new Float64Array(list.arms.length);
  if (list.arms.length > 0) {
    const ends = endsOf(list.arms.map(arm => arm.weight));
    draws(seed, calls, at => {
      counts[armAt(ends, at)]!++;
    });
  }
  const drawn = (n: number): Drawn => ({
    calls: n,
    share: rounded(n / calls),
    interval95: interval(wilson95(n, calls)),
  });
  return {
    arms: list.arms.map((arm, i) => ({ arm, ...drawn(counts[i]!) })),
    versions: [...groupsOf(list.arms, destinationOf).values()].map(arms => ({
      agent_id: arms[0]!.agentId,
      agent_version: arms[0]!.resolution.version,
      arms: arms.map(({ at }) => at.pointer),
      expected_share: rounded(sumOf(arms.map(arm => arm.expected))),
      ...drawn(arms.reduce((sum, arm) => sum + counts[list.arms.indexOf(arm)]!, 0)),
    })),
  };
}

/** The arm of one call; `undefined` for an empty list. */
export function drawCall(list: WeightList, callId: string, seed: string): WeightedArm | undefined {
  return list.arms.length === 0
    ? undefined
    : list.arms[armAt(endsOf(list.arms.map(arm => arm.weight)), fraction(seed, callId))];
}

/** What a caller gets: an agent version, or if that is not known, what the file says. */
export const destinationOf = ({ agentId, reference, resolution }: WeightedArm): string =>
  resolution.version === null ? `${agentId}@${reference ?? 'latest'}` : `${agentId} version ${resolution.version}`;

/** How many calls move from one destination to another, as they are published. */
type Moves = Omit<
  NonNullable<Extract<SimulateWeights, { readonly calls: number }>['against']>['lists'][number],
  'pointer' | 'against'
>;

/**
 * Who gets something else when `after` replaces `before`: the same calls, drawn from both with the same seed. Neither
 * may be empty.
 */
export function movesBetween(before: WeightList, after: WeightList, calls: number, seed: string): Moves {
  const [from, to] = [before, after].map(list => ({
    ends: endsOf(list.arms.map(arm => arm.weight)),
    names: list.arms.map(destinationOf),
  })) as [{ ends: number[]; names: string[] }, { ends: number[]; names: string[] }];
  const counts = new Float64Array(from.names.length * to.names.length);
  draws(seed, calls, at => {
    counts[armAt(from.ends, at) * to.names.length + armAt(to.ends, at)]!++;
  });
  const moves = new Map<string, { from: string; to: string; calls: number }>();
  for (const [index, n] of counts.entries()) {
    const a = from.names[Math.floor(index / to.names.length)]!,
      b = to.names[index % to.names.length]!;
    if (n === 0 || a === b) continue;
    const key = JSON.stringify([a, b]),
      known = moves.get(key);
    if (known) known.calls += n;
    else moves.set(key, { from: a, to: b, calls: n });
  }
  const shareOf = (list: WeightList, name: string): number =>
    sumOf(list.arms.filter(arm => destinationOf(arm) === name).map(arm => arm.expected));
  const moved = [...moves.values()].reduce((sum, move) => sum + move.calls, 0);
  const least =
    sumOf(
      [...new Set([...from.names, ...to.names])].map(name => Math.abs(shareOf(before, name) - shareOf(after, name))),
    ) / 2;
  return {
    moved,
    share: rounded(moved / calls),
    interval95: interval(wilson95(moved, calls)),
    // the part of the traffic that must move in any draw: half the sum of the differences of the shares
    least_share: least < TOLERANCE ? 0 : rounded(least),
    moves: [...moves.values()]
      .map(move => ({ ...move, share: rounded(move.calls / calls) }))
      .sort((a, b) => b.calls - a.calls || (a.from + a.to < b.from + b.to ? -1 : 1)),
  };
}
