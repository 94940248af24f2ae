import { filterAgents } from '../agent-filter.ts';
import { count } from '../../core/wording.ts';
import { onlyRecord, SimulationRefused, type Answer, type Simulation } from '../simulation.ts';

/** Tries a list filter on the agents of the workspace: `preflight simulate X.agent-list-filter.json`. */
export const agentListFilter: Simulation<Answer<'agent-list-filter'>> = {
  kinds: ['agent-list-filter'],
  about: 'which agents of the workspace the filter selects, and why',
  examples: `  preflight simulate requests/voice-desks.agent-list-filter.json
`,
  options: {},
  run(request) {
    const filtered = filterAgents(onlyRecord(request, 'filter'), request.workspace);
    if ('because' in filtered)
      throw new SimulationRefused(`${filtered.because}, so the filter cannot be tried`, filtered.at);
    const { agents, complete, assumptions } = filtered;
    const of = (selected: boolean | null): number => agents.filter(one => one.selected === selected).length;
    return {
      subject: 'agent-list-filter',
      title: `${request.file} selects ${of(true)} of ${count(agents.length, 'agent')}`,
      notes: complete
        ? []
        : [
            'agents that are not in this workspace may be selected too: "complete" in preflight.config.json does not name them',
          ],
      result: {
        version: 1,
        kind: 'agent-list-filter',
        agents: agents.map(({ agent, selected, because }) => ({
          agent_id: agent.id,
          agent_name: agent.name ?? null,
          channel: agent.channel ?? null,
          selected,
          because,
        })),
        summary: { agents: agents.length, selected: of(true), not_selected: of(false), unknowable: of(null), complete },
        assumptions,
      },
    };
  },
};
