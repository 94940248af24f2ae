import { groupDigits } from '../core/numbers.ts';
import { sampleInWords } from './bars.ts';
import { isList, type Act, type Badge, type Block, type Item, type Piece, type Text } from './blocks.ts';
import { chart, drawnBar, stackedBars } from './drawn.ts';
import { h, withKey, type Child, type Element } from './element.ts';
import type { ProtocolPlace } from './panels.ts';
import type { BlockPlace } from './blocks.ts';
import { wordChanges } from './hunks.ts';
import { linesOf, makeReadable } from './printable.ts';

/** The controls that a panel provides, by the name of their slot. */
type Slots = Readonly<Record<string, Child>>;

/** Blocks as elements of a page. Links to places have the place in the attribute `data-place`. */
export const viewElements = (blocks: readonly Block[], slots: Slots = {}): readonly Child[] =>
  blocks.map(block => element(block, slots));

function element(block: Block, slots: Slots): Child {
  const contentOf = (blocks: readonly Block[]): readonly Child[] => viewElements(blocks, slots);
  switch (block.is) {
    case 'title':
      return withKey('heading', h('header', { class: 'heading' }, h('h1', {}, inlineElement(block.text))));
    case 'words':
      return h(
        'p',
        { class: `words ${block.voice}`, role: block.voice === 'alarm' ? 'alert' : undefined },
        inlineElement(block.text),
      );
    case 'section':
      return withKey(
        block.key,
        h(
          'details',
          {
            class: 'section',
            'data-section': block.key,
            open: block.open !== false,
            'aria-current': block.isCurrent ? 'true' : undefined,
          },
          h(
            'summary',
            {},
            h('h2', {}, inlineElement(block.title)),
            block.count !== undefined && h('span', { class: 'count' }, makeReadable(block.count)),
          ),
          h('div', { class: 'inside' }, ...contentOf(block.blocks)),
        ),
      );
    case 'list':
      return h(
        'ol',
        { class: 'items', 'aria-label': makeReadable(block.label) },
        ...block.items.map(item => itemOf(item, contentOf)),
      );
    case 'verbatim':
      if (block.pieces) return h('div', { class: 'verbatim' }, ...block.pieces.map(pieceOf));
      return h('ul', { class: 'hunk' }, ...linesOf(block.text).map(line => h('li', {}, h('code', {}, line))));
    case 'values':
      return h(
        'ul',
        { class: 'values' },
        ...block.values.map(({ name, words, note = '', hunk = [], acts }) =>
          h(
            'li',
            {},
            h('span', {}, inlineElement(name)),
            h(
              'div',
              {},
              inlineElement(words),
              note !== '' && h('span', { class: 'quiet' }, '; ', inlineElement(note)),
              hunk.length > 0 &&
                (block.foldsHunks && hunk.length > MAX_UNFOLDED_LINES
                  ? fold('what changes', hunkOf(hunk))
                  : hunkOf(hunk)),
              actsOf(acts),
            ),
          ),
        ),
      );
    case 'table':
      return tableOf(block);
    case 'steps':
      return h(
        'ol',
        { class: 'steps' },
        // the clauses of the specification are left out, because readers of a page do not have it
        ...block.steps.map(({ text }) => h('li', {}, h('span', {}, makeReadable(text)))),
      );
    case 'figures':
      return h(
        'ul',
        { class: 'tiles' },
        ...block.figures.map(({ tone, sign, words, value }) =>
          h(
            'li',
            { class: `tile ${tone}` },
            h('strong', {}, groupDigits(value)),
            h('span', {}, `${sign === '' ? '' : `${sign} `}${words}`),
          ),
        ),
      );
    case 'bars':
      return h(
        'ol',
        { class: 'bars' },
        ...block.bars.map(bar =>
          h(
            'li',
            { class: bar.isCurrent ? 'bar current' : 'bar', 'aria-current': bar.isCurrent ? 'true' : undefined },
            h('p', { class: 'name' }, inlineElement(bar.name)),
            drawnBar(bar, `${groupDigits(block.total)} ${block.noun}`),
            h('p', { class: 'numbers quiet' }, sampleInWords(bar)),
            bar.note !== undefined && h('p', {}, inlineElement(bar.note)),
          ),
        ),
      );
    case 'stacked':
      return stackedBars(block);
    case 'sides':
      return h(
        'div',
        { class: 'sides' },
        ...block.sides.map(({ title, blocks }, i) => [
          i > 0 &&
            block.middleBadge !== undefined &&
            h(
              'div',
              { class: 'between' },
              h('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'),
              badgeOf(block.middleBadge),
            ),
          h('div', { class: 'side' }, h('h3', {}, title), ...contentOf(blocks)),
        ]),
      );
    case 'card':
      return withKey(
        'answer',
        h(
          'section',
          { class: `card ${block.tone}`, 'aria-label': makeReadable(block.label) },
          ...contentOf(block.blocks),
        ),
      );
    case 'plot':
      return chart(block.plot);
    case 'pictures':
      return h(
        'div',
        { class: 'pictures' },
        ...block.pictures.map(({ title }, i) =>
          h('div', { class: 'picture' }, h('h3', {}, makeReadable(title)), h('div', { 'data-picture': i })),
        ),
      );
    case 'drawings':
      return h('div', {}, ...block.drawings);
    case 'slot':
      return slots[block.name];
  }
}

