import { isoUtc } from '../simulator/moment.ts';
import type { Paint } from './paint.ts';
import { escapeMarkup } from './markup.ts';
import { toFixed, svg } from './svg.ts';

/** Figures over time against a threshold, as plain data. */
export interface Plot {
  readonly title: string;
  readonly points: readonly { readonly at: number; readonly figure: number | null }[];
  readonly low: number;
  readonly high: number;
  readonly threshold: number;
  /** Whether figures above the threshold trigger the alert; otherwise, figures below it do. */
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
  // the range starts at 0, unless that would flatten the line
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

/** One figure for each column: of several figures, the one closest to triggering, so that no incident is lost. */
function columnsOf({ points: evaluations, isOver }: Plot, width: number): (number | null)[] {
  const columns: (number | null)[] = Array.from({ length: Math.min(width, evaluations.length) }, () => null);
  const worseOf = isOver ? Math.max : Math.min;
  evaluations.forEach(({ figure }, i) => {
    const column = Math.floor((i * columns.length) / evaluations.length);
    if (figure !== null) columns[column] = columns[column] === null ? figure : worseOf(columns[column]!, figure);
  });
  return columns;
}

const isOpenDuring = (incident: Plot['incidents'][number], start: number, end: number): boolean =>
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
  const columnSpan = (column: number): readonly [number, number] => [
    evaluations[Math.floor((column * evaluations.length) / cells.length)]!.at,
    evaluations[Math.ceil(((column + 1) * evaluations.length) / cells.length) - 1]!.at,
  ];
  const bar = cells
    .map((_, column) => {
      const [start, end] = columnSpan(column);
      return incidents.some(incident => isOpenDuring(incident, start, end)) ? red('█') : dim('·');
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

const width = 880,
  height = 320,
  leftMargin = 84,
  rightMargin = 20,
  topMargin = 48,
  bottomMargin = 44;
/** The maximum number of points; more are indistinguishable at this width. */
export const MAX_POINTS = 1600;

/** The figures, the threshold and the incidents of a replay as a picture. */
export function plotSvg(plot: Plot): string {
  const { points, incidents, low, high, words } = plot;
  const first = points[0]!.at,
    last = Math.max(points.at(-1)!.at, first + 1);
  const x = (moment: number): number =>
    leftMargin + ((moment - first) / (last - first)) * (width - leftMargin - rightMargin);
  const y = (figure: number): number =>
    height - bottomMargin - ((figure - low) / (high - low)) * (height - topMargin - bottomMargin);
  const parts = [`<text class="strong" x="${leftMargin}" y="24">${escapeMarkup(plot.title)}</text>\n`];
  for (const { from, to } of incidents) {
    const start = x(from),
      end = to === null ? width - rightMargin : x(to);
    const label = `triggered ${isoUtc(from)}, ${to === null ? 'not resolved' : `resolved ${isoUtc(to)}`}`;
    parts.push(
      `<rect class="incident" x="${toFixed(start)}" y="${topMargin}" width="${toFixed(Math.max(2, end - start))}" ` +
        `height="${height - topMargin - bottomMargin}"><title>${escapeMarkup(label)}</title></rect>\n`,
    );
  }
  for (const [figure, label] of [
    [low, words.low],
    [high, words.high],
  ] as const)
    parts.push(
      `<path class="grid" d="M${leftMargin} ${toFixed(y(figure))}H${width - rightMargin}"/>\n` +
        `<text class="faint" text-anchor="end" x="${leftMargin - 8}" ` +
        `y="${toFixed(y(figure) + 4)}">${escapeMarkup(label)}</text>\n`,
    );
  for (const path of pathsOf(points, x, y)) parts.push(path);
  const line = y(plot.threshold);
  parts.push(
    `<path class="threshold" d="M${leftMargin} ${toFixed(line)}H${width - rightMargin}"/>\n` +
      `<text class="threshold-label" x="${width - rightMargin}" y="${toFixed(line < topMargin + 16 ? line + 15 : line - 6)}" ` +
      `text-anchor="end">${escapeMarkup(words.threshold)}</text>\n`,
  );
  parts.push(
    `<text class="faint" x="${leftMargin}" y="${height - bottomMargin + 20}">${isoUtc(first)}</text>\n` +
      `<text class="faint" text-anchor="end" x="${width - rightMargin}" ` +
      `y="${height - bottomMargin + 20}">${isoUtc(points.at(-1)!.at)}</text>\n`,
  );
  return svg(
    width,
    height,
    plot.title,
    parts.join(''),
    '.grid{stroke:var(--line);fill:none}' +
      '.figure{stroke:var(--blue);fill:none;stroke-width:1.5;stroke-linejoin:round}.point{fill:var(--blue)}' +
      '.threshold{stroke:var(--red);stroke-dasharray:6 4;fill:none}' +
      '.threshold-label{fill:var(--red);font-size:11px}.incident{fill:var(--red);opacity:.16}',
  );
}

/** The paths of a plot: one line per uninterrupted stretch; a single evaluation is a dot. */
function* pathsOf(
  points: readonly { readonly at: number; readonly figure: number | null }[],
  x: (time: number) => number,
  y: (figure: number) => number,
): Iterable<string> {
  let stretch: string[] = [];
  for (const point of [...points, { at: 0, figure: null }]) {
    if (point.figure !== null) {
      stretch.push(`${toFixed(x(point.at))} ${toFixed(y(point.figure))}`);
      continue;
    }
    if (stretch.length === 1)
      yield `<circle class="point" r="2.5" cx="${stretch[0]!.split(' ')[0]!}" cy="${stretch[0]!.split(' ')[1]!}"/>\n`;
    else if (stretch.length > 1) yield `<path class="figure" d="M${stretch.join('L')}"/>\n`;
    stretch = [];
  }
}
