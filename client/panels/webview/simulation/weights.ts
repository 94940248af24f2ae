import { count, grouped, type Outcome, type SimulatedOf, type Simulations } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { badge, entryOf, percent, percents, section, stateBadge, toPlace, versionLink } from '../parts.ts';

type Weights = SimulatedOf<'weights'>;
type Drawn = Extract<Weights['result'], { readonly calls: number }>;
type List = Drawn['lists'][number];
type Arm = List['arms'][number];
/** How often something was drawn, and the 95 % interval of its share. */
type Sample = Pick<Arm, 'calls' | 'share' | 'interval95' | 'expected_share'>;

const parts = (share: number): string => `${Math.round(share * 10000) / 100}%`;
/** `694 of 1,000 calls, 69.4 %; expected 70 %, within the 95 % interval 66.5 % to 72.2 %` */
const sampleWords = (
  { calls, share, interval95: [low, high], expected_share: expected }: Sample,
  of: number,
): string => {
  const [wanted, drawn, from, to] = percents(expected, share, low, high);
  return (
    `${grouped(calls)} of ${count(of, 'call')}, ${drawn}; ` +
    `expected ${wanted}${isCertain(share, expected) ? '' : `, ${whereIs(expected, low, high)} the 95 % interval ${from} to ${to}`}`
  );
};
/** A single arm gets every call, so an interval adds nothing. */
const isCertain = (share: number, expected: number): boolean => share === 1 && expected === 1;
const whereIs = (expected: number, low: number, high: number): string =>
  low <= expected && expected <= high ? 'within' : 'outside';

/** A drawn share as a bar with its interval, over the expected one as an outline. */
export function shareBar(sample: Sample, of: number, outcome: Outcome = 'resolved'): Element {
  const {
    share,
    interval95: [low, high],
    expected_share: expected,
  } = sample;
  return h(
    'svg',
    {
      class: `bar ${outcome}`,
      role: 'img',
      width: '100%',
      height: 22,
      'aria-label': sampleWords(sample, of),
      focusable: 'false',
    },
    h('title', {}, sampleWords(sample, of)),
    h('rect', { class: 'track', x: 0, y: 4, width: '100%', height: 14, rx: 2 }),
    h('rect', { class: 'drawn', x: 0, y: 4, width: parts(share), height: 14, rx: 2 }),
    h('line', { class: 'expected', x1: parts(expected), x2: parts(expected), y1: 0, y2: 22 }),
    h('line', { class: 'interval', x1: parts(low), x2: parts(high), y1: 11, y2: 11 }),
    h('line', { class: 'interval', x1: parts(low), x2: parts(low), y1: 7, y2: 15 }),
    h('line', { class: 'interval', x1: parts(high), x2: parts(high), y1: 7, y2: 15 }),
  );
}

/** The numbers beside a bar. */
export function shareNumbers({ calls, share, interval95: [low, high], expected_share: expected }: Sample): Element {
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

/** The possible numbers of calls, in every panel. */
const choices = [100, 1000, 10_000, 100_000];

/** Calls and seed of a draw, and a button for another seed. */
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

export function weightsSections(all: readonly Weights[], pointer: Simulations['pointer']): readonly Element[] {
  return all.flatMap(one => {
    const { result } = one;
    if (!('calls' in result)) return [];
    return result.lists.map(list =>
      section(
        `weights-${list.pointer}`,
        one.names[list.pointer] ?? one.title,
        { count: count(list.arms.length, 'arm'), isOpen: isIn(pointer, list.pointer) || all.length < 5 },
        ...listContent(list, result, one, pointer),
      ),
    );
  });
}

const isIn = (pointer: string | null, of: string): boolean =>
  pointer !== null && (pointer === of || pointer.startsWith(`${of}/`));

function listContent(
  { pointer, weights_sum: sum, arms, versions }: List,
  { calls, seed, against }: Drawn,
  { places, names }: Weights,
  asked: Simulations['pointer'],
): readonly (Element | null)[] {
  const total = Math.round(sum * 1e9) / 1e9;
  const why =
    arms.length === 0
      ? 'the list has no agents'
      : `the weights add up to ${total}, not to 1; they are taken in proportion`;
  const moves = against?.lists.find(list => list.pointer === pointer);
  return [
    arms.length > 0 && total === 1 ? null : h('p', { class: 'because' }, badge('draft', '!', 'weights'), ' ', why),
    h(
      'ol',
      { class: 'arms' },
      arms.map(arm => armItem(arm, { places, names }, isIn(asked, arm.pointer), calls)),
    ),
    ...(versions.length < arms.length
      ? [
          h('h3', {}, 'Added up by version'),
          h(
            'ol',
            { class: 'arms' },
            versions.map((one, i) => {
              const first = arms.find(arm => arm.pointer === one.arms[0])!,
                name = entryOf(names, one.agent_id);
              const version =
                one.agent_version === null ? writtenOf(first) : `${one.agent_id} version ${one.agent_version}`;
              return keyed(
                `to-${i}`,
                h(
                  'li',
                  { class: 'arm' },
                  h('p', { class: 'arm-name' }, `${name ? `${name}: ` : ''}${version}`),
                  shareBar(one, calls, first.resolution.outcome),
                  shareNumbers(one),
                ),
              );
            }),
          ),
        ]
      : []),
    moves && (moves.moved > 0 || moves.least_share > 0) ? movesBox(moves) : null,
    h(
      'p',
      { class: 'quiet' },
      toPlace(places[pointer], 'The list'),
      ` sums to ${total}; ${count(calls, 'call')} drawn with the seed ${seed}.`,
    ),
  ];
}

const writtenOf = ({ agent_id: id, reference }: Arm): string => (reference === null ? id : `${id}@${reference}`);

const armItem = (
  arm: Arm,
  { places, names }: Pick<Weights, 'places' | 'names'>,
  isCurrent: boolean,
  of: number,
): Element =>
  keyed(
    `arm-${arm.pointer}`,
    h(
      'li',
      { class: isCurrent ? 'arm current' : 'arm', 'aria-current': isCurrent ? 'true' : undefined },
      h(
        'p',
        { class: 'arm-name' },
        toPlace(places[arm.pointer], h('code', {}, writtenOf(arm))),
        h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
        h('span', { class: 'selects' }, versionLink(arm.resolution, places), ' ', stateBadge(arm.resolution)),
        h('span', { class: 'count' }, `weight ${arm.weight}`),
      ),
      shareBar(arm, of, arm.resolution.outcome),
      shareNumbers(arm),
      arm.resolution.because !== null && h('p', { class: 'because' }, names[arm.pointer]),
    ),
  );

const movesBox = ({
  moved,
  share,
  least_share: least,
  moves,
}: NonNullable<Drawn['against']>['lists'][number]): Element =>
  keyed(
    'moves',
    h(
      'div',
      { class: 'moves' },
      h(
        'p',
        { class: 'headline alive' },
        `The unsaved edit moves ${count(moved, 'call')} (${percent(share)}) to another version; ` +
          `at least ${percent(least)} of all calls, however they are drawn.`,
      ),
      h(
        'ul',
        {},
        moves.map(({ from, to, calls, share: part }) =>
          h('li', {}, `${from} → ${to}: ${count(calls, 'call')} (${percent(part)})`),
        ),
      ),
    ),
  );
