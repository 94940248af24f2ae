import type { Resolution } from '../../core/workspace/resolve.ts';
import type { ShownResolution } from '../../simulator/resolution.ts';
import {
  destinationOf,
  listTitle,
  type Arm,
  type DrawnList,
  type Moves,
  type WeightList,
} from '../../simulator/weights.ts';
import { printable } from '../../printers/printable.ts';
import { paint } from '../../printers/paint.ts';
import { assumedLines, namesOf } from './assumed.ts';
import { grouped, percent } from '../../printers/numbers.ts';
import type { Simulated } from './simulation.ts';

const NOTE = 'A draw is a sample, not a prediction: the platform picks at random, and this is one seeded draw.';
const MOST_MOVES = 12;

/** Lists of another file against which these were drawn. */
export interface Compared {
  readonly file: string;
  readonly lists: readonly (Moves & { readonly pointer: string; readonly against: string })[];
}

/** What one call gets, as `--format json` shows it: the arm where there is one list, else null and the arm of each list. */
export interface OneCall {
  readonly version: 1;
  readonly kind: string;
  readonly call_id: string;
  readonly seed: string;
  readonly pointer: string | null;
  readonly resolution: ShownResolution | null;
  readonly lists: readonly {
    readonly pointer: string;
    readonly arm: string | null;
    readonly resolution: ShownResolution | null;
  }[];
  readonly assumptions: readonly string[];
}

/** What a list is of, or the file. */
const titleOf = (list: WeightList, file: string): string => printable(listTitle(list.at) ?? file);

const versionWord = ({ outcome, version }: Resolution): string =>
  outcome === 'resolved' ? `version ${version}` : outcome;

/** Columns of text; numbers to the right. */
function columnsOf(rows: readonly (readonly string[])[], right: readonly number[]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)));
  return rows.map(row =>
    `  ${row.map((cell, i) => (right.includes(i) ? cell.padStart(widths[i]!) : cell.padEnd(widths[i]!))).join('  ')}`.trimEnd(),
  );
}

/** What the weight makes one expect of the share, and whether the interval of what was drawn holds it. */
export const expectedInWords = (expected: number, [low, high]: readonly [number, number]): string =>
  `expected ${Number(expected.toPrecision(6))}, ${low <= expected && expected <= high ? 'within' : 'outside'}`;

/** @param share from 0 to 1; eighths of a column are drawn */
export function bar(share: number, width: number): string {
  const eighths = Math.round(share * width * 8);
  return '█'.repeat(eighths >> 3) + (eighths % 8 === 0 ? '' : '▏▎▍▌▋▊▉'[(eighths % 8) - 1]!);
}

