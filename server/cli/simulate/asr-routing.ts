import { routeCall, routeCalls, routingOf, type AsrRouting, type AsrShare } from '../../simulator/asr.ts';
import { withheld } from '../../simulator/withheld.ts';
import { UsageError } from '../terminal/io.ts';
import { printable } from '../../printers/printable.ts';
import { paint } from '../../printers/paint.ts';
import { assumedLines, namesOf, tellWithheld } from './assumed.ts';
import { drawingOf, drawingOptions } from './numbers.ts';
import { grouped, percent, rounded } from '../../printers/numbers.ts';
import { recordsOf, type Simulated, type Simulation } from './simulation.ts';
import { bar } from './weights-table.ts';

/** Splits calls over speech recognition providers by their ids: `preflight simulate X.asr-routing.json`. */
export const asrRouting: Simulation = {
  kinds: ['asr-routing'],
  about:
    "which speech recognition calls get, by their ids; the same id always gets the same. The platform's own buckets are not known, so " +
    'which call falls where is a sample',
  examples: `  preflight simulate analytics/fast-mode.asr-routing.json --calls 10000
`,
  options: drawingOptions,
  run(simulated) {
    const { io, values, format, document } = simulated;
    const drawing = drawingOf(values),
      routing = routingIn(simulated),
      refused = withheld(routing.assumptions, simulated.workspace);
    if (refused !== undefined) return tellWithheld(simulated, refused);
    const json = (value: object): void => {
      io.stdout.write(
        `${JSON.stringify({ version: 1, kind: document.kind, ...value, assumptions: routing.assumptions }, undefined, 2)}\n`,
      );
    };
    if (drawing.callId !== undefined) {
      const { callId, seed } = drawing,
        share = routeCall(routing, callId, seed);
      if (format === 'json')
        json({
          call_id: callId,
          seed,
          pointer: share.at.pointer,
          provider: share.provider,
          endpointing_ms: share.endpointingMs ?? null,
        });
      else
        io.stdout.write(
          framed(simulated, routing, `call ${JSON.stringify(callId)} with seed ${JSON.stringify(seed)}`, [
            `  ${routed(share)}`,
          ]),
        );
      return 0;
    }
    const { calls, seed } = drawing,
      drawn = routeCalls(routing, calls, seed);
    if (format === 'json') {
      json({
        calls,
        seed,
        split: drawn.map(({ share, calls: n, part, interval95 }) => ({
          pointer: share.at.pointer,
          provider: share.provider,
          endpointing_ms: share.endpointingMs ?? null,
          fraction: share.fraction,
          expected_share: rounded(share.expected),
          calls: n,
          share: rounded(part),
          interval95: interval95.map(rounded),
        })),
      });
      return 0;
    }
    const { cyan } = paint(simulated.colours);
    const names = drawn.map(({ share }) => printable(share.provider)),
      widest = Math.max(...names.map(name => name.length));
    const numbers = drawn.map(({ calls: n }) => grouped(n)),
      digits = Math.max(...numbers.map(n => n.length));
    io.stdout.write(
      framed(
        simulated,
        routing,
        `${grouped(calls)} calls with seed ${JSON.stringify(seed)}`,
        drawn.map(
          ({ share, part, interval95: [low, high] }, i) =>
            `  ${names[i]!.padEnd(widest)}  ${cyan(bar(part, 24).padEnd(24))}  ${numbers[i]!.padStart(digits)} calls` +
            `  ${percent(part).padStart(8)} (${percent(low)} to ${percent(high)}) of ${percent(share.expected)}`,
        ),
      ),
    );
    return 0;
  },
};

/** @throws UsageError where the file holds none, several, or one that no call can be routed by */
function routingIn(simulated: Simulated): AsrRouting {
  const [root, ...more] = recordsOf(simulated);
  if (!root || more.length > 0)
    throw new UsageError(
      `${simulated.file} holds ${root ? `${more.length + 1} routings` : 'no routing'}; one at a time can be simulated`,
    );
  const routing = routingOf(root);
  if ('because' in routing)
    throw new UsageError(
      `${simulated.file} at ${routing.at.pointer || 'the root'}: ${routing.because}, so no call can be routed; "preflight lint" says more`,
    );
  return routing;
}

function routed({ provider, endpointingMs, at: { pointer }, expected }: AsrShare): string {
  const silence = endpointingMs === undefined ? '' : `, ${endpointingMs} ms of silence end an utterance`;
  const by = pointer === '' ? '' : `, by the share at ${pointer} (${percent(expected)} of the calls)`;
  return `${printable(provider)}${silence}${by}`;
}

function framed(
  { file, colours, io }: Simulated,
  { isSplit, sum, assumptions }: AsrRouting,
  what: string,
  body: readonly string[],
): string {
  const { bold, red } = paint(colours);
  const note = isSplit ? [] : ['There is no split, so every call gets the same.'];
  const odd =
    isSplit && assumptions.includes('weights-in-proportion')
      ? [red(`The fractions add up to ${Number(sum.toPrecision(12))}, not to 1; they are taken in proportion.`)]
      : [];
  const assumed = assumedLines(namesOf(assumptions), io.stdout.columns);
  return `${[`${bold(printable(file))}: ${what}`, ...note, ...odd, '', ...body, ...assumed].join('\n')}\n`;
}