const pieceOf = ({ text, tone, hint, words }: Piece): Child => {
  const lines = linesOf(text).join('\n');
  return tone === undefined
    ? lines
    : h(
        'span',
        { class: `piece ${tone}`, title: hint === undefined ? undefined : makeReadable(hint) },
        lines,
        words !== undefined && h('span', { class: 'beside' }, ` ${words}`),
      );
};

export function inlineElement(text: Text): Child {
  if (typeof text === 'string') return makeReadable(text);
  if (isList(text)) return text.map(inlineElement);
  if ('code' in text) return h('code', {}, makeReadable(text.code));
  if ('prose' in text)
    return text.prose
      .split('`')
      .map((part, i) => (i % 2 === 1 ? h('code', {}, makeReadable(part)) : makeReadable(part)));
  if ('strong' in text) return h('strong', {}, inlineElement(text.strong));
  if ('quiet' in text) return h('span', { class: 'quiet' }, inlineElement(text.quiet));
  if ('link' in text) return toPlace(text.to, inlineElement(text.link));
  if ('does' in text)
    return h(
      'button',
      { type: 'button', class: 'place', 'data-does': JSON.stringify(text.does) },
      inlineElement(text.text),
    );
  if ('hover' in text) return h('span', { title: makeReadable(text.hover) }, inlineElement(text.text));
  if ('places' in text) return placesOf(text);
  return badgeOf(text.badge);
}

/** A badge with a symbol and a word, so that its meaning does not depend on color. */
const badgeOf = ({ tone, sign, words, hint }: Badge): Element =>
  h(
    'span',
    { class: `badge ${tone}`, title: hint === undefined ? undefined : makeReadable(hint) },
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    makeReadable(words),
  );

/** A place as `prices.agent.json:12`. */
const placeWords = ({ uri, range }: ProtocolPlace): string =>
  `${decoded(uri.split('/').at(-1) ?? uri)}:${range.start.line + 1}`;
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A button for a place; plain text if there is none. */
const toPlace = (place: BlockPlace | null | undefined, ...content: readonly Child[]): Child =>
  place && 'uri' in place
    ? h(
        'button',
        {
          type: 'button',
          class: 'place',
          title: `Go to ${makeReadable(placeWords(place))}`,
          'data-place': JSON.stringify({ uri: place.uri, range: place.range }),
        },
        ...content,
      )
    : content;

const nameOf = (place: BlockPlace): Child =>
  toPlace(place, 'uri' in place ? makeReadable(placeWords(place)) : place.file);

function placesOf({ places, total, noun }: Extract<Text, { places: unknown }>): Child {
  if (total === 0) return h('span', { class: 'quiet' }, `no ${noun}s`);
  const [firstPlace] = places;
  if (firstPlace && total === 1) return nameOf(firstPlace);
  return fold(
    `${groupDigits(total)} ${noun}${total === 1 ? '' : 's'}`,
    h(
      'ul',
      {},
      ...places.map(place => h('li', {}, nameOf(place))),
      total > places.length && h('li', { class: 'quiet' }, `and ${groupDigits(total - places.length)} more`),
    ),
  );
}

const actsOf = (acts: readonly Act[] = []): Child =>
  acts.length > 0 &&
  h(
    'p',
    { class: 'acts' },
    ...acts.map(({ act, value, text }) =>
      h('button', { type: 'button', class: 'place', 'data-act': act, 'data-value': value }, text),
    ),
  );

