import type { SubjectAnswers } from '../../simulator/subjects/index.ts';
import { printable } from '../printable.ts';
import { table } from '../table.ts';
import { assumedLines, sentence, type Shown } from './simulation.ts';

const order = [true, null, false];
const words = ['selected', 'unknowable', 'not selected'];

export function agentListFilterText(
  { title, result, notes }: SubjectAnswers['agent-list-filter'],
  shown: Shown,
): string {
  const { agents, summary, assumptions } = result,
    { bold, dim } = shown.paint;
  const unknown = summary.unknowable > 0 ? `; ${summary.unknowable} unknown` : '';
  const rows = [...agents].sort((a, b) => order.indexOf(a.selected) - order.indexOf(b.selected));
  return `${[
    `${bold(printable(title))}${unknown}`,
    '',
    agents.length === 0
      ? '  There are no agents in this workspace.'
      : table(
          rows.map(({ agent_id: id, agent_name: name, channel, selected, because }) => [
            ` ${words[order.indexOf(selected)]}`,
            printable(id),
            printable(name ?? '(no name)'),
            channel ?? '?',
            printable(because),
          ]),
          shown.columns,
        ).trimEnd(),
    ...notes.flatMap(note => ['', dim(sentence(note))]),
    ...assumedLines(assumptions, shown.columns),
  ].join('\n')}\n`;
}
