import { count } from '../../core/numbers.ts';
import { isoUtc } from '../../simulator/moment.ts';
import { badge, code, section, table, words, type Block } from '../blocks.ts';
import type { AlertReplay } from '../panels/index.ts';

/** When a rule would have fired. */
export function alertBlocks({
  condition,
  series,
  problem,
  evaluations,
  undecided,
  plot,
  incidents,
}: AlertReplay): Block {
  const without = undecided > 0 ? `, ${undecided} without a figure` : '';
  const found = incidents.length === 0 ? 'no incident' : count(incidents.length, 'incident'),
    isRelative = incidents.some(({ previous }) => previous !== null);
  return section(
    'replay',
    'When the rule would have fired',
    [
      words(code(condition), 'box'),
      series === null &&
        words('Choose a series of values or call records: a CSV or JSON file with a column timestamp.', 'quiet'),
      problem !== null && words([{ badge: badge('bad', '✕', 'not replayed') }, ` ${problem}`]),
      (plot !== null || evaluations > 0) && words(`${count(evaluations, 'evaluation')}${without}; ${found}`),
      plot && { is: 'plot', plot },
      incidents.length > 0 &&
        table(
          'Incidents',
          ['triggered', 'resolved', 'lasted', 'value', ...(isRelative ? ['previous', 'change'] : [])],
          incidents.map(({ from, to, lasted, value, previous, change }) => ({
            cells: [
              isoUtc(from),
              to === null ? 'not by the end' : isoUtc(to),
              lasted ?? '–',
              value,
              ...(isRelative ? [previous ?? '–', change ?? '–'] : []),
            ],
          })),
        ),
    ],
    { count: evaluations === 0 ? undefined : found },
  );
}
