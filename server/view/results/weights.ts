import { withoutError, TOLERANCE } from '../../core/domain/weights.ts';
import { count, groupDigits } from '../../core/numbers.ts';
import { percent } from '../bars.ts';
import {
  andMore,
  blocksOf,
  code,
  link,
  quietText,
  section,
  strong,
  table,
  words,
  type Bar,
  type Block,
  type Text,
} from '../blocks.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { referenceOf, selectedText } from './resolve.ts';
import type { PanelGuide } from './asked.ts';

type WeightsAnswer = SubjectAnswers['weights'];
type WeightsSample = Extract<WeightsAnswer['result'], { readonly calls: number }>;
type List = WeightsSample['lists'][number];
type Arm = List['arms'][number];

const MAX_MOVES = 12;
const tones = { resolved: undefined, missing: 'bad', unknowable: 'open' } as const;

export const weightsBlocks = (answers: readonly WeightsAnswer[], guide: PanelGuide): readonly Block[] =>
  answers.flatMap((answer, i) => {
    const { result } = answer;
    if (!('calls' in result)) return chosenBlocks(result, answer, guide);
    return [
      ...(i === 0 && result.lists.length > 0
        ? [words(`${count(result.calls, 'call')} drawn with seed ${JSON.stringify(result.seed)}`, 'quiet')]
        : []),
      ...result.lists.map(list =>
        section(
          `weights-${list.pointer}`,
          answer.names?.[list.pointer] ?? 'The list',
          listBlocks(list, result, answer, guide),
          {
            count: count(list.arms.length, 'arm'),
            open: guide.pointer === null || isIn(guide.pointer, list.pointer) || answers.length < 5,
          },
        ),
      ),
    ];
  });

const isIn = (pointer: string | null, owner: string): boolean =>
  pointer !== null && (pointer === owner || pointer.startsWith(`${owner}/`));

function listBlocks(
  { pointer, weights_sum: sum, arms, versions }: List,
  { calls, against, lists }: WeightsSample,
  answer: WeightsAnswer,
  { pointer: current, guide, nameOf }: PanelGuide,
): readonly (Block | readonly Block[] | false | null | undefined)[] {
  const moveList = against?.lists.find(list => list.pointer === pointer);
  const bars = (bars: readonly Bar[]): Block => ({ is: 'bars', noun: 'calls', total: calls, bars });
  const armText = (arm: Arm, remark: string): readonly Text[] => [
    link(code(referenceOf(nameOf(arm.agent_id), arm.reference)), guide?.value(arm.pointer)),
    ' → ',
    selectedText(arm.resolution, guide),
    quietText(remark),
  ];
  // a list with a single arm needs no draw
  const [onlyArm] = arms;
  if (lists.length > 1 && onlyArm && arms.length === 1 && sum === 1 && onlyArm.resolution.because === null && !moveList)
    return [words([...armText(onlyArm, ', all calls')])];
  return [
    arms.length === 0 && words('no agents', 'alarm'),
    arms.length > 0 &&
      Math.abs(sum - 1) > TOLERANCE &&
      words(`the weights add up to ${withoutError(sum)}, not to 1; they are taken in proportion`, 'alarm'),
    bars(
      arms.map(arm => ({
        ...sampleOf(arm, arm),
        name: [...armText(arm, `, weight ${percent(arm.weight)}`)],
        note: arm.resolution.because === null ? undefined : (answer.names?.[arm.pointer] ?? arm.resolution.because),
        isCurrent: isIn(current, arm.pointer),
      })),
    ),
    !arms.every(isWithin) && words(CHANCE_NOTE, 'quiet'),
    ...(versions.length < arms.length
      ? [
          words('Added up by version', 'strong'),
          bars(
            versions.map(version => {
              const first = arms.find(arm => arm.pointer === version.arms[0])!;
              return { ...sampleOf(version, first), name: versionName(version, first, nameOf) };
            }),
          ),
        ]
      : []),
    ...(moveList && (moveList.moved > 0 || moveList.least_share > 0)
      ? movesBlocks(moveList, against!.file, calls, answer)
      : []),
  ];
}

const isWithin = ({ expected_share: expectedShare, interval95: [lower, upper] }: Arm): boolean =>
  lower! <= expectedShare && expectedShare <= upper!;
const CHANCE_NOTE =
  'outside: by chance, about one interval in 20 misses the share that the weight gives; try another seed';

const sampleOf = (
  {
    calls,
    share,
    interval95: [lower, upper],
    expected_share: expectedShare,
  }: Pick<Arm, 'calls' | 'share' | 'interval95' | 'expected_share'>,
  { resolution: { outcome } }: Arm,
): Omit<Bar, 'name'> => ({
  count: calls,
  share,
  interval: [lower!, upper!],
  expected: expectedShare,
  ...(tones[outcome] && { tone: tones[outcome] }),
});

function versionName(
  { agent_id: id, agent_version: version, arms }: List['versions'][number],
  first: Arm,
  nameOf: PanelGuide['nameOf'],
): Text {
  const name = nameOf(id),
    addedText = arms.length > 1 ? quietText(`, ${arms.length} arms`) : '';
  return [version === null ? referenceOf(name, first.reference) : `${name} v${version}`, addedText];
}

function movesBlocks(
  { moved, share, interval95, least_share: leastShare, moves }: NonNullable<WeightsSample['against']>['lists'][number],
  file: string,
  calls: number,
  { title, names }: WeightsAnswer,
): readonly Block[] {
  return blocksOf(
    words(
      [
        file === title ? 'Compared with the saved file' : `In place of ${file}`,
        `, ${groupDigits(moved)} of ${count(calls, 'call')} get another agent or version: ${percent(share)} (`,
        `${interval95.map(percent).join(' to ')}); at least ${percent(leastShare)} do in every draw`,
      ],
      'strong',
    ),
    moves.length > 0 &&
      table(
        'What moves',
        ['from', 'to', { title: 'calls', align: 'right' }, { title: 'share', align: 'right' }],
        moves.slice(0, MAX_MOVES).map(move => ({
          cells: [
            names?.[move.from] ?? move.from,
            names?.[move.to] ?? move.to,
            groupDigits(move.calls),
            percent(move.share),
          ],
        })),
      ),
    andMore(moves.length - MAX_MOVES, 'move', '; --format json lists them all'),
  );
}

/** The arm that a single call draws in each list. */
function chosenBlocks(
  { lists, call_id: call, seed }: Exclude<WeightsAnswer['result'], WeightsSample>,
  { names }: WeightsAnswer,
  { guide, nameOf }: PanelGuide,
): readonly Block[] {
  return [
    words(`call ${JSON.stringify(call)} drawn with seed ${JSON.stringify(seed)}`, 'quiet'),
    ...lists.flatMap(({ pointer, arm, resolution }) => {
      const title = strong(names?.[pointer] ?? 'the list');
      if (arm === null || resolution === null) return [words([title, ': no agents'])];
      return [
        words([
          title,
          ': ',
          code(referenceOf(nameOf(resolution.agent_id), resolution.reference)),
          ' → ',
          selectedText(resolution, guide),
          `, by the arm at ${arm} (${percent(Number(names?.[arm]))} of the calls)`,
        ]),
        ...(resolution.because === null ? [] : [words(resolution.because, 'alarm' as const)]),
      ];
    }),
  ];
}
