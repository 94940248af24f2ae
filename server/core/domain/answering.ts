import type { Workspace } from '../workspace/workspace.ts';
import { columns } from '../workspace/tables.ts';
import { asE164 } from './phone-numbers.ts';

/** The ids of the agents that answer calls to a number, each once, the first ones first. */
export function answeringAgents(number: string, workspace: Workspace): readonly string[] {
  const numbers = workspace.table(columns.phoneNumbers),
    records = numbers.get(number) ?? numbers.get(asE164(number)?.number ?? '') ?? [];
  const arms = records.flatMap(record => record.arms).filter(({ list }) => list === 'inbound_agents');
  return [...new Set(arms.map(({ agentId }) => agentId))];
}

/** What an agent is called, for people. */
export const nameOfAgent = (id: string, workspace: Workspace): string => workspace.agent(id)?.name || id;
