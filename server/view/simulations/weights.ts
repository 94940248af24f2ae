import { exact, TOLERANCE } from '../../core/domain/weights.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { grouped, percent } from '../../core/numbers.ts';
import { printable } from '../printable.ts';
import { assumedLines, bar, sentence, type Shown } from './simulation.ts';

type Weights = SubjectAnswers['weights'];
type Drawn = Extract<Weights['result'], { readonly calls: number }>;
type One = Exclude<Weights['result'], { readonly calls: number }>;
type Titled = (pointer: string, untitled?: string, more?: string) => string;
type Arm = Drawn['lists'][number]['arms'][number];
type Resolution = Arm['resolution'];

const MOST_MOVES = 12;

export function weightsText({ result, notes, names = {} }: Weights, shown: Shown): string {
  const { bold, dim } = shown.paint,
    seed = `drawn with seed ${JSON.stringify(result.seed)}`;
  const head =
    'call_id' in result ? `call ${JSON.stringify(result.call_id)} ${seed}` : `${grouped(result.calls)} calls ${seed}`;
  const titled = (pointer: string, untitled = 'the list', more = ''): string =>
    bold(`${printable(names[pointer] ?? untitled)}${more}`);
  const [sample, ...more] = notes.map(sentence) as [string, ...string[]];
  return `${[
    `${bold(printable(shown.file))}: ${head}`,
    dim(sample),
    ...more.flatMap(note => ['', note]),
    ...('call_id' in result ? oneText(result, names, titled) : drawnText(result, titled, shown)),
    ...assumedLines(result.assumptions, shown.columns),
  ].join('\n')}\n`;
}

/** Columns of text; numbers right-aligned. */
function columnsOf(rows: readonly (readonly string[])[], right: readonly number[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)));
  return rows.map(row =>
    `  ${row.map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  ')}`.trimEnd(),
  );
}

/** The share expected from the weight, and whether the interval of the sample contains it. */
export const expectedInWords = (expected: number, [low, high]: readonly [number, number]): string =>
  `${inPercent(expected)}, ${isWithin(expected, [low, high]) ? 'within' : 'outside'}`;

const isWithin = (expected: number, [low, high]: readonly [number, number]): boolean =>
  low <= expected && expected <= high;
/** As exact as it is written: `33.3333 %`. */
const inPercent = (share: number): string => `${Number((share * 100).toPrecision(6))} %`;

const BY_CHANCE =
  'outside: by chance, about one interval in 20 misses the share that the weight gives; try another --seed';

/** `agent_desk version 2`; if no version is known, what the file says. */
const destinationOf = ({ agent_id: id, agent_version: version, reference }: Resolution): string =>
  printable(version === null ? `${id}@${reference ?? 'latest'}` : `${id} version ${version}`);
const versionWord = ({ outcome, agent_version: version }: Resolution): string =>
  outcome === 'resolved' ? `version ${version}` : outcome;
const whyNot = (resolution: Resolution): string =>
  `  ${resolution.outcome}: ${printable(resolution.because ?? destinationOf(resolution))}`;

function drawnText({ lists, against, calls }: Drawn, titled: Titled, { paint, columns, file }: Shown): string[] {
  return [
    ...lists.flatMap(({ pointer, arms, versions, weights_sum: sum }) => {
      if (arms.length === 0) return ['', titled(pointer), '  no agents'];
      const isOdd = Math.abs(sum - 1) > TOLERANCE;
      return [
        '',
        titled(pointer),
        ...(isOdd
          ? [`  ${paint.red(`the weights add up to ${exact(sum)}, not to 1`)}; they are taken in proportion`]
          : []),
        ...columnsOf(
          [
            ['agent', 'reference', 'gets', 'weight', 'calls', 'drawn', '95 % interval', 'expected'],
            ...arms.map(armRow),
          ],
          [3, 4, 5],
        ),
        ...(arms.every(arm => isWithin(arm.expected_share, arm.interval95)) ? [] : [`  ${paint.dim(BY_CHANCE)}`]),
        '',
        ...bars(arms, versions, paint.cyan, columns),
        ...new Set(arms.flatMap(({ resolution }) => (resolution.outcome === 'resolved' ? [] : [whyNot(resolution)]))),
      ];
    }),
    ...(against?.lists ?? []).flatMap(one =>
      movesText(one, titled(one.pointer, file, ` in place of ${printable(against!.file)}`), calls),
    ),
  ];
}

const armRow = ({
  agent_id: id,
  reference,
  resolution,
  weight,
  calls,
  share,
  interval95,
  expected_share,
}: Arm): string[] => [
  printable(id),
  printable(String(reference ?? '(none)')),
  versionWord(resolution),
  inPercent(weight),
  grouped(calls),
  percent(share),
  interval95.map(percent).join(' to '),
  expectedInWords(expected_share, interval95),
];

function bars(
  arms: readonly Arm[],
  versions: Drawn['lists'][number]['versions'],
  cyan: (text: string) => string,
  columns: number,
): string[] {
  const names = versions.map(({ arms: [first] }) =>
    destinationOf(arms.find(({ pointer }) => pointer === first)!.resolution),
  );
  const widest = Math.max(...names.map(name => name.length)),
    width = Math.max(10, Math.min(40, columns - widest - 16));
  return versions.map(({ share, arms: of }, i) => {
    const drawn = cyan(bar(share, width).padEnd(width));
    const added = of.length > 1 ? `  ${of.length} arms added up` : '';
    return `  ${names[i]!.padEnd(widest)}  ${drawn}  ${percent(share).padStart(8)}${added}`;
  });
}

function movesText(
  { moved, share, interval95, least_share: least, moves }: NonNullable<Drawn['against']>['lists'][number],
  title: string,
  calls: number,
): string[] {
  return [
    '',
    title,
    `  ${grouped(moved)} of ${grouped(calls)} calls get something else: ` +
      `${percent(share)} (${interval95.map(percent).join(' to ')}); at least ${percent(least)} must, however it is drawn`,
    ...(moves.length > 0
      ? columnsOf(
          [
            ['from', 'to', 'calls', 'share'],
            ...moves
              .slice(0, MOST_MOVES)
              .map(move => [printable(move.from), printable(move.to), grouped(move.calls), percent(move.share)]),
          ],
          [2, 3],
        )
      : []),
    ...(moves.length > MOST_MOVES
      ? [`  and ${moves.length - MOST_MOVES} smaller ones; --format json lists them all`]
      : []),
  ];
}

function oneText({ lists }: One, names: Readonly<Record<string, string>>, titled: Titled): string[] {
  return [
    ...(lists.length > 0 ? [''] : []),
    ...lists.flatMap(({ pointer, arm, resolution }) => {
      if (arm === null || resolution === null) return [`${titled(pointer)}: no agents`];
      const reference = printable(`${resolution.agent_id}@${resolution.reference ?? '(none)'}`);
      const by = `by the arm at ${arm} (${reference}, ${percent(Number(names[arm]))} of the calls)`;
      return [
        `${titled(pointer)}: ${destinationOf(resolution)}, ${by}`,
        ...(resolution.outcome === 'resolved' ? [] : [whyNot(resolution)]),
      ];
    }),
  ];
}
