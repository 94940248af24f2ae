import {
  drawCall,
  drawList,
  listsIn,
  movesBetween,
  type Arm,
  type DrawnList,
  type WeightList,
} from '../../simulator/weights.ts';
import { shownResolution, type ShownResolution } from '../../simulator/resolution.ts';
import { withheld } from '../../simulator/withheld.ts';
import { didYouMean, listed } from '../../core/words.ts';
import { UsageError } from '../terminal/io.ts';
import { namesOf, tellWithheld } from './assumed.ts';
import { drawingOf, drawingOptions } from './numbers.ts';
import { rounded } from '../../printers/numbers.ts';
import { atPointer, text, type Simulated, type Simulation } from './simulation.ts';
import { callText, drawnText, type Compared, type OneCall } from './weights-table.ts';

/** Draws calls from lists of agent weights: `preflight simulate X.agent-weights.json`, `preflight simulate X.phone-number.json`. */
export const weights: Simulation = {
  kinds: ['agent-weights', 'phone-number'],
  about:
    'which arm calls get, and what version that is. The platform draws at random; this is one seeded draw, a sample and no ' +
    'prediction, the same on every machine. Weights that do not add up to 1 are taken in proportion, and that is said',
  examples: `  preflight simulate numbers/main.phone-number.json --calls 200000 --seed 7
  preflight simulate numbers/next-trial.agent-weights.json --against numbers/main.phone-number.json --list inbound_agents
  preflight simulate numbers/next-trial.agent-weights.json --call-id call_f3b1c2
`,
  options: {
    ...drawingOptions,
    against: {
      value: 'OTHER',
      completes: 'path',
      about:
        'who gets something else when these weights take the place of those of OTHER, agent-weights or phone-number; the same calls are ' +
        'drawn from both, so a call changes only where the shares, side by side in the order of the files, do',
    },
    list: { value: 'NAME', about: 'of a phone number only this list, such as inbound_agents' },
  },
  run(simulated) {
    const { io, values, format, document, file } = simulated;
    const drawing = drawingOf(values),
      against = text(values, 'against'),
      name = text(values, 'list');
    if (against !== undefined && drawing.callId !== undefined)
      throw new UsageError('--against compares many calls and --call-id draws one; give one of the two');
    const other = against === undefined ? undefined : simulated.other(against, ['agent-weights', 'phone-number']);
    if (name !== undefined && document.kind !== 'phone-number' && other?.document.kind !== 'phone-number')
      throw new UsageError('--list names a list of a phone number, and a file of kind agent-weights is one list');
    const lists = drawable(simulated, document, file, document.kind === 'phone-number' ? name : undefined);
    const earlier =
      other &&
      drawable(simulated, other.document, other.file, other.document.kind === 'phone-number' ? name : undefined);
    const refused = withheld(
      [...lists, ...(earlier ?? [])].flatMap(list => list.assumptions),
      simulated.workspace,
    );
    if (refused !== undefined) return tellWithheld(simulated, refused);
    if (drawing.callId !== undefined) {
      const drawn = lists.map(list => ({ list, arm: drawCall(list, drawing.callId, drawing.seed) }));
      const shown = oneCall(simulated, drawing.callId, drawing.seed, drawn);
      io.stdout.write(format === 'json' ? json(shown) : callText(simulated, shown, drawn));
      return exitCode(drawn.flatMap(({ arm }) => arm ?? []));
    }
    const { calls, seed } = drawing;
    const pairs = other && earlier && pairsOf(lists, earlier, file, other.file);
    const moves = pairs?.map(({ before, after }) => ({
      pointer: after.at.pointer,
      against: before.at.pointer,
      ...movesBetween(before, after, calls, seed),
    }));
    const drawn = lists.map(list => drawList(list, calls, seed));
    const compared = other && moves && { file: other.file, lists: moves };
    io.stdout.write(
      format === 'json'
        ? json(manyCalls(simulated, calls, seed, drawn, compared))
        : drawnText(simulated, calls, seed, drawn, compared),
    );
    return exitCode(lists.flatMap(list => list.arms));
  },
};

const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;
const exitCode = (arms: readonly Arm[]): number =>
  arms.some(({ resolution }) => resolution.outcome === 'missing') ? 1 : 0;

