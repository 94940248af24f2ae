import type { SimulatedOf } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../element.ts';
import { badge, entryOf, section, tableOf, toPlace } from '../parts.ts';

type Filtered = SimulatedOf<'agent-list-filter'>;

const order = [true, null, false];

function selectedBadge(selected: boolean | null): Element {
  if (selected === null) return badge('unknown', '?', 'unknown');
  return selected ? badge('published', '✓', 'yes') : badge('draft', '–', 'no');
}

export function agentListFilterSection({ result, places }: Filtered): Element {
  const { summary } = result;
  return section(
    'agents',
    'Agents under the filter',
    { count: `${summary.selected} of ${summary.agents}` },
    tableOf(
      ['Agent', 'Selected', 'Because'],
      [...result.agents]
        .sort((a, b) => order.indexOf(a.selected) - order.indexOf(b.selected))
        .map(({ agent_id: id, agent_name: name, selected, because }) =>
          keyed(
            id,
            h(
              'tr',
              {},
              h('th', { scope: 'row', title: id }, toPlace(entryOf(places, id), name ?? id)),
              h('td', {}, selectedBadge(selected)),
              h('td', {}, because),
            ),
          ),
        ),
    ),
  );
}
