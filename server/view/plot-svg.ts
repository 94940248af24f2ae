import { isoUtc } from '../simulator/moment.ts';
import type { Plot } from './plot.ts';
import { escapeMarkup } from './markup.ts';
import { fixed, svg } from './svg.ts';

const width = 880,
  height = 320,
  leftMargin = 84,
  rightMargin = 20,
  topMargin = 48,
  bottomMargin = 44;
/** The maximum number of points; more are indistinguishable at this width. */
export const MOST_POINTS = 1600;

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
      `<rect class="incident" x="${fixed(start)}" y="${topMargin}" width="${fixed(Math.max(2, end - start))}" ` +
        `height="${height - topMargin - bottomMargin}"><title>${escapeMarkup(label)}</title></rect>\n`,
    );
  }
  for (const [figure, label] of [
    [low, words.low],
    [high, words.high],
  ] as const)
    parts.push(
      `<path class="grid" d="M${leftMargin} ${fixed(y(figure))}H${width - rightMargin}"/>\n` +
        `<text class="faint" text-anchor="end" x="${leftMargin - 8}" ` +
        `y="${fixed(y(figure) + 4)}">${escapeMarkup(label)}</text>\n`,
    );
  for (const path of pathsOf(points, x, y)) parts.push(path);
  const line = y(plot.threshold);
  parts.push(
    `<path class="threshold" d="M${leftMargin} ${fixed(line)}H${width - rightMargin}"/>\n` +
      `<text class="threshold-label" x="${width - rightMargin}" y="${fixed(line < topMargin + 16 ? line + 15 : line - 6)}" ` +
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
      stretch.push(`${fixed(x(point.at))} ${fixed(y(point.figure))}`);
      continue;
    }
    if (stretch.length === 1)
      yield `<circle class="point" r="2.5" cx="${stretch[0]!.split(' ')[0]!}" cy="${stretch[0]!.split(' ')[1]!}"/>\n`;
    else if (stretch.length > 1) yield `<path class="figure" d="M${stretch.join('L')}"/>\n`;
    stretch = [];
  }
}
