import {
  count,
  type MatrixCell,
  type VariableMatrix,
  type VariableRow,
  type VariableSourceName,
  type VariablesView,
} from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Child, type Element } from '../element.ts';
import { badge, liveBadge, placesFold, scrolling, section, tableOf, toPlace } from '../parts.ts';

const sources: Readonly<Record<VariableSourceName, readonly [kind: string, sign: string]>> = {
  call: ['changed', '☎'],
  tag: ['published', '#'],
  'engine default': ['plain', '≡'],
  system: ['unknown', '⚙'],
  conversation: ['unknown', '…'],
  unknowable: ['unknown', '?'],
  unset: ['missing', '✕'],
};

/** Shown if there is no value. */
const without: Readonly<Partial<Record<VariableSourceName, string>>> = {
  system: 'set by the platform',
  conversation: 'set in the call',
  unset: 'read out as a placeholder',
  unknowable: 'unknown',
};

export function variablesSection({ rows, open }: VariablesView): Element | null {
  if (rows.length === 0 && open === null) return null;
  const unset = rows.filter(({ source, useCount }) => source === 'unset' && useCount > 0).length;
  return section(
    'variables',
    'Variables',
    { count: unset > 0 ? `${rows.length}, ${unset} unset` : String(rows.length) },
    open !== null && h('p', { class: 'because' }, `Not complete: ${open}.`),
    rows.length > 0 &&
      h(
        'div',
        { class: 'boxed' },
        tableOf(['Variable', 'Value', 'Used'], [...rows].sort(byUrgency).map(variableRow), { class: 'variable-table' }),
      ),
  );
}

function urgency({ source, useCount }: VariableRow): number {
  if (source === 'unset' && useCount > 0) return 0;
  if (source === 'unknowable') return 1;
  return useCount > 0 ? 2 : 3;
}
const byUrgency = (a: VariableRow, b: VariableRow): number => urgency(a) - urgency(b);

/** A value, or in a muted color the reason why there is none. */
function valueOr(words: string, value: string | null): Child {
  const quiet = value === null ? words : 'empty';
  return value === null || value === '' ? h('span', { class: 'quiet' }, quiet) : value;
}

function variableRow({ name, value, source, words, uses, useCount }: VariableRow): Element {
  const [kind, sign] = sources[source];
  return keyed(
    name,
    h(
      'tr',
      { class: source === 'unset' && useCount > 0 ? 'hole' : undefined },
      h('th', { scope: 'row', title: words }, h('code', {}, name), h('div', {}, badge(kind, sign, source))),
      h('td', { class: 'value', title: value ?? undefined }, valueOr(without[source] ?? '—', value)),
      h('td', { class: 'uses' }, placesFold(uses, useCount, 'use')),
    ),
  );
}

/** Every variable under every tag. Head and names stay visible while scrolling. */
export function matrixSection({ columns, rows, holes }: VariableMatrix): Element | null {
  if (columns.length === 0 || rows.length === 0) return null;
  return section(
    'matrix',
    'Every tag',
    { count: holes === 0 ? 'no holes' : count(holes, 'hole') },
    holes > 0 &&
      h(
        'p',
        { class: 'because' },
        badge('missing', '✕', 'hole'),
        ' The prompt uses the variable and nothing sets it, so the placeholder is read out.',
      ),
    scrolling(
      'scrolling matrix',
      'Variables under every tag',
      h(
        'table',
        {},
        h(
          'thead',
          {},
          h(
            'tr',
            {},
            h('th', { scope: 'col', class: 'corner' }, 'Variable'),
            columns.map(column =>
              h(
                'th',
                {
                  scope: 'col',
                  class: column.current ? 'current' : undefined,
                  'aria-current': column.current ? 'true' : undefined,
                },
                h(
                  'span',
                  { class: 'tag' },
                  toPlace(column.place, column.label),
                  liveBadge(column.live ? 'callers are served by this tag' : null),
                ),
                h('small', {}, columnWords(column)),
                column.open !== null && h('small', { class: 'quiet', title: column.open }, 'not complete'),
              ),
            ),
          ),
        ),
        h(
          'tbody',
          {},
          rows.map(({ name, cells }) =>
            keyed(
              name,
              h(
                'tr',
                {},
                h('th', { scope: 'row' }, h('code', {}, name)),
                cells.map((cell, i) => cellOf(cell, columns[i]?.current === true)),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

function columnWords({ version, outcome, holes, current }: VariableMatrix['columns'][number]): string {
  const unknown = outcome === 'missing' ? 'no version' : 'unknown version';
  const where = version !== null ? `v${version}` : unknown;
  return [where, holes > 0 ? count(holes, 'hole') : '', current ? 'shown' : ''].filter(Boolean).join(' · ');
}

function cellOf({ state, source, value, used }: MatrixCell, isCurrent: boolean): Element {
  const contents: Readonly<Record<MatrixCell['state'], () => Child>> = {
    hole: () => badge('missing', '✕', 'hole'),
    set: () => [h('span', { class: 'sign good', 'aria-hidden': 'true' }, '✓'), valueOr('set', value)],
    later: () => h('span', { class: 'quiet' }, source === 'conversation' ? '… in the call' : '⚙ platform'),
    unused: () => h('span', { class: 'quiet', title: 'neither used nor set' }, '–'),
    unknowable: () => h('span', { class: 'quiet' }, '? unknown'),
  };
  const title =
    state === 'set' ? [value ?? '', `by the ${source}`, used ? '' : 'not used'].filter(Boolean).join(', ') : undefined;
  return h(
    'td',
    { class: [`cell-${state}`, isCurrent ? 'current' : '', used ? '' : 'idle'].filter(Boolean).join(' '), title },
    contents[state](),
  );
}