export function drawnText(
  simulated: Simulated,
  calls: number,
  seed: string,
  drawn: readonly DrawnList[],
  against: Compared | undefined,
): string {
  const { bold, dim, cyan, red } = paint(simulated.colours);
  const { columns } = simulated.io.stdout;
  const lines = [
    `${bold(printable(simulated.file))}: ${grouped(calls)} calls drawn with seed ${JSON.stringify(seed)}`,
    dim(NOTE),
  ];
  if (drawn.length === 0) lines.push('', 'No list of agents is in this file, so nothing is drawn.');
  for (const { list, arms, versions } of drawn) {
    lines.push('', bold(titleOf(list, 'the list')));
    if (arms.length === 0) {
      lines.push('  no agents');
      continue;
    }
    if (list.assumptions.length > 0)
      lines.push(
        `  ${red(`the weights add up to ${Number(list.sum.toPrecision(12))}, not to 1`)}; they are taken in proportion`,
      );
    lines.push(
      ...columnsOf(
        [
          ['agent', 'reference', 'gets', 'weight', 'calls', 'drawn', '95 % interval', 'the weight says'],
          ...arms.map(({ arm, calls: n, share, interval95: [low, high] }) => [
            printable(arm.agentId),
            printable(String(arm.reference ?? '(none)')),
            versionWord(arm.resolution),
            String(arm.weight),
            grouped(n),
            percent(share),
            `${percent(low)} to ${percent(high)}`,
            expectedInWords(arm.expected, [low, high]),
          ]),
        ],
        [3, 4, 5],
      ),
    );
    const names = versions.map(({ arms }) => printable(destinationOf(arms[0]!)));
    const widest = Math.max(...names.map(name => name.length)),
      width = Math.max(10, Math.min(40, columns - widest - 16));
    lines.push(
      '',
      ...versions.map(({ share, arms: of }, i) => {
        const drawn = cyan(bar(share, width).padEnd(width));
        const added = of.length > 1 ? `  ${of.length} arms added up` : '';
        return `  ${names[i]!.padEnd(widest)}  ${drawn}  ${percent(share).padStart(8)}${added}`;
      }),
    );
    const open = arms.flatMap(({ arm }) =>
      arm.resolution.outcome === 'resolved'
        ? []
        : [`  ${arm.resolution.outcome}: ${printable(arm.resolution.because ?? destinationOf(arm))}`],
    );
    lines.push(...new Set(open));
  }
  if (against)
    for (const {
      pointer,
      moved,
      share,
      interval95: [low, high],
      least,
      moves,
    } of against.lists) {
      const list = drawn.find(one => one.list.at.pointer === pointer)!.list;
      lines.push('', bold(`${titleOf(list, printable(simulated.file))} in place of ${printable(against.file)}`));
      lines.push(
        `  ${grouped(moved)} of ${grouped(calls)} calls get something else: ` +
          `${percent(share)} (${percent(low)} to ${percent(high)}); ` +
          `at least ${percent(least)} must, however it is drawn`,
      );
      if (moves.length > 0)
        lines.push(
          ...columnsOf(
            [
              ['from', 'to', 'calls', 'share'],
              ...moves
                .slice(0, MOST_MOVES)
                .map(move => [printable(move.from), printable(move.to), grouped(move.calls), percent(move.share)]),
            ],
            [2, 3],
          ),
        );
      if (moves.length > MOST_MOVES)
        lines.push(`  and ${moves.length - MOST_MOVES} smaller ones; --format json lists them all`);
    }
  lines.push(
    ...assumedLines(
      namesOf(
        ...drawn.map(({ list }) => [
          ...list.assumptions,
          ...list.arms.flatMap(({ resolution }) => resolution.assumptions),
        ]),
      ),
      columns,
    ),
  );
  return `${lines.join('\n')}\n`;
}

function armInWords(arm: Arm): string {
  const reference = printable(`${arm.agentId}@${arm.reference ?? '(none)'}`);
  const by = `by the arm at ${arm.at.pointer} (${reference}, ${percent(arm.expected)} of the calls)`;
  return `${printable(destinationOf(arm))}, ${by}`;
}

export function callText(
  simulated: Simulated,
  shown: OneCall,
  drawn: readonly { readonly list: WeightList; readonly arm: Arm | undefined }[],
): string {
  const { bold, dim } = paint(simulated.colours);
  const lines = [
    `${bold(printable(simulated.file))}: call ${JSON.stringify(shown.call_id)} drawn with seed ${JSON.stringify(shown.seed)}`,
    dim(NOTE),
  ];
  if (drawn.length === 0) lines.push('', 'No list of agents is in this file, so nothing is drawn.');
  else lines.push('');
  for (const { list, arm } of drawn) {
    lines.push(`${bold(titleOf(list, 'the list'))}: ${arm ? armInWords(arm) : 'no agents'}`);
    if (arm && arm.resolution.outcome !== 'resolved')
      lines.push(`  ${arm.resolution.outcome}: ${printable(arm.resolution.because ?? '')}`);
  }
  lines.push(...assumedLines(shown.assumptions, simulated.io.stdout.columns));
  return `${lines.join('\n')}\n`;
}
