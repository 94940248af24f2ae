import { isoUtc } from '../simulator/moment.ts';
import type { Paint } from './paint.ts';

/** Figures over time against a threshold, as plain data. */
export interface Plot {
  readonly title: string;
  readonly points: readonly { readonly at: number; readonly figure: number | null }[];
  readonly low: number;
  readonly high: number;
  readonly threshold: number;
  /** Whether figures over the threshold trigger, rather than those below. */
  readonly isOver: boolean;
  /** The bounds and the threshold with their units. */
  readonly words: { readonly low: string; readonly high: string; readonly threshold: string };
  readonly incidents: readonly { readonly from: number; readonly to: number | null }[];
}
type Evaluation = Plot['points'][number];

/** The range of figures to draw, including the threshold; never empty. */
export function extentOf(
  points: readonly Evaluation[],
  threshold: number,
): { readonly low: number; readonly high: number } {
  let lower = threshold,
    upper = threshold;
  for (const { figure } of points)
    if (figure !== null) {
      lower = Math.min(lower, figure);
      upper = Math.max(upper, figure);
    }
  // starting at 0, unless that flattens the line
  if (lower > 0 && lower < upper / 2) lower = 0;
  return lower === upper ? { low: lower, high: upper + 1 } : { low: lower, high: upper };
}

/** Reduces a plot to a number of points; of coinciding points, the point closest to triggering is kept. */
export function thinEvaluations(
  evaluations: readonly Evaluation[],
  isOver: boolean,
  maxCount: number,
): readonly Evaluation[] {
  if (evaluations.length <= maxCount) return evaluations;
  const size = Math.ceil(evaluations.length / maxCount),
    keptEvaluations: { at: number; figure: number | null }[] = [];
  for (let i = 0; i < evaluations.length; i += size) {
    const group = evaluations.slice(i, i + size);
    keptEvaluations.push(
      group.reduce((worst, next) =>
        next.figure !== null &&
        (worst.figure === null || (isOver ? next.figure > worst.figure : next.figure < worst.figure))
          ? next
          : worst,
      ),
    );
  }
  return keptEvaluations;
}

/** The evaluation of each column; of several, the evaluation closest to triggering, so that no incident is lost. */
function columnsOf({ points: evaluations, isOver }: Plot, width: number): (number | null)[] {
  const columns: (number | null)[] = Array.from({ length: Math.min(width, evaluations.length) }, () => null);
  const worseOf = isOver ? Math.max : Math.min;
  evaluations.forEach(({ figure }, i) => {
    const column = Math.floor((i * columns.length) / evaluations.length);
    if (figure !== null) columns[column] = columns[column] === null ? figure : worseOf(columns[column]!, figure);
  });
  return columns;
}

const open = (incident: Plot['incidents'][number], start: number, end: number): boolean =>
  incident.from <= end && (incident.to ?? Infinity) > start;

/** A chart of characters: the figures, the threshold as a dashed line, and the incidents below. */
export function plotText(plot: Plot, columns: number, { dim, red, cyan }: Paint): string {
  const { points: evaluations, incidents, threshold, low, high, words } = plot,
    height = 10;
  const nearest = (figure: number): number => Math.round(((figure - low) / (high - low)) * (height - 1));
  // a value above or below the threshold is drawn on the correct side of the threshold's line
  const line = Math.max(
    low < threshold ? 1 : 0,
    Math.min(high > threshold ? height - 2 : height - 1, nearest(threshold)),
  );
  const rowOf = (figure: number): number => {
    if (figure === threshold) return line;
    return figure < threshold ? Math.min(nearest(figure), line - 1) : Math.max(nearest(figure), line + 1);
  };
  const labels = new Map([
    [0, words.low],
    [height - 1, words.high],
    [line, words.threshold],
  ]);
  const gutter = Math.max('incidents'.length, ...[...labels.values()].map(label => label.length));
  const cells = columnsOf(plot, Math.max(20, Math.min(columns, 120) - gutter - 3));
  const lines: string[] = [];
  for (let row = height - 1; row >= 0; row--) {
    const cellsHere = cells
      .map(figure => {
        if (figure !== null && rowOf(figure) === row) return cyan('●');
        return row === line ? red('─') : ' ';
      })
      .join('');
    lines.push(`${dim((labels.get(row) ?? '').padStart(gutter))} ${dim('┤')}${cellsHere}`.trimEnd());
  }
  const span = (column: number): readonly [number, number] => [
    evaluations[Math.floor((column * evaluations.length) / cells.length)]!.at,
    evaluations[Math.ceil(((column + 1) * evaluations.length) / cells.length) - 1]!.at,
  ];
  const bar = cells
    .map((_, column) => {
      const [start, end] = span(column);
      return incidents.some(incident => open(incident, start, end)) ? red('█') : dim('·');
    })
    .join('');
  const first = isoUtc(evaluations[0]!.at),
    last = isoUtc(evaluations.at(-1)!.at);
  const gapWidth = cells.length - first.length - last.length;
  const narrowLabel = evaluations.length > 1 ? `${first} to ${last}` : first;
  const axis = gapWidth > 1 ? `${first}${' '.repeat(gapWidth)}${last}` : narrowLabel;
  return (
    [...lines, `${'incidents'.padStart(gutter)} ${dim('┤')}${bar}`, `${' '.repeat(gutter + 2)}${dim(axis)}`].join(
      '\n',
    ) + '\n'
  );
}

/** A figure with a useful number of decimals: 33.3333… becomes 33.33. */
export const round = (figure: number): number => Number(figure.toFixed(Math.abs(figure) >= 1000 ? 0 : 2));