/** @throws UsageError where the file holds something that nothing can be drawn from, or not the list that was asked for */
function drawable(
  { workspace }: Simulated,
  { roots }: Simulated['document'],
  file: string,
  name: string | undefined,
): readonly WeightList[] {
  const all = listsIn(roots, workspace),
    known = [...new Set(all.map(({ at }) => at.key))];
  const found = all.filter(({ at }) => name === undefined || at.key === name);
  if (name !== undefined && found.length === 0)
    throw new UsageError(
      `${file} has no list ${name}${didYouMean(name, known) || (known.length === 0 ? '' : `; it has ${listed(known, 'and')}`)}`,
    );
  return found.map(list => {
    if ('because' in list)
      throw new UsageError(
        `${file}${atPointer(list.at)}: ${list.because}, so nothing can be drawn; "preflight lint" says more`,
      );
    return list;
  });
}

/** @throws UsageError where it is open which list takes the place of which */
function pairsOf(
  after: readonly WeightList[],
  before: readonly WeightList[],
  file: string,
  other: string,
): { readonly before: WeightList; readonly after: WeightList }[] {
  const full = (lists: readonly WeightList[]): WeightList[] => lists.filter(list => list.arms.length > 0);
  const [to, from] = [full(after), full(before)];
  if (to.length === 0 || from.length === 0)
    throw new UsageError(`${to.length === 0 ? file : other} has no agents to draw, so there is nothing to compare`);
  if (to.length === 1 && from.length === 1) return [{ before: from[0]!, after: to[0]! }];
  if (from.every(list => list.at.parent) && to.every(list => list.at.parent)) {
    const pairs = to.flatMap(list => {
      const before = from.find(one => one.at.pointer === list.at.pointer);
      return before ? [{ before, after: list }] : [];
    });
    if (pairs.length > 0) return pairs;
  }
  throw new UsageError(
    `${from.length > 1 ? other : file} has several lists: ${listed(
      (from.length > 1 ? from : to).map(({ at }) => at.key),
      'and',
    )}; --list says which one is compared`,
  );
}

const resolutionOf = ({ placed }: Simulated, { resolution, at }: Arm): ShownResolution => {
  const version = at.get('agent_version');
  return placed(shownResolution(resolution, version.exists ? version : at.get('agent_id')));
};

function manyCalls(
  simulated: Simulated,
  calls: number,
  seed: string,
  drawn: readonly DrawnList[],
  against: Compared | undefined,
): object {
  const interval = (ends: readonly [number, number]): number[] => ends.map(rounded);
  return {
    version: 1,
    kind: simulated.document.kind,
    calls,
    seed,
    lists: drawn.map(({ list, arms, versions }) => ({
      pointer: list.at.pointer,
      weights_sum: list.sum,
      arms: arms.map(({ arm, ...found }) => ({
        pointer: arm.at.pointer,
        agent_id: arm.agentId,
        reference: arm.reference,
        weight: arm.weight,
        expected_share: rounded(arm.expected),
        resolution: resolutionOf(simulated, arm),
        calls: found.calls,
        share: rounded(found.share),
        interval95: interval(found.interval95),
      })),
      versions: versions.map(({ arms, agentId, version, expected, ...found }) => ({
        agent_id: agentId,
        agent_version: version,
        arms: arms.map(({ at }) => at.pointer),
        expected_share: rounded(expected),
        calls: found.calls,
        share: rounded(found.share),
        interval95: interval(found.interval95),
      })),
    })),
    ...(against && {
      against: {
        file: against.file,
        lists: against.lists.map(({ pointer, against: before, moved, share, interval95, least, moves }) => ({
          pointer,
          against: before,
          moved,
          share: rounded(share),
          interval95: interval(interval95),
          least_share: rounded(least),
          moves: moves.map(move => ({ ...move, share: rounded(move.share) })),
        })),
      },
    }),
    assumptions: namesOf(
      ...drawn.map(({ list }) => [
        ...list.assumptions,
        ...list.arms.flatMap(({ resolution }) => resolution.assumptions),
      ]),
    ),
  };
}

function oneCall(
  simulated: Simulated,
  callId: string,
  seed: string,
  drawn: readonly { readonly list: WeightList; readonly arm: Arm | undefined }[],
): OneCall {
  const lists = drawn.map(({ list, arm }) => ({
    pointer: list.at.pointer,
    arm: arm?.at.pointer ?? null,
    resolution: arm ? resolutionOf(simulated, arm) : null,
  }));
  const drawnFrom = lists.filter(({ arm }) => arm !== null);
  const only = drawnFrom.length === 1 ? drawnFrom[0] : undefined;
  return {
    version: 1,
    kind: simulated.document.kind!,
    call_id: callId,
    seed,
    pointer: only?.arm ?? null,
    resolution: only?.resolution ?? null,
    lists,
    assumptions: namesOf(
      ...drawn.map(({ list, arm }) => [...list.assumptions, ...(arm?.resolution.assumptions ?? [])]),
    ),
  };
}
