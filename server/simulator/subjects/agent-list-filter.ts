import type { Cursor } from '../../core/cursor.ts';
import type { SimulateAgentListFilter } from '../../core/generated/outputs.js';
import { count } from '../../core/wording.ts';
import type { Agent } from '../../core/workspace/agents.ts';
import type { Assumption } from '../../core/workspace/assumptions.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { onlyRecord, SimulationRefused, withheld, type Answer, type Simulation } from '../simulation.ts';

/** Tries a list filter on the agents of the workspace: `preflight simulate X.agent-list-filter.json`. */
export const agentListFilter: Simulation<Answer<'agent-list-filter'>> = {
  kinds: ['agent-list-filter'],
  about: 'which agents of the workspace the filter selects, and why',
  examples: `  preflight simulate requests/voice-desks.agent-list-filter.json
`,
  options: {},
  run(request) {
    const filterResult = filterAgents(onlyRecord(request, 'filter'), request.workspace);
    if ('because' in filterResult)
      throw new SimulationRefused(`${filterResult.because}, so the filter cannot be tried`, filterResult.at);
    const { agents, complete, assumptions } = filterResult;
    const countOf = (selection: boolean | null): number =>
      agents.filter(filter => filter.selected === selection).length;
    return {
      subject: 'agent-list-filter',
      title: `${request.file} selects ${countOf(true)} of ${count(agents.length, 'agent')}`,
      notes: complete
        ? []
        : [
            'agents that are not in this workspace may be selected too: "complete" in preflight.config.json does not name them',
          ],
      result: {
        version: 1,
        kind: 'agent-list-filter',
        agents,
        summary: {
          agents: agents.length,
          selected: countOf(true),
          not_selected: countOf(false),
          unknowable: countOf(null),
          complete,
        },
        assumptions,
      },
    };
  },
};

type FilteredAgent = SimulateAgentListFilter['agents'][number];
interface FilteredAgents {
  /** The selected and rejected agents, by id. */
  readonly agents: readonly FilteredAgent[];
  /** Whether every agent is in this workspace, so that no other agent can be selected. */
  readonly complete: boolean;
  readonly assumptions: readonly Assumption[];
}

/** The result of a condition: whether it holds, or null if that is unknown, and the reason. */
interface Condition {
  readonly value: boolean | null;
  readonly because: string;
}

/**
 * Tries a place of shape `agent-list-filter` on every agent of the workspace. Spec: Agent list item and list filter.
 */
export function filterAgents(
  filter: Cursor,
  workspace: Workspace,
): FilteredAgents | { readonly at: Cursor; readonly because: string } {
  const channel = filter.get('channel'),
    query = filter.get('query');
  const isSet = channel.exists && !channel.isNull,
    value = channel.get('value').string();
  if (!filter.isObject) return { at: filter, because: 'a filter is an object' };
  if (isSet && channel.get('op').exists && channel.get('op').value !== 'eq')
    return { at: channel.get('op'), because: 'the channel can only be compared with "eq"' };
  if (isSet && value !== 'voice' && value !== 'chat')
    return { at: channel.get('value'), because: 'a channel is "voice" or "chat"' };
  if (query.exists && !query.isNull && query.string() === undefined)
    return { at: query, because: 'query: expected a string' };
  const refusal = withheld(['query-in-any-case'], workspace);
  const agents = [...workspace.agents.values()]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((agent): FilteredAgent => {
      const answers = [
        ...(isSet ? [ofChannel(agent, value!)] : []),
        ...(query.string() ? [ofQuery(agent, query.string()!, refusal)] : []),
      ];
      // a single failed condition decides, even if other conditions are unknown
      const decisive = answers.find(({ value }) => value === false) ?? answers.find(({ value }) => value === null);
      const agentCount =
        answers.length === 0 ? 'the filter has no condition' : answers.map(({ because }) => because).join(', ');
      return {
        agent_id: agent.id,
        agent_name: agent.name ?? null,
        channel: agent.channel ?? null,
        selected: decisive ? decisive.value : true,
        because: decisive ? decisive.because : agentCount,
      };
    });
  return {
    agents,
    complete: workspace.isComplete('agent', 'agent-list'),
    assumptions: query.string() && refusal === undefined ? ['query-in-any-case'] : [],
  };
}

function ofChannel({ channel }: Agent, value: string): Condition {
  if (channel === undefined) return { value: null, because: 'its channel is not known' };
  return {
    value: channel === value,
    because: channel === value ? `its channel is ${channel}` : `its channel is ${channel}, not ${value}`,
  };
}

/**
 * The result of a query for an agent.
 * @param refusal the reason why it is unknown whether an id in a different case matches
 */
function ofQuery({ id, name }: Agent, query: string, refusal: string | undefined): Condition {
  const text = query.toLowerCase(),
    quotedQuery = JSON.stringify(query);
  if (name !== undefined && name.toLowerCase().includes(text))
    return { value: true, because: `its name contains ${quotedQuery}` };
  if (id.includes(query) || (refusal === undefined && id.toLowerCase().includes(text)))
    return { value: true, because: `its id contains ${quotedQuery}` };
  if (id.toLowerCase().includes(text))
    return {
      value: null,
      because: `its id contains ${quotedQuery} in another case, and whether that counts ${refusal}`,
    };
  if (name === undefined)
    return { value: null, because: `its id does not contain ${quotedQuery}, and its name is not known` };
  return { value: false, because: `neither its name nor its id contains ${quotedQuery}` };
}
