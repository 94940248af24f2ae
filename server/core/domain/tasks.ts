import { isSamePlace, type Cursor } from '../cursor.ts';
import type { Json } from '../json/json.ts';
import type { Agent } from '../workspace/agents.ts';
import { refusalOf, type Assumption } from '../workspace/assumptions.ts';
import type { Place } from '../workspace/records.ts';
import type { Resolution } from '../workspace/resolve.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { mayBeSpoken, usesSpoken } from './spoken-uses.ts';
import { isSystemVariable } from './templates.ts';
import { needsOf, variablesIn, type VariableUse } from './variables.ts';

/** The agent that makes the call of a task, and the requested version. */
export interface TaskAgent {
  readonly agentId: string;
  /** The requested version; null if absent. */
  readonly reference: string | number | null;
  /**
   * The source of the agent. `task`: the task names it; `number`: it is the only outbound agent of the number from
   * which the batch calls.
   */
  readonly from: 'task' | 'number';
  /** The place that names the agent. */
  readonly at: Cursor;
}

const fromNumber: Assumption = 'from-number-agent';

/**
 * The agent of a task (a place of shape `batch-call-task`): the agent that the task names, otherwise the agent of
 * `from_number`, if the record of the number is in the workspace and has exactly one outbound agent. Of several
 * outbound agents, the platform picks one at random.
 */
export function agentOfTask(task: Cursor, workspace: Workspace): TaskAgent | undefined {
  const agentNamed = task.peek('override_agent_id'),
    version = referenceIn(task.peek('override_agent_version'));
  if (typeof agentNamed === 'string' && agentNamed !== '')
    return { agentId: agentNamed, reference: version, from: 'task', at: task.get('override_agent_id') };
  if (workspace.phoneNumbers.size === 0 || workspace.facts.refusedAssumptions.includes(fromNumber)) return undefined;
  const number = task.within('batch-call')?.get('from_number');
  const arms = (number && outboundArms(number, workspace)) ?? [];
  const agentId = arms.length === 1 ? arms[0]!.get('agent_id').string() : undefined;
  return agentId
    ? {
        agentId,
        reference: version ?? referenceIn(arms[0]!.peek('agent_version')),
        from: 'number',
        at: arms[0]!.get('agent_id'),
      }
    : undefined;
}

/**
 * The outbound agents of the phone number that a place names. Undefined unless the workspace has exactly one record of
 * the number, in a file without syntax errors.
 */
export function outboundArms(number: Cursor, workspace: Workspace): readonly Cursor[] | undefined {
  const id = number.string() ?? '';
  return workspace.memory.remember(outboundArms, id, () => {
    const [record, ...otherNumbers] = workspace.phoneNumbers.get(id) ?? [];
    return record?.document.readable && otherNumbers.length === 0 ? record.get('outbound_agents').items() : undefined;
  });
}

const referenceIn = (value: Json | undefined): string | number | null =>
  typeof value === 'string' || typeof value === 'number' ? value : null;

/** The reason why the agent that makes the call of a task is unknown, as a clause. */
export function reasonForUnknownAgent(task: Cursor, workspace: Workspace): string {
  const number = task.within('batch-call')?.get('from_number').string();
  if (!number) return 'the task names no agent, and the batch has no from_number';
  const records = workspace.phoneNumbers.get(number) ?? [];
  if (records.length !== 1)
    return `the task names no agent, and ${records.length === 0 ? `${number} is not in this workspace` : `${number} is in several files`}`;
  const { document } = records[0]!;
  if (!document.readable) return `the task names no agent, and ${number} is in ${document.file}, which cannot be read`;
  const arms = records[0]!.get('outbound_agents').items().length,
    refusal = refusalOf([fromNumber], workspace.facts.refusedAssumptions);
  if (arms === 1 && refusal !== undefined)
    return `the task names no agent, and whether the only outbound agent of ${number} makes the call ${refusal}`;
  const outbound = arms === 0 ? 'no outbound agent' : `${arms} outbound agents, one of which is chosen at random`;
  return `the task names no agent, and ${number} has ${outbound}`;
}

/**
 * The place of an agent's engine type: in the record of the version, or in any record of the agent if all records
 * agree.
 */
export function engineOfVersion(
  agentId: string,
  reference: string | number | null,
  workspace: Workspace,
): Cursor | undefined {
  const agent = workspace.agent(agentId);
  const engineType = (record: Cursor): Cursor => record.get('response_engine').get('type');
  const { version } = workspace.resolve(agentId, reference);
  const versionEngines =
    version === null
      ? []
      : (agent?.versions
          .get(version)
          ?.sources.map(engineType)
          .filter(type => type.string()) ?? []);
  if (versionEngines[0]) return versionEngines[0];
  const types = agent?.records.map(engineType) ?? [];
  return types.length > 0 && types.every(type => type.string() && type.value === types[0]!.value)
    ? types[0]
    : undefined;
}

