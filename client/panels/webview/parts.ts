import {
  count,
  grouped,
  type AssumptionNote,
  type ProtocolPlace,
  type ResolveResolution,
  type ShownResult,
} from '../../../server/lsp/protocol.ts';
import { h, keyed, type Attributes, type Child, type Element } from './element.ts';

/** Every panel that follows the cursor can be pinned with this button. */
export const pinSign = 'M6 2h4l-.5 4.5L12 9v1H4V9l2.5-2.5zM8 10v4.5';
export const pinWords = 'Pin: do not follow the cursor';

/** `69.4 %` for a share from 0 to 1, with a no-break space. */
export const percent = (share: number): string => {
  const [places, shown] = [2, 1].map(digits => Number((share * 100).toFixed(digits))) as [number, number];
  return `${share > 0 && share < 0.001 ? places : shown}\u00a0%`;
};
/**
 * Expected share, drawn share and bounds, with two decimals if one would hide that the expected share is outside the
 * bounds.
 */
export function percents(expected: number, share: number, low: number, high: number): readonly string[] {
  const all = [expected, share, low, high];
  const rounded = (value: number): number => Math.round(value * 1000);
  const isOutside = expected < low || expected > high;
  const hides = isOutside && rounded(low) <= rounded(expected) && rounded(expected) <= rounded(high);
  return hides ? all.map(value => `${(value * 100).toFixed(2)}\u00a0%`) : all.map(percent);
}
/** A table; a title may be paired with the class of its column. */
export const tableOf = (
  titles: readonly (string | readonly [string, string])[],
  rows: readonly Element[],
  attributes: Attributes = {},
): Element =>
  h(
    'table',
    attributes,
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        titles.map(title =>
          typeof title === 'string'
            ? h('th', { scope: 'col' }, title)
            : h('th', { scope: 'col', class: title[1] }, title[0]),
        ),
      ),
    ),
    h('tbody', {}, rows),
  );
/** A box whose content scrolls, by keys too. */
export const scrolling = (name: string, label: string, ...content: readonly Child[]): Element =>
  h('div', { class: name, tabindex: 0, role: 'region', 'aria-label': label }, ...content);
/** `prices.agent.json:12` */
const placeWords = ({ uri, range }: ProtocolPlace): string =>
  `${decoded(uri.split('/').at(-1) ?? uri)}:${range.start.line + 1}`;
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Makes an element go to a place when it is clicked. */
const placeData = (place: ProtocolPlace): { 'data-place': string } => ({
  'data-place': JSON.stringify({ uri: place.uri, range: place.range }),
});

/** A clickable place; plain text if there is no place. */
export const toPlace = (place: ProtocolPlace | null | undefined, ...content: readonly Child[]): Element =>
  place
    ? h(
        'button',
        { type: 'button', class: 'place', title: `Go to ${placeWords(place)}`, ...placeData(place) },
        ...content,
      )
    : h('span', {}, ...content);

/** Something shown by a symbol and a word, never by color alone. */
export const badge = (kind: string, sign: string, words: string): Element =>
  h('span', { class: `badge ${kind}` }, h('span', { class: 'sign', 'aria-hidden': 'true' }, sign), words);

export const liveBadge = (why: string | null | undefined): Element | null =>
  why
    ? h(
        'span',
        { class: 'badge live', title: `Live: ${why}` },
        h('span', { class: 'sign', 'aria-hidden': 'true' }, '●'),
        'live',
      )
    : null;

export function stateBadge({
  outcome,
  is_published: isPublished = null,
}: Pick<ResolveResolution, 'outcome'> & Partial<Pick<ResolveResolution, 'is_published'>>): Element {
  if (outcome === 'missing') return badge('missing', '✕', 'missing');
  if (outcome === 'unknowable') return badge('unknown', '?', 'unknown');
  if (isPublished === null) return badge('unknown', '?', 'not known whether published');
  return isPublished ? badge('published', '✓', 'published') : badge('draft', '✎', 'draft');
}

/** `Version 3`, large, with further facts. */
export function versionWords({ outcome, agent_version: version, candidates }: ResolveResolution): string {
  if (version !== null) return `Version ${version}`;
  if (outcome === 'missing') return 'No version';
  return `${outcome}${candidates && candidates.length > 0 ? `, one of ${candidates.join(', ')}` : ''}`;
}

/** The same, leading to the record of the version. @param style around the words */
export const versionLink = (
  resolution: ResolveResolution,
  places: ShownResult<unknown>['places'],
  style: (words: string) => Child = words => words,
): Element => toPlace(places[`${resolution.agent_id}@${resolution.agent_version}`], style(versionWords(resolution)));

/** An entry by an id that users choose: nobody's `constructor` is that of the table. */
export const entryOf = <T>(table: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(table, id) ? table[id] : undefined;

/** A collapsible section that stays as the user left it. */
export const section = (
  key: string,
  title: string,
  { count, isOpen = true }: { readonly count?: string | undefined; readonly isOpen?: boolean },
  ...content: readonly Child[]
): Element =>
  keyed(
    key,
    h(
      'details',
      { class: 'section', 'data-section': key, open: isOpen },
      h('summary', {}, h('h2', {}, title), count === undefined ? null : h('span', { class: 'count' }, count)),
      h('div', { class: 'inside' }, ...content),
    ),
  );

/** The steps of a resolution, each with its clause of the specification. */
export const stepsList = (steps: ResolveResolution['steps']): Element =>
  h(
    'ol',
    { class: 'steps' },
    steps.map(({ text, spec }) =>
      h(
        'li',
        {},
        h('span', {}, text),
        spec !== null &&
          h('span', { class: 'clause', title: 'The clause of the specification that this follows' }, spec),
      ),
    ),
  );

export const notesList = (notes: readonly string[]): Child =>
  notes.length > 0 &&
  keyed(
    'notes',
    h(
      'ul',
      { class: 'notes' },
      notes.map(note => h('li', {}, h('span', { class: 'sign', 'aria-hidden': 'true' }, 'ℹ'), h('span', {}, note))),
    ),
  );

export const assumptionsSection = (assumptions: readonly AssumptionNote[]): Child =>
  assumptions.length > 0 &&
  section(
    'assumptions',
    'Assumptions',
    { count: String(assumptions.length), isOpen: false },
    h('p', { class: 'quiet' }, 'The specification is silent here; the results above depend on these.'),
    h(
      'ul',
      { class: 'assumptions' },
      assumptions.map(({ name, assumes }) => h('li', {}, h('code', {}, name), ' ', assumes)),
    ),
  );

/** Places as a collapsible list. @param total how many there are in all */
export function placesFold(places: readonly ProtocolPlace[], total: number, one: string): Element | null {
  if (total === 0) return h('span', { class: 'quiet' }, `no ${one}s`);
  const [only] = places;
  if (only && total === 1) return toPlace(only, placeWords(only));
  return h(
    'details',
    { class: 'fold' },
    h('summary', {}, count(total, one)),
    h(
      'ul',
      {},
      places.map(place => h('li', {}, toPlace(place, placeWords(place)))),
      total > places.length ? h('li', { class: 'quiet' }, `and ${grouped(total - places.length)} more`) : null,
    ),
  );
}
