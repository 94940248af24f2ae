import type { Outcome, SampleView, WeightArm, WeightListView } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { badge, grouped, percent, percents, plural, section, toPlace } from '../parts.ts';
import { resolutionLine } from './resolution.ts';

const parts = (share: number): string => `${Math.round(share * 10000) / 100}%`;
/** `694 of 1,000 calls, 69.4 %; expected 70 %, drawn shares of 66.5 % to 72.2 % are usual` */
export const sampleWords = (
  { calls, share, interval95: [low, high] }: SampleView,
  expected: number,
  of: number,
): string => {
  const [wanted, drawn, from, to] = percents(expected, share, low, high);
  return (
    `${grouped(calls)} of ${plural(of, 'call')}, ${drawn}; ` +
    `expected ${wanted}${isCertain(share, expected) ? '' : `, ${whereIs(expected, low, high)} the 95 % interval ${from} to ${to}`}`
  );
};
/** The one arm of a list gets every call: no interval says more. */
const isCertain = (share: number, expected: number): boolean => share === 1 && expected === 1;
const whereIs = (expected: number, low: number, high: number): string =>
  low <= expected && expected <= high ? 'within' : 'outside';

/** A drawn share as a bar with its interval, over the expected one as an outline. */
export function shareBar(sample: SampleView, expected: number, of: number, outcome: Outcome = 'resolved'): Element {
  const {
    share,
    interval95: [low, high],
  } = sample;
  return h(
    'svg',
    {
      class: `bar ${outcome}`,
      role: 'img',
      width: '100%',
      height: 22,
      'aria-label': sampleWords(sample, expected, of),
      focusable: 'false',
    },
    h('title', {}, sampleWords(sample, expected, of)),
    h('rect', { class: 'track', x: 0, y: 4, width: '100%', height: 14, rx: 2 }),
    h('rect', { class: 'drawn', x: 0, y: 4, width: parts(share), height: 14, rx: 2 }),
    h('line', { class: 'expected', x1: parts(expected), x2: parts(expected), y1: 0, y2: 22 }),
    h('line', { class: 'interval', x1: parts(low), x2: parts(high), y1: 11, y2: 11 }),
    h('line', { class: 'interval', x1: parts(low), x2: parts(low), y1: 7, y2: 15 }),
    h('line', { class: 'interval', x1: parts(high), x2: parts(high), y1: 7, y2: 15 }),
  );
}

/** The numbers beside a bar. */
export function shareNumbers({ calls, share, interval95: [low, high] }: SampleView, expected: number): Element {
  const [wanted, drawn, from, to] = percents(expected, share, low, high);
  return h(
    'span',
    { class: 'numbers' },
    h('strong', {}, drawn),
    h(
      'span',
      { class: 'quiet' },
      isCertain(share, expected)
        ? ` drawn (${grouped(calls)})`
        : ` drawn (${grouped(calls)}), expected ${wanted}, ${whereIs(expected, low, high)} the 95\u00a0% interval ${from} to ${to}`,
    ),
  );
}

const barLegend = (): Element =>
  h(
    'p',
    { class: 'legend quiet', 'aria-hidden': 'true' },
    h('span', { class: 'key drawn' }),
    'drawn',
    h('span', { class: 'key expected' }),
    'expected',
    h('span', { class: 'key interval' }),
    '95 % interval',
  );

/** How many calls can be drawn, in every panel. */
const choices = [100, 1000, 10_000, 100_000];

