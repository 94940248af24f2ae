import { referenceName, versionName } from '../../core/workspace/names.ts';
import {
  destinationOf,
  listsIn,
  listTitle,
  type UndrawableList,
  type WeightedArm,
  type WeightList,
} from '../../core/domain/weight-lists.ts';
import { tagSuggestion } from '../../core/index/agent-references.ts';
import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { didYouMean, listed } from '../../core/wording.ts';
import {
  drawingOf,
  drawingOptions,
  type Drawing,
  namesOf,
  SimulationRefused,
  roundShare,
  text,
  withheld,
  type Answer,
  type Request,
  type Simulation,
} from '../simulation.ts';
import { shownResolution } from '../resolution.ts';
import { drawCall, drawList, movesBetween } from '../weights.ts';

const SAMPLE = 'a draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw';

/** Draws calls from lists of agent weights: `preflight simulate X.agent-weights.json`, `preflight simulate X.phone-number.json`. */
export const weights: Simulation<Answer<'weights'>> = {
  kinds: ['agent-weights', 'phone-number'],
  about:
    'which entry each call gets, and which version that is. The platform draws at random; this is one seeded draw, a sample and ' +
    'not a prediction, the same on every machine. Weights that do not add up to 1 are scaled, with a note',
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
        'which calls change if these weights replace those of OTHER, an agent-weights or phone-number file or a number; the ' +
        'same calls are drawn from both, so a call changes only where the shares do',
    },
    list: { value: 'NAME', about: 'only this list of a phone number, such as inbound_agents' },
    number: { value: 'NUMBER', about: 'only this phone number of a file with several' },
  },
  each({ document, roots, workspace }) {
    if (document.kind !== 'phone-number') return [{}];
    return [...new Set(listsIn(roots, workspace).map(nameOf))].map(list => ({ list }));
  },
  run(request) {
    const { options, document, file, workspace } = request;
    const drawing = drawingOf(options),
      otherFile = text(options, 'against'),
      name = text(options, 'list');
    if (otherFile !== undefined && drawing.callId !== undefined)
      throw new SimulationRefused(
        '--against compares many calls and --call-id draws one; give only one of these options',
      );
    const otherRequest =
      otherFile === undefined ? undefined : request.openOther(otherFile, ['agent-weights', 'phone-number']);
    if (name !== undefined && document.kind !== 'phone-number' && otherRequest?.document.kind !== 'phone-number')
      throw new SimulationRefused(
        '--list names a list of a phone number, and a file of kind agent-weights is one list',
      );
    const number = text(options, 'number');
    if (number !== undefined && document.kind !== 'phone-number' && otherRequest?.document.kind !== 'phone-number')
      throw new SimulationRefused('--number names a phone number, and a file of kind agent-weights has none');
    const lists = drawable(request, name, number);
    const earlierWeightLists = otherRequest && drawable(otherRequest, name, number);
    const refusal = withheld(
      [...lists, ...(earlierWeightLists ?? [])].flatMap(list => list.assumptions),
      workspace,
    );
    if (refusal !== undefined) return { withheld: refusal };
    const heading = { subject: 'weights', title: file } as const;
    const notes = (weightLists: readonly WeightList[]): string[] => [
      weightLists.length === 0 ? 'there is no list of agents in this file, so nothing is drawn' : SAMPLE,
    ];
    if (drawing.callId !== undefined) return { ...heading, notes: notes(lists), ...oneCall(request, drawing, lists) };
    const { calls, seed } = drawing;
    const comparison =
      otherRequest &&
      pairsOf(lists, earlierWeightLists!, file, otherRequest.file).map(({ before, after }) => ({
        pointer: after.at.pointer,
        against: before.at.pointer,
        ...movesBetween(before, after, calls, seed),
      }));
    return {
      ...heading,
      notes: notes(lists),
      names: {
        ...titlesOf(lists),
        ...reasonsOf(lists),
        ...destinationNames([...lists, ...(earlierWeightLists ?? [])], workspace),
      },
      fails: isMissing(lists.flatMap(({ arms }) => arms)),
      result: {
        version: 1,
        kind: kindOf(document),
        calls,
        seed,
        lists: lists.map(list => drawnList(request, list, calls, seed)),
        ...(comparison && { against: { file: otherRequest.file, lists: comparison } }),
        assumptions: namesOf(...lists.map(({ assumptions, arms }) => [...assumptions, ...assumed(arms)])),
      },
    };
  },
};

const kindOf = ({ kind }: Document) => kind as 'agent-weights' | 'phone-number';
const nameOf = ({ at }: WeightList | UndrawableList): string => (at.within('agent-weights') ?? at).key ?? '';
const isMissing = (arms: readonly WeightedArm[]): boolean =>
  arms.some(({ resolution }) => resolution.outcome === 'missing');
const assumed = (arms: readonly WeightedArm[]): readonly string[] =>
  arms.flatMap(({ resolution }) => resolution.assumptions);
const titlesOf = (lists: readonly WeightList[]): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap(({ at }) => {
      const title = listTitle(at);
      return title === undefined ? [] : [[at.pointer, title]];
    }),
  );
/** Labels for the destinations of callers, by their keys in the result. */
const destinationNames = (lists: readonly WeightList[], workspace: Workspace): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap(({ arms }) =>
      arms.map(arm => [
        destinationOf(arm),
        arm.resolution.version === null
          ? referenceName(arm.agentId, arm.reference, workspace)
          : versionName(arm.agentId, arm.resolution.version, workspace),
      ]),
    ),
  );
