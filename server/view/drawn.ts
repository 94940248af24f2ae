import { percent, sampleInWords } from './bars.ts';
import type { Bar, Block, Part } from './blocks.ts';
import { h, type Child, type Element } from './element.ts';
import type { Plot } from './plot.ts';
import { makeReadable } from './printable.ts';

const percentText = (share: number): string => `${Math.round(share * 10000) / 100}%`;

/** A bar for a drawn share, with its interval and a mark at the expected share. */
export function drawnBar(bar: Bar, noun: string): Element {
  const {
    share,
    interval: [lower, upper],
    expected,
    tone = 'plain',
  } = bar;
  const words = `${sampleInWords(bar)}, of ${noun}`;
  return h(
    'svg',
    { class: `share ${tone}`, role: 'img', width: '100%', height: 22, 'aria-label': words, focusable: 'false' },
    h('title', {}, words),
    h('rect', { class: 'track', x: 0, y: 4, width: '100%', height: 14, rx: 2 }),
    h('rect', { class: 'drawn', x: 0, y: 4, width: percentText(share), height: 14, rx: 2 }),
    h('line', { class: 'expected', x1: percentText(expected), x2: percentText(expected), y1: 0, y2: 22 }),
    h('line', { class: 'interval', x1: percentText(lower), x2: percentText(upper), y1: 11, y2: 11 }),
    h('line', { class: 'interval', x1: percentText(lower), x2: percentText(lower), y1: 7, y2: 15 }),
    h('line', { class: 'interval', x1: percentText(upper), x2: percentText(upper), y1: 7, y2: 15 }),
  );
}

/** The number of colors in `style.ts`; further parts are distinguished only by letters. */
const COLOURS = 6;
/** The share below which a part is too narrow for its letter. */
const MIN_LETTER_SHARE = 0.03;

/** Bars divided into parts, one below the other, with a key of the letters. The colors only support the letters. */
export function stackedBars({ bars }: Extract<Block, { is: 'stacked' }>): Element {
  const partsByNumber = new Map(bars.flatMap(({ parts }) => parts.map(part => [part.number, part] as const)));
  return h(
    'div',
    { class: 'stacked' },
    h(
      'ol',
      {},
      ...bars.map(({ name, parts }) => h('li', {}, h('span', { class: 'quiet' }, name), stackedBar(name, parts))),
    ),
    h(
      'ul',
      { class: 'key', 'aria-hidden': 'true' },
      ...[...partsByNumber.values()]
        .sort((a, b) => a.number - b.number)
        .map(({ number, name }) =>
          h(
            'li',
            {},
            h('span', { class: `letter part-${number % COLOURS}` }, letterOf(number)),
            h('code', {}, makeReadable(name)),
          ),
        ),
    ),
  );
}

function stackedBar(name: string, wholeParts: readonly Part[]): Element {
  const label = wholeParts.map(part => `${makeReadable(part.name)} ${percent(part.share)}`).join(', '),
    words = `${name}: ${label || 'nobody'}`;
  let from = 0;
  return h(
    'svg',
    { role: 'img', width: '100%', height: 20, 'aria-label': words, focusable: 'false' },
    h('title', {}, words),
    h('rect', { class: 'track', x: 0, y: 1, width: '100%', height: 18 }),
    wholeParts.map(({ number, share }) => {
      const start = from;
      from += share;
      return [
        h('rect', {
          class: `part-${number % COLOURS}`,
          x: percentText(start),
          y: 1,
          width: percentText(share),
          height: 18,
        }),
        share >= MIN_LETTER_SHARE && h('text', { x: percentText(start + share / 2), y: 15 }, letterOf(number)),
      ];
    }),
  );
}

/** The letter of a part: A, B, … Z, A1, B1, … */
const letterOf = (number: number): string =>
  `${String.fromCharCode(65 + (number % 26))}${number < 26 ? '' : Math.floor(number / 26)}`;

const width = 640,
  height = 180,
  margin = 8;
/** A time in milliseconds as `2026-01-12 15:30 UTC`. */
const timeText = (time: number): string => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** A chart of the figures over time, with the threshold and the incidents. */
export function chart({ points, low, high, threshold, words, incidents }: Plot): Child {
  const [{ at: first }, { at: end }] = [points[0]!, points.at(-1)!],
    last = Math.max(end, first + 1);
  const round = (value: number): number => Math.round(value * 10) / 10;
  const x = (time: number): number => round(((time - first) / (last - first)) * width);
  const y = (figure: number): number =>
    round(height - margin - ((figure - low) / (high - low)) * (height - 2 * margin));
  return h(
    'div',
    { class: 'replay' },
    h('div', { class: 'scale quiet', 'aria-hidden': 'true' }, h('span', {}, words.high), h('span', {}, words.low)),
    h(
      'svg',
      {
        viewBox: `0 0 ${width} ${height}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `The figure over time, from ${words.low} to ${words.high}, against ${words.threshold}`,
      },
      incidents.map(({ from, to }) => {
        const start = x(from);
        return h('rect', {
          class: 'incident',
          x: start,
          y: 0,
          width: Math.max(2, (to === null ? width : x(to)) - start),
          height,
        });
      }),
      h('path', { class: 'threshold', d: `M0 ${y(threshold)}H${width}` }),
      h('path', { class: 'figure', d: lineOf(points, x, y) }),
    ),
    h(
      'div',
      { class: 'moments quiet' },
      h('span', {}, timeText(first)),
      h('span', { class: 'limit' }, `fires ${words.threshold}`),
      h('span', {}, timeText(end)),
    ),
  );
}

/** The path data with one line per uninterrupted stretch; a single point is a short dash. */
function lineOf(points: Plot['points'], x: (time: number) => number, y: (figure: number) => number): string {
  let path = '',
    isPenDown = false;
  for (const { at, figure } of points) {
    if (figure !== null) path += isPenDown ? `L${x(at)} ${y(figure)}` : `M${x(at)} ${y(figure)}h0.1`;
    isPenDown = figure !== null;
  }
  return path;
}
