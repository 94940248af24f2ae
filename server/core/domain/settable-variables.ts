import type { Cursor } from '../cursor.ts';
import { agentOf, type Place } from '../workspace/records.ts';
import { columns, keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentsAt, allHandOvers, runAround } from './swaps.ts';
import { agentOfTask } from './tasks.ts';

/**
 * Whether something in the files gives a variable a value for an agent that runs a place: its engine, any of its tags,
 * calls and tests, or an agent that hands over to it. `undefined` if something sets it, but who runs the place is not
 * known.
 */
export function isSetFor(name: string, place: Cursor, workspace: Workspace): boolean | undefined {
  if (!workspace.table(columns.setters).has(name)) return false;
  const users = agentsAround(place, workspace);
  if (!users?.length) return undefined;
  const getters = gettersOf(name, workspace);
  return getters === undefined || users.some(user => getters.has(keyOf(user)));
}

/** If it is not known which agents run a place, any setter of the name counts. */
export const canBeSet = (name: string, place: Cursor, workspace: Workspace): boolean =>
  isSetFor(name, place, workspace) !== false;

/** Those to whom the agents that set a variable hand over; the calls of more are too entangled to judge. */
const MOST_FOLLOWERS = 500;

/** The records of the agents that can get a value for a variable; `undefined` if any may. */
const gettersOf = (name: string, workspace: Workspace): ReadonlySet<string> | undefined =>
  workspace.memory.remember(gettersOf, name, () => {
    const getters = new Set<string>();
    for (const setter of workspace.table(columns.setters).get(name) ?? []) {
      const agents = agentsOfRecord(setter, workspace);
      if (agents === undefined) return undefined;
      for (const agent of agents) getters.add(keyOf(agent));
    }
    const most = getters.size + MOST_FOLLOWERS;
    // the set grows while it is read
    for (const agent of getters) {
      for (const { at } of allHandOvers(workspace).get(agent) ?? [])
        for (const next of recordsOf(at.agentId, workspace)) getters.add(keyOf(next));
      if (getters.size > most) return undefined;
    }
    return getters;
  });

/** The agents for which a record sets variables; `undefined` for a batch if the agent of a call is not known. */
const agentsOfRecord = (place: Place, workspace: Workspace): readonly Place[] | undefined =>
  workspace.memory.remember(agentsOfRecord, keyOf(place), () => {
    const record = workspace.at(place);
    if (record.recordKind !== 'batch-call') {
      // others may run the engine inside an agent's file
      const engine = record.recordKind === 'agent' ? workspace.engineOf(agentOf(record)) : undefined;
      return [...(agentsAround(record, workspace) ?? []), ...(engine ? agentsAt(engine, workspace) : [])];
    }
    const tasks = record.get('tasks').items(),
      unnamed = tasks.find(task => !task.peek('override_agent_id')),
      // those of a batch that name no agent have the same one
      shared = unnamed && agentOfTask(unnamed, workspace)?.agentId;
    if (unnamed && shared === undefined) return undefined;
    const ids = new Set(tasks.map(task => task.peek('override_agent_id') || shared));
    return [...ids].flatMap(id => (typeof id === 'string' ? recordsOf(id, workspace) : []));
  });

/** The records of the agents that run a place, or that a tag, call or test is for. */
function agentsAround(place: Cursor, workspace: Workspace): readonly Place[] | undefined {
  const task = place.within('batch-call-task'),
    test = place.within('test-case-definition'),
    id = task ? agentOfTask(task, workspace)?.agentId : place.within('agent-list-item')?.get('agent_id').string();
  if (id) return recordsOf(id, workspace);
  const engine = test && workspace.engineOf(test);
  return engine ? workspace.agentsOn(engine) : runAround(place, workspace)?.by;
}

const recordsOf = (id: string, workspace: Workspace): readonly Place[] =>
  workspace.tables.agents.get(id)?.records ?? [];
