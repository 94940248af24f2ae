import type { Cursor } from '../cursor.ts';
import { agentName } from '../workspace/names.ts';
import { clipped } from '../wording.ts';
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

/** The name of a record's agent; without an id, the name in the record itself. '' if it has neither. */
export function nameOfRecord(agent: Cursor, workspace: Workspace): string {
  const id = agent.get('agent_id').string();
  return id ? agentName(id, workspace) : clipped(agent.get('agent_name').string() ?? '');
}