/** The record of the agent version that a reference selects. */
export function recordOf(
  { agentId, version }: Pick<Resolution, 'agentId' | 'version'>,
  workspace: Workspace,
): Cursor | undefined {
  const place = recordPlace({ agentId, version }, workspace);
  return place && workspace.at(place);
}

/** The first record of a version. */
export function recordOfVersion(agent: Agent, version: number, workspace: Workspace): Cursor | undefined {
  const place = agent.recordPlace(version);
  return place && workspace.at(place);
}

/** The place of the record of a version, found without reading its file. */
export const recordPlace = (
  { agentId, version }: Pick<Resolution, 'agentId' | 'version'>,
  workspace: Workspace,
): Place | undefined => (version === null ? undefined : workspace.agent(agentId)?.recordPlace(version));

/** The variables that an agent needs and a task leaves unset; `undefined` if too little is known. */
export function unsetInTask(
  task: Cursor,
  workspace: Workspace,
): { readonly resolution: Resolution; readonly unsetVariables: ReadonlyMap<string, VariableUse> } | undefined {
  const caller = agentOfTask(task, workspace);
  const resolution = caller && workspace.agent(caller.agentId) && workspace.resolve(caller.agentId, caller.reference);
  const unsetUses = resolution && unsetInCall(task, resolution, workspace);
  if (!unsetUses) return undefined;
  // a value that is not a string has a finding of its own
  const values = task.get('service_llm_dynamic_variables');
  return { resolution, unsetVariables: new Map([...unsetUses].filter(([name]) => !values.get(name).exists)) };
}

/** The variables that stay unset in a call to the version of a resolution. */
export function unsetInCall(
  task: Cursor,
  resolution: Resolution,
  workspace: Workspace,
): ReadonlyMap<string, VariableUse> | undefined {
  if (resolution.outcome !== 'resolved' || resolution.variablesOutcome === 'unknowable') return undefined;
  const agent = recordOf(resolution, workspace);
  const neededVariables = agent && needsOf(agent, workspace);
  if (!neededVariables) return undefined;
  const override = task.get('agent_override'),
    values = task.get('service_llm_dynamic_variables');
  const isSet = (name: string): boolean =>
    values.get(name).string() !== undefined || Object.hasOwn(resolution.variables ?? {}, name);
  const unsetUses = new Map<string, VariableUse>();
  for (const [name, uses] of usesSpoken(neededVariables.variables, workspace)) {
    const use = isSet(name) ? undefined : uses.find(use => !isOverridden(use, neededVariables.parts, override));
    if (use) unsetUses.set(name, use);
  }
  const isSetByAgent = (name: string): boolean =>
    isSystemVariable(name) || neededVariables.parts.some(part => variablesIn(part).setters.has(name));
  for (const [name, uses] of variablesIn(override).uses) {
    const use = isSet(name) || isSetByAgent(name) ? undefined : uses.find(({ at }) => mayBeSpoken(at));
    if (use) unsetUses.set(name, use);
  }
  return unsetUses;
}

/** The variables of its engine that a test case (a place of shape `test-case-definition`) does not set. */
export function unsetInTest(test: Cursor, workspace: Workspace): ReadonlyMap<string, VariableUse> {
  const neededVariables = needsOf(test, workspace),
    unsetUses = new Map<string, VariableUse>();
  for (const [name, uses] of neededVariables ? usesSpoken(neededVariables.variables, workspace) : []) {
    // variables of the simulated user do not belong to the engine
    const use = uses.find(({ at }) => !at.within('test-case-definition'));
    if (use) unsetUses.set(name, use);
  }
  return unsetUses;
}

/** Whether an override replaces the text that uses a variable. */
function isOverridden(use: VariableUse, parts: readonly Cursor[], override: Cursor): boolean {
  let field = use.at;
  while (field.parent && !parts.some(part => isSamePlace(part, field.parent!))) field = field.parent;
  return field.parent !== undefined && override.get(overrideKey(field.parent)).get(field.key).exists;
}

/** The key of an override that replaces fields of a part of an agent. */
function overrideKey(part: Cursor): string {
  if (part.is('llm')) return 'service_llm';
  return part.is('conversation-flow') ? 'conversation_flow' : 'agent';
}
