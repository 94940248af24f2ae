import type { Cursor } from '../core/cursor.ts';
import { sumOf, TOLERANCE } from '../core/domain/weights.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import { armAt, draws, endsOf, fraction, wilson95 } from './draw.ts';

/** One share of the calls in a mode. */
export interface AsrShare {
  /** The item of `split`; without a split, the routing itself. */
  readonly at: Cursor;
  readonly provider: string;
  readonly endpointingMs: number | undefined;
  /** As written; 1 without a split. */
  readonly fraction: number;
  /** Its part of the calls: the fraction, scaled if the fractions do not add up to 1. */
  readonly expected: number;
}
interface AsrRouting {
  readonly at: Cursor;
  readonly shares: readonly AsrShare[];
  readonly sum: number;
  readonly isSplit: boolean;
  readonly assumptions: readonly Assumption[];
}

/** The shares of a place of shape `asr-routing`, or what makes it unusable. Spec: Other shapes. */
export function routingOf(at: Cursor): AsrRouting | { readonly at: Cursor; readonly because: string } {
  const split = at.get('split');
  const share = (place: Cursor, part: number): Omit<AsrShare, 'expected'> => ({
    at: place,
    provider: place.get('provider').string() ?? '',
    endpointingMs: place.get('endpointing_ms').number(),
    fraction: part,
  });
  if (!split.exists || split.isNull) {
    if (!at.get('provider').string()) return { at: at.get('provider'), because: 'it names no provider' };
    return { at, shares: [{ ...share(at, 1), expected: 1 }], sum: 1, isSplit: false, assumptions: [] };
  }
  const items = split.items();
  if (items.length === 0) return { at: split, because: 'a split is a list of shares' };
  for (const item of items) {
    const part = item.get('fraction').number();
    if (!item.get('provider').string()) return { at: item.get('provider'), because: 'it names no provider' };
    if (part === undefined || part < 0)
      return {
        at: item.get('fraction'),
        because: `${part ?? 'this'} is no fraction; a fraction is a number from 0 to 1`,
      };
  }
  const shares = items.map(item => share(item, item.get('fraction').number()!));
  const sum = sumOf(shares.map(one => one.fraction));
  if (!(sum > 0) || !Number.isFinite(sum)) return { at: split, because: 'no share of it gets any call' };
  const exact = Math.abs(sum - 1) <= TOLERANCE;
  return {
    at,
    sum,
    isSplit: true,
    shares: shares.map(one => ({ ...one, expected: exact ? one.fraction : one.fraction / sum })),
    assumptions: exact ? ['asr-buckets'] : ['asr-buckets', 'weights-in-proportion'],
  };
}

interface DrawnShare {
  readonly share: AsrShare;
  readonly calls: number;
  readonly part: number;
  readonly interval95: readonly [number, number];
}

const endsFor = ({ shares }: AsrRouting): number[] => endsOf(shares.map(one => one.fraction));

/** The share of each of the calls `call_0` to `call_<calls - 1>`. */
export function routeCalls(routing: AsrRouting, calls: number, seed: string): readonly DrawnShare[] {
  const ends = endsFor(routing),
    counts = new Float64Array(routing.shares.length);
  draws(seed, calls, at => {
    counts[armAt(ends, at)]!++;
  });
  return routing.shares.map((share, i) => ({
    share,
    calls: counts[i]!,
    part: counts[i]! / calls,
    interval95: wilson95(counts[i]!, calls),
  }));
}

/** The share of one call; for one seed always the same, whatever other calls there are. */
export const routeCall = (routing: AsrRouting, callId: string, seed: string): AsrShare =>
  routing.shares[armAt(endsFor(routing), fraction(seed, callId))]!;
