import type { Condition } from '../core/domain/metrics.ts';
import { isoUtc } from '../simulator/moment.ts';
import type { Replay } from '../simulator/alert.ts';
import type { Paint } from './paint.ts';

/** What the pictures of a replay show; the threshold is compared with `figure`. */
export interface Plot {
  readonly title: string;
  readonly replay: Replay;
  readonly operator: Condition['operator'];
  readonly threshold: number;
  /** A figure with its unit. */
  readonly shown: (figure: number) => string;
}

/** The range of figures to draw, including the threshold; never empty. */
export function extentOf({ replay, threshold }: Plot): { readonly low: number; readonly high: number } {
  let low = threshold,
    high = threshold;
  for (const { figure } of replay.evaluations)
    if (figure !== null) {
      low = Math.min(low, figure);
      high = Math.max(high, figure);
    }
  // starting at 0, if the line keeps its shape
  if (low > 0 && low < high / 2) low = 0;
  return low === high ? { low, high: high + 1 } : { low, high };
}

/** At most this many points; of those that coincide, the one nearest to triggering is kept. */
export function thinned(
  { replay: { evaluations }, operator }: Plot,
  most: number,
): readonly { readonly at: number; readonly figure: number | null }[] {
  if (evaluations.length <= most) return evaluations;
  const size = Math.ceil(evaluations.length / most),
    kept: { at: number; figure: number | null }[] = [];
  for (let i = 0; i < evaluations.length; i += size) {
    const group = evaluations.slice(i, i + size);
    kept.push(
      group.reduce((best, next) =>
        next.figure !== null &&
        (best.figure === null || (operator.startsWith('>') ? next.figure > best.figure : next.figure < best.figure))
          ? next
          : best,
      ),
    );
  }
  return kept;
}

/** Of several evaluations in the same column the one nearest to triggering is drawn, so that no incident is lost. */
function columnsOf({ replay: { evaluations }, operator }: Plot, width: number): (number | null)[] {
  const columns: (number | null)[] = Array.from({ length: Math.min(width, evaluations.length) }, () => null);
  const worse = operator.startsWith('>') ? Math.max : Math.min;
  evaluations.forEach(({ figure }, i) => {
    const column = Math.floor((i * columns.length) / evaluations.length);
    if (figure !== null) columns[column] = columns[column] === null ? figure : worse(columns[column]!, figure);
  });
  return columns;
}

const open = (incident: Replay['incidents'][number], from: number, to: number): boolean =>
  incident.triggered_timestamp * 1000 <= to && (incident.resolved_timestamp ?? Infinity) * 1000 > from;

/** A chart of characters: the figures, the threshold as a dashed line, and the incidents below. */
export function plotText(plot: Plot, columns: number, { dim, red, cyan }: Paint): string {
  const { evaluations, incidents } = plot.replay,
    { threshold, shown } = plot,
    height = 10;
  const { low, high } = extentOf(plot);
  const nearest = (figure: number): number => Math.round(((figure - low) / (high - low)) * (height - 1));
  // values below the threshold are drawn below it, and values above it above
  const line = Math.max(
    low < threshold ? 1 : 0,
    Math.min(high > threshold ? height - 2 : height - 1, nearest(threshold)),
  );
  const rowOf = (figure: number): number => {
    if (figure === threshold) return line;
    return figure < threshold ? Math.min(nearest(figure), line - 1) : Math.max(nearest(figure), line + 1);
  };
  const labels = new Map([
    [0, shown(round(low))],
    [height - 1, shown(round(high))],
    [line, shown(threshold)],
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
      const [from, to] = span(column);
      return incidents.some(incident => open(incident, from, to)) ? red('█') : dim('·');
    })
    .join('');
  const first = isoUtc(evaluations[0]!.at),
    last = isoUtc(evaluations.at(-1)!.at);
  const room = cells.length - first.length - last.length;
  const narrow = evaluations.length > 1 ? `${first} to ${last}` : first;
  const axis = room > 1 ? `${first}${' '.repeat(room)}${last}` : narrow;
  return (
    [...lines, `${'incidents'.padStart(gutter)} ${dim('┤')}${bar}`, `${' '.repeat(gutter + 2)}${dim(axis)}`].join(
      '\n',
    ) + '\n'
  );
}

/** A figure with a useful number of decimals: 33.3333… becomes 33.33. */
export const round = (figure: number): number => Number(figure.toFixed(Math.abs(figure) >= 1000 ? 0 : 2));
