import type { Cursor } from '../cursor.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Which agent makes the call of a task, and which version of it is asked for. */
export interface TaskAgent {
  readonly agentId: string;
  /** null: the file gives none. */
  readonly reference: string | number | null;
  /** `task`: named by the task; `number`: the only outbound agent of the number that the batch calls from. */
  readonly from: 'task' | 'number';
  /** The place that names the agent. */
  readonly at: Cursor;
}

/**
 * The agent of a place of shape `batch-call-task`: the one that it names, else that of `from_number`, if the number's record is in the
 * workspace and has exactly one outbound agent (several are a lottery).
 */
export function agentOfTask(task: Cursor, workspace: Workspace): TaskAgent | undefined {
  const id = task.get('override_agent_id'), version = referenceIn(task.get('override_agent_version'));
  if (id.string()) return { agentId: id.string()!, reference: version, from: 'task', at: id };
  const number = task.within('batch-call')?.get('from_number').string();
  const records = number === undefined ? [] : workspace.phoneNumbers.get(number) ?? [];
  const arms = records.length === 1 ? records[0]!.get('outbound_agents').items() : [];
  const agentId = arms.length === 1 ? arms[0]!.get('agent_id').string() : undefined;
  return agentId ? { agentId, reference: version ?? referenceIn(arms[0]!.get('agent_version')), from: 'number', at: arms[0]!.get('agent_id') } : undefined;
}

const referenceIn = ({ value }: Cursor): string | number | null => (typeof value === 'string' || typeof value === 'number' ? value : null);

/** The place that says which kind of engine an agent runs on: the version's own, or any where all of its records agree. */
export function engineOfVersion(agentId: string, reference: string | number | null, workspace: Workspace): Cursor | undefined {
  const agent = workspace.agent(agentId);
  const engineType = (record: Cursor): Cursor => record.get('response_engine').get('type');
  const { version } = workspace.resolve(agentId, reference);
  const exact = version === null ? [] : agent?.versions.get(version)?.sources.map(engineType).filter(type => type.string()) ?? [];
  if (exact[0]) return exact[0];
  const all = agent?.records.map(engineType) ?? [];
  return all.length > 0 && all.every(type => type.string() && type.value === all[0]!.value) ? all[0] : undefined;
}
