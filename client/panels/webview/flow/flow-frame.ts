import { severities, type FlowFinding, type FlowLayout } from '../../../../server/lsp/protocol.ts';
import { h, withKey, type Attributes, type Element } from '../../../../server/view/element.ts';
import { pinSign, pinWords } from '../frame.ts';
import { outlineOf, type Family } from '../../../../server/view/flow/node-shapes.ts';
import type { FlowData } from './flow-messages.ts';
import { findingInWords, flowInWords, wholeFindings } from '../../../../server/view/flow/flow-words.ts';
import { printable } from '../../../../server/view/flow/flow-text.ts';

interface FrameData {
  readonly picture: NonNullable<FlowData['picture']> | undefined;
  /** The reason why there is no picture. */
  readonly words: string;
  readonly isPinned: boolean;
  readonly isListed: boolean;
  /** The graph; null without a picture. */
  readonly drawing: Element | null;
  readonly outline: Element | null;
  readonly details: Element | null;
  readonly map: Element | null;
  readonly way: FlowLayout['way'];
  readonly isOld: boolean;
  readonly search: SearchState;
}

/** The search and the filters, which are the second row of the toolbar. */
interface SearchState {
  readonly query: string;
  /** The position among the matches, such as `2 of 7`; empty without a query. */
  readonly count: string;
  readonly kinds: readonly Family[];
  readonly kind: Family | null;
  /** The reason why only a part is shown, or the next click to make; empty if neither applies. */
  readonly onlyText: string;
  /** Whether a node is selected, so that the paths from it can be shown. */
  readonly hasSelection: boolean;
}

