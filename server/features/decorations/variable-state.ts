import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { agentOfTask, recordOf } from '../../core/domain/tasks.ts';
import { isSystemVariable } from '../../core/domain/templates.ts';
import { needsOf, scopeOf, variablesIn } from '../../core/domain/variables.ts';
import { collect, type Workspace } from '../../core/workspace/workspace.ts';

/**
 * The source of a variable's value where a text uses it. `unset`: it has none, and everything that could set it is
 * here. `unknowable`: it has none here, but its agent, engine or tags are not all in this workspace.
 */
export type VariableState = 'platform' | 'set' | 'unset' | 'unknowable';

/** The variables that are set on the paths to a text, and whether all paths are known. */
interface Ways {
  readonly set: ReadonlySet<string>;
  readonly complete: boolean;
}

/** @param place the text that uses the variable */
export function variableState(name: string, place: Cursor, workspace: Workspace): VariableState {
  if (isSystemVariable(name)) return 'platform';
  if (scopeOf(place, workspace).set.has(name)) return 'set';
  const { set, complete } = waysTo(place, workspace);
  if (set.has(name)) return 'set';
  return complete ? 'unset' : 'unknowable';
}

function waysTo(place: Cursor, workspace: Workspace): Ways {
  const task = place.within('batch-call-task');
  const agents = task ? calledBy(task, workspace) : agentsAt(place, workspace);
  const key = agents.length === 1 ? agents[0]!.value : agents;
  return workspace.memory.remember(waysTo, key, () => {
    const set = new Set<string>();
    let complete = agents.length > 0;
    for (const agent of agents) {
      for (const name of scopeOf(agent, workspace).set) set.add(name);
      const parts = agent.isObject ? needsOf(agent, workspace)?.parts : undefined;
      for (const part of parts ?? []) for (const name of variablesIn(part).setters.keys()) set.add(name);
      const id = agent.get('agent_id').string();
      for (const name of id ? givenByTasks(id, workspace) : []) set.add(name);
      complete &&= parts !== undefined && id !== undefined && workspace.agent(id)?.tagsComplete === true;
    }
    return { set, complete };
  });
}

function calledBy(task: Cursor, workspace: Workspace): readonly Cursor[] {
  const caller = agentOfTask(task, workspace);
  const record = caller && recordOf(workspace.resolve(caller.agentId, caller.reference), workspace);
  return record ? [record] : [];
}

const tasks = { 'batch-call-task': '' } as const;

/** The variables that batch calls set for the agent that they name; a batch without an agent may call any agent. */
function givenByTasks(agentId: string, workspace: Workspace): Iterable<string> {
  return workspace.documents
    .filter(document => document.kinds.includes('batch-call'))
    .flatMap(document => {
      const values = givenIn(document);
      return [...(values.get(agentId) ?? []), ...(values.get('') ?? [])];
    });
}

function givenIn(document: Document): ReadonlyMap<string, ReadonlySet<string>> {
  return document.memory.remember(givenIn, undefined, () => {
    const byName = new Map<string, Set<string>>();
    for (const task of collect(document, tasks)) {
      const id = task.peek('override_agent_id'),
        key = typeof id === 'string' ? id : '',
        values = task.peek('service_llm_dynamic_variables');
      let names = byName.get(key);
      if (!names) byName.set(key, (names = new Set()));
      for (const name of typeof values === 'object' && values !== null ? Object.keys(values) : []) names.add(name);
    }
    return byName;
  });
}
