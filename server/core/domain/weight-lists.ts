import type { Cursor } from '../cursor.ts';
import type { Assumption } from '../workspace/assumptions.ts';
import type { Resolution } from '../workspace/resolve.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sumOf, TOLERANCE } from './weights.ts';

/** A weighted agent in a list. Spec: Agent weight. */
export interface WeightedArm {
  readonly at: Cursor;
  readonly agentId: string;
  /** The requested version; null if absent. */
  readonly reference: string | number | null;
  readonly weight: number;
  /** The expected share of all calls: the weight, scaled if the weights do not add up to 1. */
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
/** A list from which no arm can be drawn, with its place and the reason. */
export interface UndrawableList {
  readonly at: Cursor;
  readonly reason: string;
}

/**
 * The lists of agent weights in records of kind `agent-weights` or `phone-number`. Lists that are null or absent are
 * left out.
 */
export function listsIn(roots: readonly Cursor[], workspace: Workspace): readonly (WeightList | UndrawableList)[] {
  return roots.flatMap(root => {
    if (root.is('agent-weights')) return [listAt(root, workspace)];
    if (root.is('agent-weight')) return root.parent ? [] : [refusal(root, 'one agent weight is not a list')];
    if (!root.isObject) return [refusal(root, 'a phone number is an object')];
    return root
      .entries()
      .filter(entry => entry.is('agent-weights') && !entry.isNull)
      .map(list => listAt(list, workspace));
  });
}

/** The title of a list: `inbound_agents of +14155550100`; undefined if the list is the whole file. */
export function listTitle(cursor: Cursor): string | undefined {
  const number = cursor.parent?.get('phone_number').string();
  return cursor.parent && (number ? `${cursor.key} of ${number}` : cursor.key);
}

const refusal = (cursor: Cursor, reason: string): UndrawableList => ({ at: cursor, reason: reason });

function listAt(cursor: Cursor, workspace: Workspace): WeightList | UndrawableList {
  if (!cursor.isArray) return refusal(cursor, 'a list of agent weights is an array');
  const items = cursor.items();
  for (const item of items) {
    const id = item.get('agent_id'),
      weight = item.get('weight').number();
    if (!id.string()) return refusal(id, 'it names no agent');
    if (weight === undefined || weight <= 0)
      return refusal(item.get('weight'), `${weight ?? 'this'} is not a weight; a weight is a number greater than 0`);
  }
  const sum = sumOf(items.map(item => item.get('weight').number()!));
  if (!Number.isFinite(sum)) return refusal(cursor, 'the weights add up to more than a number can represent');
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
    at: cursor,
    arms,
    sum,
    assumptions: Math.abs(sum - 1) <= TOLERANCE || arms.length === 0 ? [] : ['weights-in-proportion'],
  };
}

const referenceIn = ({ value }: Cursor): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

/** The destination of a caller: an agent version or, if that is unknown, the reference as written. */
export const destinationOf = ({
  agentId,
  reference,
  resolution,
}: Pick<WeightedArm, 'agentId' | 'reference' | 'resolution'>): string =>
  resolution.version === null ? `${agentId}@${reference ?? 'latest'}` : `${agentId} version ${resolution.version}`;
