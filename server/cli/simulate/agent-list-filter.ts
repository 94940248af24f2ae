import { filterAgents, type Filtered } from '../../simulator/agent-filter.ts';
import { count } from '../../core/words.ts';
import { UsageError } from '../terminal/io.ts';
import { printable } from '../../printers/printable.ts';
import { paint } from '../../printers/paint.ts';
import { table } from '../../printers/table.ts';
import { assumedLines } from './assumed.ts';
import { atPointer, recordsOf, type Simulated, type Simulation } from './simulation.ts';

/** Tries a list filter on the agents of the workspace: `preflight simulate X.agent-list-filter.json`. */
export const agentListFilter: Simulation = {
  kinds: ['agent-list-filter'],
  about: 'which agents of the workspace the filter selects, and why it does or does not',
  examples: `  preflight simulate requests/voice-desks.agent-list-filter.json
`,
  options: {},
  run(simulated) {
    const { io, document, file, format, workspace } = simulated;
    const [filter, ...more] = recordsOf(simulated);
    if (!filter || more.length > 0)
      throw new UsageError(
        `${file} holds ${filter ? count(more.length + 1, 'filter') : 'no filter'}; one at a time can be tried`,
      );
    const filtered = filterAgents(filter, workspace);
    if ('because' in filtered)
      throw new UsageError(
        `${file}${atPointer(filtered.at)}: ${filtered.because}, so the filter cannot be tried; "preflight lint" says more`,
      );
    if (format === 'json') {
      const { agents, complete, assumptions } = filtered;
      const of = (selected: boolean | null): number => agents.filter(one => one.selected === selected).length;
      io.stdout.write(
        `${JSON.stringify(
          {
            version: 1,
            kind: document.kind,
            agents: agents.map(({ agent, selected, because }) => ({
              agent_id: agent.id,
              agent_name: agent.name ?? null,
              channel: agent.channel ?? null,
              selected,
              because,
            })),
            summary: {
              agents: agents.length,
              selected: of(true),
              not_selected: of(false),
              unknowable: of(null),
              complete,
            },
            assumptions,
          },
          undefined,
          2,
        )}\n`,
      );
    } else io.stdout.write(text(simulated, filtered));
    return 0;
  },
};

function text({ file, colours, io }: Simulated, { agents, complete, assumptions }: Filtered): string {
  const { bold, dim } = paint(colours);
  const selected = agents.filter(one => one.selected === true);
  const open = agents.filter(one => one.selected === null);
  const unknown = open.length > 0 ? `; ${open.length} unknown` : '';
  const words = (is: boolean | null): string => {
    if (is === null) return 'unknowable';
    return is ? 'selected' : 'not selected';
  };
  const lines = [
    `${bold(printable(file))} selects ${selected.length} of ${count(agents.length, 'agent')}${unknown}`,
    '',
  ];
  const order = [true, null, false];
  const rows = [...agents].sort((a, b) => order.indexOf(a.selected) - order.indexOf(b.selected));
  if (rows.length > 0)
    lines.push(
      table(
        rows.map(({ agent, selected: is, because }) => [
          ` ${words(is)}`,
          printable(agent.id),
          printable(agent.name ?? '(no name)'),
          agent.channel ?? '?',
          printable(because),
        ]),
        io.stdout.columns,
      ).trimEnd(),
    );
  else lines.push('  No agent is in the files.');
  if (!complete)
    lines.push(
      '',
      dim('Agents that are in no file may be selected too: "complete" in preflight.config.json does not name them.'),
    );
  lines.push(...assumedLines(assumptions, io.stdout.columns));
  return `${lines.join('\n')}\n`;
}