/** The number of lines up to which a hunk is not folded, because the fold would be as high as the hunk. */
const MAX_UNFOLDED_LINES = 2;
const fold = (title: string, ...content: readonly Child[]): Element =>
  h('details', { class: 'fold' }, h('summary', {}, title), ...content);

function itemOf(
  { badge, liveReason, head, times, words, lines = [], blocks = [], acts, details }: Item,
  contentOf: (blocks: readonly Block[]) => readonly Child[],
): Element {
  const hasEffect = words !== undefined;
  return h(
    'li',
    { class: `item${liveReason ? ' live' : ''}${hasEffect && badge?.tone === 'bad' ? ' bad' : ''}` },
    h(
      'p',
      { class: 'subject' },
      liveReason && badgeOf({ tone: 'live', sign: '●', words: 'live', hint: `Live: ${liveReason}` }),
      !hasEffect && badge && badgeOf(badge),
      h('span', { class: 'what' }, inlineElement(head)),
      times !== undefined && times > 1 && h('span', { class: 'count' }, `×${groupDigits(times)}`),
    ),
    hasEffect && h('p', { class: 'effect' }, badge && badgeOf(badge), h('span', {}, inlineElement(words))),
    lines.map(line => h('p', { class: 'quiet' }, inlineElement(line))),
    actsOf(acts),
    ...contentOf(blocks),
    details && details.blocks.length > 0 && fold(details.title, ...contentOf(details.blocks)),
  );
}

const hunkOf = (lines: readonly string[]): Element => {
  const tones: Readonly<Record<string, string>> = { '+': 'good', '-': 'bad' };
  return h(
    'ul',
    { class: 'hunk' },
    ...lines.map(line =>
      h(
        'li',
        { class: tones[line[0]!] },
        h('code', {}, ...(line.startsWith('~') ? wordsIn(line) : [makeReadable(line)])),
      ),
    ),
  );
};

/** The parts of a line with changed words, which are marked by signs and colors. */
function wordsIn(line: string): readonly Child[] {
  const parts: Child[] = [];
  let offset = 0;
  for (const { 0: mark, 1: removedText, index } of line.matchAll(wordChanges)) {
    parts.push(
      makeReadable(line.slice(offset, index)),
      h('span', { class: removedText === undefined ? 'good' : 'bad' }, makeReadable(mark)),
    );
    offset = index + mark.length;
  }
  return [...parts, makeReadable(line.slice(offset))];
}

/** The number of rows and columns above which a table scrolls. */
const limits = { rows: 20, columns: 4 };

function tableOf({ label, columns, rows }: Extract<Block, { is: 'table' }>): Element {
  const isWide = columns.length > limits.columns,
    isScrolling = isWide || rows.length > limits.rows;
  const attributes = (i: number) => {
    const { align, isCurrent } = columns[i]!;
    return {
      class: [align === 'right' ? 'number' : '', isCurrent ? 'current' : ''].filter(Boolean).join(' ') || undefined,
    };
  };
  return h(
    'div',
    isScrolling
      ? {
          class: isWide ? 'scrolling wide' : 'scrolling',
          tabindex: 0,
          role: 'region',
          'aria-label': makeReadable(label),
        }
      : { class: 'boxed' },
    h(
      'table',
      { 'aria-label': isScrolling ? undefined : makeReadable(label) },
      columns.some(({ title }) => title !== '') &&
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            ...columns.map(({ title, isCurrent }, i) =>
              h(
                'th',
                { scope: 'col', ...attributes(i), 'aria-current': isCurrent ? 'true' : undefined },
                inlineElement(title),
              ),
            ),
          ),
        ),
      h(
        'tbody',
        {},
        ...rows.map(({ cells, isBad }) =>
          h(
            'tr',
            { class: isBad ? 'hole' : undefined },
            ...cells.map((cell, i) =>
              i === 0
                ? h('th', { scope: 'row', ...attributes(i) }, inlineElement(cell))
                : h('td', { ...attributes(i), 'data-title': plainText(columns[i]!.title) }, inlineElement(cell)),
            ),
          ),
        ),
      ),
    ),
  );
}
const plainText = (text: Text): string | undefined => (typeof text === 'string' ? makeReadable(text) : undefined);