const icons = {
  back: 'M9.5 3L4.5 8l5 5',
  smaller: 'M3 8h10',
  larger: 'M3 8h10M8 3v10',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  list: 'M6 4h8M6 8h8M6 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  pin: pinSign,
  export: 'M8 2v8M4.5 6.5L8 10l3.5-3.5M2.5 13.5h11',
  from: 'M3 3h4v3H3zM5 6v3h7M10 7l2 2-2 2M3 12.5h2',
  ways: 'M2.5 2.5h3v3h-3zM10.5 10.5h3v3h-3zM4 5.5v3h8v2M6 4h6v4.5',
  all: 'M4 4l8 8M12 4l-8 8',
} as const;
const kinds: Readonly<Record<Family, string>> = {
  talk: 'Conversations',
  choice: 'Branches',
  work: 'Functions and code',
  leave: 'Transfers and swaps',
  input: 'Keys and messages',
  part: 'Components',
  end: 'Ends',
  start: 'Start',
  gone: 'Missing nodes',
};
const button = (act: keyof typeof icons, words: string, attributes: Attributes = {}): Element =>
  withKey(
    act,
    h(
      'button',
      { type: 'button', class: 'tool', 'data-act': act, title: words, 'aria-label': words, ...attributes },
      h('svg', { viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h('path', { d: icons[act] })),
    ),
  );

/** The whole page: the title, buttons, notices, the graph, and beside the graph its outline and the selected node. */
export function flowFrame({
  picture,
  words,
  isPinned,
  isListed,
  drawing,
  outline,
  details,
  map,
  way,
  isOld,
  search,
}: FrameData): Element[] {
  const parts = picture?.parts ?? [],
    isInside = parts.length > 0 && !parts[0]!.isShown,
    isEmpty = picture === undefined;
  return [
    withKey(
      'tools',
      h(
        'header',
        { class: 'tools', role: 'toolbar', 'aria-label': 'Flow' },
        h(
          'div',
          { class: 'group parts' },
          isInside && button('back', `Back to ${printable(parts[0]!.title)}`),
          withKey(
            'part',
            h(
              'select',
              { 'data-act': 'part', 'aria-label': 'Flow or component', disabled: parts.length < 2, hidden: isEmpty },
              parts.map(({ title, component, isShown }, i) =>
                withKey(
                  `${i} ${component}`,
                  h('option', { value: i, selected: isShown }, printable(component === null ? title : `↳ ${title}`)),
                ),
              ),
            ),
          ),
        ),
        h(
          'div',
          { class: 'group' },
          button('smaller', 'Zoom out (−)', { disabled: isEmpty }),
          h(
            'button',
            {
              type: 'button',
              class: 'tool percent',
              id: 'percent',
              'data-act': 'whole',
              title: 'Zoom to 100 % (0)',
              'aria-label': 'Zoom to 100 %',
              disabled: isEmpty,
            },
            '100 %',
          ),
          button('larger', 'Zoom in (+)', { disabled: isEmpty }),
          button('fit', 'Fit into the panel (F)', { disabled: isEmpty }),
        ),
        h(
          'div',
          { class: 'group ways', role: 'group', 'aria-label': 'Layout' },
          wayButton('placed', 'Dashboard', way, picture),
          wayButton('tidy', 'Tidy', way, picture),
        ),
        h(
          'div',
          { class: 'group' },
          button('list', 'Show as a list', { 'aria-pressed': String(isListed), disabled: isEmpty }),
          button('pin', pinWords, { 'aria-pressed': String(isPinned) }),
          button('export', 'Export as SVG', { disabled: isEmpty }),
        ),
      ),
    ),
    withKey('find', findRow(search, isEmpty)),
    withKey('notes', notesRow(notesOf(picture, isOld))),
    withKey(
      'stage',
      h(
        'section',
        { class: `stage${isListed || details !== null ? ' listed' : ''}${isOld ? ' old' : ''}`, hidden: isEmpty },
        h(
          'div',
          {
            id: 'canvas',
            class: 'canvas',
            role: 'application',
            'aria-roledescription': 'graph',
            tabindex: 0,
            'aria-label': picture ? printable(flowInWords(picture.flow)) : 'Flow',
            'aria-keyshortcuts': 'n p Enter o + - 0 f t / ArrowUp ArrowDown ArrowLeft ArrowRight Escape',
          },
          drawing,
        ),
        map,
        h('div', { id: 'outline', class: 'outline', hidden: !isListed }, outline),
        // the key makes this a new element for each node, so that its scroll position is the top
        withKey(
          `at ${details?.key}`,
          h('div', { id: 'details', class: 'outline details', hidden: details === null }, details),
        ),
      ),
    ),
    withKey('empty', h('p', { class: 'empty', hidden: !isEmpty }, words)),
  ];
}

interface Note {
  readonly kind: string;
  readonly words: string;
}

/** The notices above the graph, most important first. */
const notesOf = (picture: FrameData['picture'], isOld: boolean): readonly Note[] => [
  ...(isOld ? [{ kind: 'note', words: 'The text cannot be parsed at the moment; this is the last valid flow.' }] : []),
  ...[...tally(worstFirst(picture ? wholeFindings(picture.flow) : []))].map(([words, { severity, times }]) => ({
    kind: `finding ${severity}`,
    words: printable(times > 1 ? `${words}, ${times} times` : words),
  })),
  ...(picture?.flow.notes ?? []).map(note => ({ kind: 'note', words: printable(note) })),
];

/** The first notice on one line, which can be unfolded to all notices in full. */
const notesRow = ([firstNote, ...otherNotes]: readonly Note[]): Element =>
  h(
    'details',
    { class: 'notes', hidden: firstNote === undefined, 'aria-label': 'Notes' },
    h(
      'summary',
      { title: firstNote?.words },
      h('span', { class: firstNote?.kind }, firstNote?.words ?? ''),
      otherNotes.length > 0 && [' ', h('span', { class: 'more' }, `and ${otherNotes.length} more`)],
    ),
    h('ul', {}, ...otherNotes.map(({ kind, words }) => h('li', { class: kind }, words))),
  );

const wayButton = (
  targetLayout: FlowLayout['way'],
  name: string,
  way: FlowLayout['way'],
  picture: FrameData['picture'],
): Element => {
  const isAvailable = picture?.flow.layouts.some(layout => layout.way === targetLayout) ?? false,
    words = {
      placed: isAvailable ? 'As in the dashboard (T)' : 'Most nodes have no display_position',
      tidy: 'In layers, from the start downward (T)',
    }[targetLayout];
  return h(
    'button',
    {
      type: 'button',
      class: 'tool words',
      'data-act': 'way',
      'data-way': targetLayout,
      title: words,
      'aria-pressed': String(way === targetLayout && isAvailable),
      disabled: !isAvailable,
    },
    name,
  );
};

const findRow = (
  { query, count, kinds: shownKinds, kind, onlyText, hasSelection }: SearchState,
  isHidden: boolean,
): Element =>
  h(
    'div',
    { class: 'tools find', role: 'search', hidden: isHidden },
    h('input', {
      id: 'query',
      type: 'text',
      value: query,
      placeholder: 'Find by name, id, text, tool, number (/)',
      'aria-label': 'Find nodes',
      autocomplete: 'off',
      spellcheck: 'false',
    }),
    h('span', { class: 'count', 'aria-live': 'polite' }, count),
    h(
      'div',
      { class: 'group', role: 'group', 'aria-label': 'Kinds of nodes' },
      shownKinds.map(family => kindButton(family, kind)),
    ),
    h(
      'div',
      { class: 'group' },
      button('from', 'Only nodes reached from here', { disabled: !hasSelection }),
      button('ways', 'Only the paths from here to another node', { disabled: !hasSelection }),
      button('all', 'Show everything (Escape)', { hidden: onlyText === '' && kind === null }),
    ),
    h('span', { class: 'only', role: 'status' }, printable(onlyText)),
  );

/** An entry of the legend, drawn like a kind of nodes. When it is pressed, only nodes of this kind are shown. */
const kindButton = (family: Family, kind: Family | null): Element => {
  const { outline, inner } = outlineOf(family, { x: 32, y: 20, width: 60, height: 36 }),
    words = `Only ${kinds[family].toLowerCase()}`;
  return withKey(
    family,
    h(
      'button',
      {
        type: 'button',
        class: `tool kind ${family}`,
        'data-act': 'kind',
        'data-kind': family,
        title: words,
        'aria-label': words,
        'aria-pressed': String(family === kind),
      },
      h(
        'svg',
        { viewBox: '0 0 64 40', 'aria-hidden': 'true' },
        h('path', { class: 'box', d: outline }),
        inner !== '' && h('path', { class: 'inner', d: inner }),
      ),
      h('span', {}, kinds[family]),
    ),
  );
};

/** Findings grouped by message, because many places often have the same message. */
function tally(findings: readonly FlowFinding[]): ReadonlyMap<string, { severity: string; times: number }> {
  const tallies = new Map<string, { severity: string; times: number }>();
  for (const finding of findings) {
    const words = findingInWords(finding),
      { times } = tallies.get(words) ?? { times: 0 };
    tallies.set(words, { severity: finding.severity, times: times + 1 });
  }
  return tallies;
}

const worstFirst = (findings: readonly FlowFinding[]): readonly FlowFinding[] =>
  severities.flatMap(severity => findings.filter(finding => finding.severity === severity));
