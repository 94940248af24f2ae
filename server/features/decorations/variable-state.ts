import type { Cursor } from '../../core/cursor.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { agentOfTask, recordOf } from '../../core/domain/tasks.ts';
import { isSystemVariable } from '../../core/domain/templates.ts';
import { isSetFor } from '../../core/domain/settable-variables.ts';
import { needsOf, scopeOf } from '../../core/domain/variables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/**
 * The source of the value of a variable where a text uses it. `unset`: no source exists, and everything that could set
 * it is in this workspace. `unknowable`: no source is found, but its agent, engine or tags are not all in this
 * workspace.
 */
export type VariableState = 'platform' | 'set' | 'unset' | 'unknowable';

/**
 * The state of a variable.
 * @param place the text that uses the variable
 */
export function variableState(name: string, place: Cursor, workspace: Workspace): VariableState {
  if (isSystemVariable(name)) return 'platform';
  if (scopeOf(place, workspace).set.has(name)) return 'set';
  if (isSetFor(name, place, workspace)) return 'set';
  return areAllHere(place, workspace) ? 'unset' : 'unknowable';
}

/** Whether all agents that run a text are in this workspace, with their engines and tags. */
function areAllHere(place: Cursor, workspace: Workspace): boolean {
  const task = place.within('batch-call-task');
  const agents = task ? calledBy(task, workspace) : agentsAt(place, workspace);
  const key = agents.length === 1 ? agents[0]!.value : agents;
  return workspace.memory.remember(areAllHere, key, () => {
    const isHere = (agent: Cursor): boolean => {
      const id = agent.isObject && needsOf(agent, workspace) ? agent.get('agent_id').string() : undefined;
      return id !== undefined && workspace.agent(id)?.tagsComplete === true;
    };
    return agents.length > 0 && agents.every(isHere);
  });
}

function calledBy(task: Cursor, workspace: Workspace): readonly Cursor[] {
  const caller = agentOfTask(task, workspace);
  const record = caller && recordOf(workspace.resolve(caller.agentId, caller.reference), workspace);
  return record ? [record] : [];
}
