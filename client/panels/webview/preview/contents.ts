import type { ContentsView } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { liveBadge, section, toPlace } from '../parts.ts';

/** What is said or done differently under the same version number; null if nothing. */
export const contentsSection = (key: string, contents: readonly ContentsView[]): Element | null =>
  contents.length === 0
    ? null
    : section(
        key,
        'What live versions say or do differently',
        { count: String(contents.reduce((sum, { rows }) => sum + rows.length, 0)) },
        h(
          'ol',
          { class: 'changes', 'aria-label': 'Contents that change under the same version number' },
          contents.map((record, i) => recordItem(record, `${key}-${i}`)),
        ),
      );

const recordItem = ({ title, reach, live, rows }: ContentsView, key: string): Element =>
  keyed(
    key,
    h(
      'li',
      { class: `change${live ? ' live' : ''}` },
      h('p', { class: 'subject' }, liveBadge(live ? 'callers hear this' : null), title),
      h('p', { class: 'quiet' }, reach),
      h('ul', { class: 'variables' }, rows.map(rowItem)),
    ),
  );

const rowItem = ({ pointer, words, hunk, place }: ContentsView['rows'][number]): Element =>
  h(
    'li',
    {},
    toPlace(place, h('code', {}, pointer)),
    ' ',
    words,
    hunk.length === 0
      ? null
      : h(
          'details',
          { class: 'fold' },
          h('summary', {}, 'what changes'),
          h('ul', { class: 'plain' }, hunk.map(hunkLine)),
        ),
  );

const hunkLine = (line: string): Element => h('li', {}, h('code', {}, line));