/** Calls and seed of a draw, and a draw with another seed. */
export const drawControls = (calls: number, seed: string): Element =>
  keyed(
    'draw',
    h(
      'div',
      { class: 'controls' },
      h(
        'label',
        {},
        'Calls ',
        h(
          'select',
          { 'data-act': 'calls', name: 'calls', 'aria-label': 'Calls to draw' },
          [...new Set([...choices, calls])]
            .sort((a, b) => a - b)
            .map(choice => h('option', { value: choice, selected: choice === calls }, grouped(choice))),
        ),
      ),
      h(
        'label',
        {},
        'Seed ',
        h('input', {
          type: 'text',
          name: 'seed',
          'data-act': 'seed',
          value: seed,
          maxlength: 40,
          autocomplete: 'off',
          spellcheck: 'false',
          class: 'seed',
        }),
      ),
      h(
        'button',
        { type: 'button', class: 'button', 'data-act': 'again' },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, '⟳'),
        'Draw again',
      ),
      barLegend(),
    ),
  );

export function weightSections(lists: readonly WeightListView[]): readonly Element[] {
  return lists.map((list, i) =>
    section(
      `weights-${i}`,
      list.title,
      {
        count: list.because === null ? plural(list.arms.length, 'arm') : 'nothing to draw',
        isOpen: list.current || lists.length < 5,
      },
      ...listContent(list),
    ),
  );
}

function listContent({
  because,
  becauseAt,
  sum,
  note,
  arms,
  destinations,
  calls,
  seed,
  moves,
  place,
}: WeightListView): readonly Element[] {
  if (because !== null)
    return [
      h(
        'p',
        { class: 'because' },
        badge('missing', '✕', 'nothing can be drawn'),
        ' ',
        toPlace(becauseAt ?? place, because),
      ),
    ];
  return [
    ...(note === null ? [] : [h('p', { class: 'because' }, badge('draft', '!', 'weights'), ' ', note)]),
    h(
      'ol',
      { class: 'arms' },
      arms.map((arm, i) => armItem(arm, i, calls)),
    ),
    ...(destinations.length < arms.length
      ? [
          h('h3', {}, 'Added up by version'),
          h(
            'ol',
            { class: 'arms' },
            destinations.map((one, i) =>
              keyed(
                `to-${i}`,
                h(
                  'li',
                  { class: 'arm' },
                  h(
                    'p',
                    { class: 'arm-name' },
                    `${one.agentName === null ? '' : `${one.agentName}: `}${one.destination}`,
                  ),
                  shareBar(one, one.expected, calls, one.outcome),
                  shareNumbers(one, one.expected),
                ),
              ),
            ),
          ),
        ]
      : []),
    ...(moves === null ? [] : [movesBox(moves)]),
    h(
      'p',
      { class: 'quiet' },
      toPlace(place, 'The list'),
      ` sums to ${Math.round(sum * 1e9) / 1e9}; ${plural(calls, 'call')} drawn with the seed ${seed}.`,
    ),
  ];
}

const armItem = (arm: WeightArm, index: number, of: number): Element =>
  keyed(
    `arm-${index}`,
    h(
      'li',
      { class: arm.current ? 'arm current' : 'arm', 'aria-current': arm.current ? 'true' : undefined },
      h(
        'p',
        { class: 'arm-name' },
        toPlace(arm.place, h('code', {}, arm.resolution.written)),
        h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
        resolutionLine(arm.resolution),
        h('span', { class: 'count' }, `weight ${arm.weight}`),
      ),
      shareBar(arm, arm.expected, of, arm.resolution.outcome),
      shareNumbers(arm, arm.expected),
      arm.resolution.because === null ? null : h('p', { class: 'because' }, arm.resolution.because),
    ),
  );

const movesBox = ({ calls, share, least, ways }: NonNullable<WeightListView['moves']>): Element =>
  keyed(
    'moves',
    h(
      'div',
      { class: 'moves' },
      h(
        'p',
        { class: 'headline alive' },
        `By the unsaved edit ${plural(calls, 'call')} (${percent(share)}) get something else; ` +
          `at least ${percent(least)} however it is drawn.`,
      ),
      h(
        'ul',
        {},
        ways.map(({ from, to, calls: moved, share: part }) =>
          h('li', {}, `${from} → ${to}: ${plural(moved, 'call')} (${percent(part)})`),
        ),
      ),
    ),
  );
