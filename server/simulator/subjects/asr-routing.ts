import { routeCall, routeCalls, routingOf, type AsrShare } from '../asr.ts';
import { drawingOf, drawingOptions } from '../drawing.ts';
import {
  interval,
  onlyRecord,
  SimulationRefused,
  rounded,
  summed,
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
    const drawing = drawingOf(request.asked),
      routing = routingOf(onlyRecord(request, 'routing'));
    if ('because' in routing) throw new SimulationRefused(`${routing.because}, so no call can be routed`, routing.at);
    const { assumptions, isSplit, sum } = routing,
      refused = withheld(assumptions, request.workspace);
    if (refused !== undefined) return { withheld: refused };
    const notes = [
      isSplit
        ? "the platform's own buckets are not known, so which call falls where is a sample"
        : 'there is no split, so every call gets the same',
      ...(assumptions.includes('weights-in-proportion')
        ? [`the fractions add up to ${summed(sum)}, not to 1; they are taken in proportion`]
        : []),
    ];
    const about = { subject: 'asr-routing', title: request.file, notes } as const;
    const one = ({ at, provider, endpointingMs }: AsrShare) => ({
      pointer: at.pointer,
      provider,
      endpointing_ms: endpointingMs ?? null,
    });
    const { seed } = drawing;
    if (drawing.callId !== undefined) {
      const { callId } = drawing,
        share = routeCall(routing, callId, seed);
      return {
        ...about,
        names: { [share.at.pointer]: String(share.expected) },
        result: { version: 1, kind: 'asr-routing', call_id: callId, seed, ...one(share), assumptions },
      };
    }
    const { calls } = drawing;
    const split = routeCalls(routing, calls, seed).map(({ share, calls: n, part, interval95 }) => ({
      ...one(share),
      fraction: share.fraction,
      expected_share: rounded(share.expected),
      calls: n,
      share: rounded(part),
      interval95: interval(interval95),
    }));
    return { ...about, result: { version: 1, kind: 'asr-routing', calls, seed, split, assumptions } };
  },
};