/** The reasons why arms select no version, with a suggested tag. */
const reasonsOf = (lists: readonly WeightList[]): Record<string, string> =>
  Object.fromEntries(
    lists.flatMap(({ arms }) =>
      arms.flatMap(({ at, resolution }) =>
        resolution.because === null ? [] : [[at.pointer, `${resolution.because}${tagSuggestion(resolution)}`]],
      ),
    ),
  );

/**
 * The lists to draw from.
 * @throws Refused if nothing can be drawn from the file, or the requested list is missing
 */
function drawable(
  { roots: records, document: { kind }, file, workspace }: Pick<Request, 'roots' | 'document' | 'file' | 'workspace'>,
  direction: string | undefined,
  number: string | undefined,
): readonly WeightList[] {
  const isNumber = kind === 'phone-number',
    numberOf = (record: Cursor): string => record.get('phone_number').string() ?? '',
    roots = isNumber && number !== undefined ? records.filter(cursor => numberOf(cursor) === number) : records;
  if (records.length > 0 && roots.length === 0)
    throw new SimulationRefused(`${file} has no phone number ${number}${didYouMean(number!, records.map(numberOf))}`);
  const allLists = listsIn(roots, workspace),
    name = isNumber ? direction : undefined,
    names = [...new Set(allLists.map(nameOf))];
  const lists = allLists.filter(list => name === undefined || nameOf(list) === name);
  if (name !== undefined && lists.length === 0)
    throw new SimulationRefused(
      `${file} has no list ${name}${didYouMean(name, names) || (names.length === 0 ? '' : `; it has ${listed(names, 'and')}`)}`,
    );
  return lists.map(list => {
    if ('reason' in list) throw new SimulationRefused(`${list.reason}, so nothing can be drawn`, list.at);
    return list;
  });
}

/**
 * The pairs of lists before and after a change.
 * @throws Refused if it is unclear which list replaces which
 */
function pairsOf(
  after: readonly WeightList[],
  before: readonly WeightList[],
  file: string,
  otherFile: string,
): { readonly before: WeightList; readonly after: WeightList }[] {
  const drawableLists = (lists: readonly WeightList[]): WeightList[] => lists.filter(list => list.arms.length > 0);
  const [afterLists, beforeLists] = [drawableLists(after), drawableLists(before)];
  if (afterLists.length === 0 || beforeLists.length === 0)
    throw new SimulationRefused(
      `${afterLists.length === 0 ? file : otherFile} has no agents to draw, so there is nothing to compare`,
    );
  if (afterLists.length === 1 && beforeLists.length === 1) return [{ before: beforeLists[0]!, after: afterLists[0]! }];
  if (beforeLists.every(list => list.at.parent) && afterLists.every(list => list.at.parent)) {
    const pairs = afterLists.flatMap(list => {
      const before = beforeLists.find(weightList => weightList.at.pointer === list.at.pointer);
      return before ? [{ before, after: list }] : [];
    });
    if (pairs.length > 0) return pairs;
  }
  const severalWeightLists = beforeLists.length > 1 ? beforeLists : afterLists,
    sizeOf = (valueOf: (list: WeightList) => unknown): number => new Set(severalWeightLists.map(valueOf)).size;
  const options = [
    sizeOf(({ at }) => at.parent?.pointer) > 1 && '--number',
    sizeOf(({ at }) => at.key) > 1 && '--list',
  ];
  throw new SimulationRefused(
    `${beforeLists.length > 1 ? otherFile : file} has several lists: ${listed(
      severalWeightLists.map(({ at }) => listTitle(at)!),
      'and',
      5,
    )}; ${listed(
      options.filter(option => option !== false),
      'and',
    )} ${options.includes(false) ? 'says' : 'say'} which one is compared`,
  );
}

function resolutionOf({ pathOf }: Request, { resolution, at }: WeightedArm) {
  const version: Cursor = at.get('agent_version');
  const { pointer } = version.exists ? version : at.get('agent_id');
  return shownResolution(resolution, { file: pathOf(at.document.file), pointer });
}

function drawnList(request: Request, list: WeightList, calls: number, seed: string) {
  const { arms, versions } = drawList(list, calls, seed);
  return {
    pointer: list.at.pointer,
    weights_sum: list.sum,
    arms: arms.map(({ arm, ...counts }) => ({
      pointer: arm.at.pointer,
      agent_id: arm.agentId,
      reference: arm.reference,
      weight: arm.weight,
      expected_share: roundShare(arm.expected),
      resolution: resolutionOf(request, arm),
      ...counts,
    })),
    versions,
  };
}

function oneCall(
  request: Request,
  { callId, seed }: Drawing & { readonly callId: string },
  weightLists: readonly WeightList[],
) {
  const draws = weightLists.map(list => ({ list, arm: drawCall(list, callId, seed) }));
  const lists = draws.map(({ list, arm }) => ({
    pointer: list.at.pointer,
    arm: arm?.at.pointer ?? null,
    resolution: arm ? resolutionOf(request, arm) : null,
  }));
  const arms = draws.flatMap(({ arm }) => arm ?? []),
    withArm = lists.filter(({ arm }) => arm !== null),
    singleList = withArm.length === 1 ? withArm[0] : undefined;
  return {
    fails: isMissing(arms),
    names: {
      ...titlesOf(weightLists),
      ...Object.fromEntries(arms.map(({ at, expected }) => [at.pointer, String(expected)])),
    },
    result: {
      version: 1 as const,
      kind: kindOf(request.document),
      call_id: callId,
      seed,
      pointer: singleList?.arm ?? null,
      resolution: singleList?.resolution ?? null,
      lists,
      assumptions: namesOf(...weightLists.map(({ assumptions }) => assumptions), assumed(arms)),
    },
  };
}
