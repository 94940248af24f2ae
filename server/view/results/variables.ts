import { count } from '../../core/numbers.ts';
import {
  badge,
  code,
  link,
  liveBadge,
  quiet,
  section,
  table,
  words,
  type Badge,
  type Block,
  type Text,
} from '../blocks.ts';
import type { MatrixCell, VariableMatrix, VariableRow, VariableSourceName, VariablesView } from '../panels/index.ts';

const sources: Readonly<Record<VariableSourceName, Badge>> = {
  call: badge('changed', '☎', 'call'),
  tag: badge('good', '#', 'tag'),
  'engine default': badge('plain', '≡', 'engine default'),
  system: badge('plain', '⚙', 'system'),
  conversation: badge('plain', '…', 'conversation'),
  unknowable: badge('open', '?', 'unknowable'),
  unset: badge('bad', '✕', 'unset'),
};
/** Shown if there is no value. */
const without: Readonly<Partial<Record<VariableSourceName, string>>> = {
  system: 'set by the platform',
  conversation: 'set in the call',
  unset: 'read out as a placeholder',
  unknowable: 'unknown',
};
const hole = badge('bad', '✕', 'hole');

/** The variables of a version, what needs attention first. */
export function variablesBlock({ rows, open }: VariablesView): Block | false {
  if (rows.length === 0 && open === null) return false;
  const isHole = ({ source, useCount }: VariableRow): boolean => source === 'unset' && useCount > 0,
    unset = rows.filter(isHole).length;
  return section(
    'variables',
    'Variables',
    [
      open !== null && words(`Not complete: ${open}.`, 'note'),
      rows.length > 0 &&
        table(
          'Variables',
          ['Variable', 'Value', 'Used'],
          [...rows]
            .sort((a, b) => urgency(a) - urgency(b))
            .map(row => ({
              cells: [
                { hover: row.words, text: [code(row.name), ' ', { badge: sources[row.source] }] },
                valueOr(without[row.source] ?? '—', row.value),
                { places: row.uses, total: row.useCount, noun: 'use' },
              ],
              isBad: isHole(row),
            })),
        ),
    ],
    { count: unset > 0 ? `${rows.length}, ${unset} unset` : String(rows.length) },
  );
}

function urgency({ source, useCount }: VariableRow): number {
  if (source === 'unset' && useCount > 0) return 0;
  if (source === 'unknowable') return 1;
  return useCount > 0 ? 2 : 3;
}

/** A value, or the reason why there is none. */
const valueOr = (reason: string, value: string | null): Text => value || quiet(value === null ? reason : 'empty');

/** Every variable under every tag. */
export function matrixBlock({ columns, rows, holes }: VariableMatrix): Block | false {
  if (columns.length === 0 || rows.length === 0) return false;
  return section(
    'matrix',
    'Every tag',
    [
      holes > 0 &&
        words([{ badge: hole }, ' The prompt uses the variable and nothing sets it, so the placeholder is read out.']),
      table(
        'Variables under every tag',
        [{ title: 'Variable' }, ...columns.map(column => ({ title: columnTitle(column), isCurrent: column.current }))],
        rows.map(({ name, cells }) => ({ cells: [code(name), ...cells.map(cellText)] })),
      ),
    ],
    { count: holes === 0 ? 'no holes' : count(holes, 'hole') },
  );
}

function columnTitle({
  label,
  place,
  live,
  version,
  outcome,
  holes,
  current,
  open,
}: VariableMatrix['columns'][number]): Text {
  const unknown = outcome === 'missing' ? 'no version' : 'unknown version';
  const about = [
    version === null ? unknown : `v${version}`,
    holes > 0 ? count(holes, 'hole') : '',
    current ? 'shown' : '',
  ];
  return [
    link(label, place),
    live ? [' ', { badge: liveBadge('callers are served by this tag') }] : '',
    ' ',
    quiet(about.filter(part => part !== '').join(' · ')),
    open === null ? '' : [' ', { hover: open, text: quiet('not complete') }],
  ];
}

function cellText({ state, source, value, used }: MatrixCell): Text {
  switch (state) {
    case 'hole':
      return { badge: hole };
    case 'set':
      return {
        hover: [value ?? '', `by the ${source}`, used ? '' : 'not used'].filter(part => part !== '').join(', '),
        text: used ? valueOr('set', value) : quiet(valueOr('set', value)),
      };
    case 'later':
      return quiet(source === 'conversation' ? '… in the call' : '⚙ platform');
    case 'unused':
      return quiet({ hover: 'neither used nor set', text: '–' });
    case 'unknowable':
      return quiet('? unknown');
  }
}
