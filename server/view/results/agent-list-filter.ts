import { badge, code, link, section, table, words, type Badge, type Block } from '../blocks.ts';
import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import type { PanelGuide } from './asked.ts';

const order = [true, null, false];
const states: readonly Badge[] = [
  badge('good', '✓', 'selected'),
  badge('open', '?', 'unknown', { spokenWords: 'unknowable' }),
  badge('plain', '–', 'not selected'),
];

export const agentListFilterBlocks = (
  results: readonly SubjectAnswers['agent-list-filter'][],
  { guide, nameOf }: PanelGuide,
): readonly Block[] =>
  results.map(({ result: { agents, summary } }) => {
    const unknownText = summary.unknowable > 0 ? `, ${summary.unknowable} unknown` : '';
    return section(
      'agents',
      'Agents under the filter',
      [
        agents.length === 0
          ? words('There are no agents in this workspace.')
          : table(
              'Agents under the filter',
              ['Agent', 'Selected', 'Channel', 'Because'],
              [...agents]
                .sort((a, b) => order.indexOf(a.selected) - order.indexOf(b.selected))
                .map(({ agent_id: id, agent_name: name, selected, channel, because }) => ({
                  cells: [
                    link(name === null ? code(id) : nameOf(id), guide?.agent(id)),
                    { badge: states[order.indexOf(selected)]! },
                    channel ?? '?',
                    because,
                  ],
                })),
            ),
      ],
      { count: `${summary.selected} of ${summary.agents}${unknownText}` },
    );
  });
