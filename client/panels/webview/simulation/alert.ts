import { count, type AlertReplay } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { badge, scrolling, section, tableOf } from '../parts.ts';

/** `2026-01-12 15:30 UTC` */
const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The series to replay a rule over: one beside it, or any that the user picks. @param of uri of the rule's file */
export function seriesControls({ series, beside }: AlertReplay, of: string): Element {
  const files = series && !beside.some(({ uri }) => uri === series.uri) ? [...beside, series] : beside;
  return keyed(
    'series',
    h(
      'div',
      { class: 'controls' },
      files.length > 0 &&
        h(
          'label',
          {},
          'Series ',
          h(
            'select',
            { 'data-act': 'series', name: 'series' },
            series === null ? h('option', { value: '', selected: true, disabled: true }, 'none') : null,
            files.map(({ uri, name }) =>
              h('option', { value: JSON.stringify({ of, uri }), selected: uri === series?.uri }, name),
            ),
          ),
        ),
      h('button', { type: 'button', class: 'button', 'data-act': 'choose' }, 'Choose a Series…'),
    ),
  );
}

export function alertReplaySection(alert: AlertReplay): Element {
  const { condition, series, problem, evaluations, undecided, plot, incidents } = alert;
  const without = undecided > 0 ? `, ${undecided} without a figure` : '';
  const found = incidents.length === 0 ? 'no incident' : count(incidents.length, 'incident');
  return section(
    'replay',
    'When the rule would have fired',
    { count: evaluations === 0 ? undefined : found },
    h('p', { class: 'condition' }, h('code', {}, condition)),
    series === null
      ? h(
          'p',
          { class: 'quiet' },
          'Choose a series of values or call records: a CSV or JSON file with a column timestamp.',
        )
      : null,
    problem !== null && h('p', { class: 'because' }, badge('missing', '✕', 'not replayed'), ` ${problem}`),
    plot !== null && [
      h('p', { class: 'quiet' }, `${count(evaluations, 'evaluation')}${without}; ${found}`),
      chart(plot, incidents),
    ],
    incidents.length > 0 && incidentsTable(incidents),
  );
}

const width = 640,
  height = 180,
  margin = { top: 8, bottom: 8 };

function chart(
  { points, low, high, threshold, words }: NonNullable<AlertReplay['plot']>,
  incidents: AlertReplay['incidents'],
): Child {
  const first = points[0]!.at,
    last = Math.max(points.at(-1)!.at, first + 1);
  const x = (at: number): number => round(((at - first) / (last - first)) * width);
  const y = (figure: number): number =>
    round(height - margin.bottom - ((figure - low) / (high - low)) * (height - margin.top - margin.bottom));
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
      h('span', {}, moment(first)),
      h('span', { class: 'limit' }, `fires ${words.threshold}`),
      h('span', {}, moment(points.at(-1)!.at)),
    ),
  );
}

/** One stretch after the other; a lone point is a short dash. */
function lineOf(
  points: NonNullable<AlertReplay['plot']>['points'],
  x: (at: number) => number,
  y: (figure: number) => number,
): string {
  let path = '',
    isDown = false;
  for (const { at, figure } of points) {
    if (figure !== null) path += isDown ? `L${x(at)} ${y(figure)}` : `M${x(at)} ${y(figure)}h0.1`;
    isDown = figure !== null;
  }
  return path;
}
const round = (value: number): number => Math.round(value * 10) / 10;

const incidentsTable = (incidents: AlertReplay['incidents']): Element =>
  scrolling(
    'scrolling',
    'Incidents',
    tableOf(
      ['Triggered', 'Resolved', 'Lasted', 'Value'],
      incidents.map(({ from, to, lasted, value }) =>
        keyed(
          String(from),
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, moment(from)),
            h('td', {}, to === null ? 'not by the end' : moment(to)),
            h('td', {}, lasted ?? '–'),
            h('td', {}, value),
          ),
        ),
      ),
    ),
  );
