import type { Cursor } from '../cursor.ts';
import { agentName } from '../workspace/names.ts';
import { clipped } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { columns } from '../workspace/tables.ts';
import { asE164 } from './phone-numbers.ts';

/** The ids of the agents that answer calls to a number, without duplicates, in the order of the list of the number. */
export function answeringAgents(number: string, workspace: Workspace): readonly string[] {
  const numbers = workspace.table(columns.phoneNumbers),
    records = numbers.get(number) ?? numbers.get(asE164(number)?.number ?? '') ?? [];
  const arms = records.flatMap(record => record.arms).filter(({ list }) => list === 'inbound_agents');
  return [...new Set(arms.map(({ agentId }) => agentId))];
}

/** The name of the agent of a record, found by its id. Without an id, the name in the record; empty without a name. */
export function nameOfRecord(agent: Cursor, workspace: Workspace): string {
  const id = agent.get('agent_id').string();
  return id ? agentName(id, workspace) : clipped(agent.get('agent_name').string() ?? '');
}
