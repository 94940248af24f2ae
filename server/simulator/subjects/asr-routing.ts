import type { Cursor } from '../../core/cursor.ts';
import { withoutError, sumOf, TOLERANCE } from '../../core/domain/weights.ts';
import type { SimulateAsrRouting } from '../../core/generated/outputs.js';
import type { Assumption } from '../../core/workspace/assumptions.ts';
import { armAt, draws, endsOf, fraction, wilson95 } from '../draw.ts';
import {
  drawingOf,
  drawingOptions,
  interval,
  onlyRecord,
  SimulationRefused,
  roundShare,
  withheld,
  type Answer,
  type Simulation,
} from '../simulation.ts';

/** Splits calls among speech recognition providers by call id: `preflight simulate X.asr-routing.json`. */
export const asrRouting: Simulation<Answer<'asr-routing'>> = {
  kinds: ['asr-routing'],
  about:
    "which speech recognition provider each call gets, by its id; the same id always gets the same one. The platform's buckets are " +
    'not published, so the assignment of calls is a sample',
  examples: `  preflight simulate analytics/fast-mode.asr-routing.json --calls 10000
`,
  options: drawingOptions,
  run(request) {
    const drawing = drawingOf(request.options),
      routing = routingOf(onlyRecord(request, 'routing'));
    if ('reason' in routing) throw new SimulationRefused(`${routing.reason}, so no call can be routed`, routing.at);
    const { assumptions, isSplit, sum } = routing,
      refusal = withheld(assumptions, request.workspace);
    if (refusal !== undefined) return { withheld: refusal };
    const notes = [
      isSplit
        ? "the platform's own buckets are not known, so which call falls where is a sample"
        : 'there is no split, so every call gets the same provider',
      ...(assumptions.includes('weights-in-proportion')
        ? [`the fractions add up to ${withoutError(sum)}, not to 1; they are taken in proportion`]
        : []),
    ];
    const heading = { subject: 'asr-routing', title: request.file, notes } as const;
    const { seed } = drawing;
    if (drawing.callId !== undefined) {
      const { callId } = drawing,
        share = routeCall(routing, callId, seed);
      return {
        ...heading,
        names: { [share.at.pointer]: String(share.expected) },
        result: { version: 1, kind: 'asr-routing', call_id: callId, seed, ...outputOf(share), assumptions },
      };
    }
    const { calls } = drawing;
    const split = routeCalls(routing, calls, seed);
    return { ...heading, result: { version: 1, kind: 'asr-routing', calls, seed, split, assumptions } };
  },
};

/** A share of the calls, with the provider that transcribes these calls. */
interface AsrShare {
  /** The item of `split`, or without a split, the routing itself. */
  readonly at: Cursor;
  readonly provider: string;
  readonly endpointingMs: number | undefined;
  /** The fraction as written; 1 without a split. */
  readonly fraction: number;
  /** The fraction of all calls, scaled if the fractions do not add up to 1. */
  readonly expected: number;
}
interface AsrRouting {
  readonly at: Cursor;
  readonly shares: readonly AsrShare[];
  readonly sum: number;
  readonly isSplit: boolean;
  readonly assumptions: readonly Assumption[];
}

/** The shares of a place of shape `asr-routing`, or the place of a fault and the reason. Spec: Other shapes. */
export function routingOf(cursor: Cursor): AsrRouting | { readonly at: Cursor; readonly reason: string } {
  const split = cursor.get('split');
  const share = (place: Cursor, part: number): Omit<AsrShare, 'expected'> => ({
    at: place,
    provider: place.get('provider').string() ?? '',
    endpointingMs: place.get('endpointing_ms').number(),
    fraction: part,
  });
  if (!split.exists || split.isNull) {
    if (!cursor.get('provider').string()) return { at: cursor.get('provider'), reason: 'it names no provider' };
    return { at: cursor, shares: [{ ...share(cursor, 1), expected: 1 }], sum: 1, isSplit: false, assumptions: [] };
  }
  const items = split.items();
  if (items.length === 0) return { at: split, reason: 'a split is a list of shares' };
  for (const item of items) {
    const part = item.get('fraction').number();
    if (!item.get('provider').string()) return { at: item.get('provider'), reason: 'it names no provider' };
    if (part === undefined || part < 0)
      return {
        at: item.get('fraction'),
        reason: `${part ?? 'this'} is no fraction; a fraction is a number from 0 to 1`,
      };
  }
  const shares = items.map(item => share(item, item.get('fraction').number()!));
  const sum = sumOf(shares.map(share => share.fraction));
  if (!(sum > 0) || !Number.isFinite(sum)) return { at: split, reason: 'no share gets any call' };
  const isExact = Math.abs(sum - 1) <= TOLERANCE;
  return {
    at: cursor,
    sum,
    isSplit: true,
    shares: shares.map(share => ({ ...share, expected: isExact ? share.fraction : share.fraction / sum })),
    assumptions: isExact ? ['asr-buckets'] : ['asr-buckets', 'weights-in-proportion'],
  };
}

type DrawnShare = Extract<SimulateAsrRouting, { readonly calls: number }>['split'][number];

const outputOf = ({ at, provider, endpointingMs }: AsrShare) => ({
  pointer: at.pointer,
  provider,
  endpointing_ms: endpointingMs ?? null,
});
const endsFor = ({ shares }: AsrRouting): number[] => endsOf(shares.map(share => share.fraction));

/** Draws a share for each of the calls `call_0` to `call_<calls - 1>`, and counts the calls of each share. */
export function routeCalls(routing: AsrRouting, calls: number, seed: string): readonly DrawnShare[] {
  const ends = endsFor(routing),
    counts = new Float64Array(routing.shares.length);
  draws(seed, calls, position => {
    counts[armAt(ends, position)]!++;
  });
  return routing.shares.map((share, i) => ({
    ...outputOf(share),
    fraction: share.fraction,
    expected_share: roundShare(share.expected),
    calls: counts[i]!,
    share: roundShare(counts[i]! / calls),
    interval95: interval(wilson95(counts[i]!, calls)),
  }));
}

/** Draws the share of one call. The result is the same for one seed and call id, whatever the other calls are. */
export const routeCall = (routing: AsrRouting, callId: string, seed: string): AsrShare =>
  routing.shares[armAt(endsFor(routing), fraction(seed, callId))]!;
