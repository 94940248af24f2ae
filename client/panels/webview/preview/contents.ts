import type { ContentsWords, ProtocolPlace, ShownPlan } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { liveBadge, section, toPlace } from '../parts.ts';

/** What is said or done differently under the same version number; null if nothing. */
export const contentsSection = (key: string, { contents, places }: Pick<ShownPlan, 'contents' | 'places'>): Child =>
  contents.length > 0 &&
  section(
    key,
    'What live versions say or do differently',
    { count: String(contents.reduce((sum, { rows }) => sum + rows.length, 0)) },
    h(
      'ol',
      { class: 'changes', 'aria-label': 'Contents that change under the same version number' },
      contents.map((record, i) => recordItem(record, places, `${key}-${i}`)),
    ),
  );

const recordItem = (
  { title, reach, isLive, file, rows }: ContentsWords,
  places: ShownPlan['places'],
  key: string,
): Element =>
  keyed(
    key,
    h(
      'li',
      { class: `change${isLive ? ' live' : ''}` },
      h('p', { class: 'subject' }, liveBadge(isLive ? 'callers hear this' : null), title),
      h('p', { class: 'quiet' }, reach),
      h(
        'ul',
        { class: 'variables' },
        rows.map(row => rowItem(row, places[`${file}#${row.pointer}`])),
      ),
    ),
  );

const rowItem = ({ pointer, words, hunk }: ContentsWords['rows'][number], place: ProtocolPlace | undefined): Element =>
  h(
    'li',
    {},
    toPlace(place, h('code', {}, pointer)),
    ' ',
    words,
    hunk.length > 0 &&
      h(
        'details',
        { class: 'fold' },
        h('summary', {}, 'what changes'),
        h('ul', { class: 'plain' }, hunk.map(hunkLine)),
      ),
  );

const hunkLine = (line: string): Element => h('li', {}, h('code', {}, line));
