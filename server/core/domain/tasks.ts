import type { Cursor } from '../cursor.ts';
import type { Resolution } from '../workspace/resolve.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isSystemVariable } from './templates.ts';
import { needsOf, variablesIn, type VariableUse } from './variables.ts';

/** The agent and version that a task of a batch call runs: its override, else the only outbound agent of the number it calls from. */
export function agentOfTask(task: Cursor, workspace: Workspace): Resolution | undefined {
  const arm = outboundArm(task, workspace);
  const id = task.get('override_agent_id').string() || arm?.get('agent_id').string();
  if (!id || !workspace.agent(id)) return undefined;
  const overridden = referenceAt(task.get('override_agent_version'));
  return workspace.resolve(id, overridden ?? (task.get('override_agent_id').string() ? null : referenceAt(arm!.get('agent_version'))));
}

function outboundArm(task: Cursor, workspace: Workspace): Cursor | undefined {
  const from = task.within('batch-call')?.get('from_number').string();
  const numbers = from ? workspace.phoneNumbers.get(from) : undefined;
  const arms = numbers?.length === 1 ? numbers[0]!.get('outbound_agents').items() : [];
  return arms.length === 1 ? arms[0] : undefined;
}

const referenceAt = (node: Cursor): string | number | null => node.integer() ?? (node.string() || null);

/** The agent's record of the version that a reference selects. */
export function recordOf({ agentId, version }: Resolution, workspace: Workspace): Cursor | undefined {
  return workspace.agent(agentId)?.records.find(record => version !== null && record.get('version').integer() === version);
}

/** What a task leaves unset of what its agent needs; `undefined` where the files do not hold enough to know. */
export function unsetInTask(task: Cursor, workspace: Workspace): { readonly resolution: Resolution; readonly unset: ReadonlyMap<string, VariableUse> } | undefined {
  const resolution = agentOfTask(task, workspace);
  if (!resolution || resolution.outcome !== 'resolved' || resolution.variablesOutcome === 'unknowable') return undefined;
  const agent = recordOf(resolution, workspace);
  const needs = agent && needsOf(agent, workspace);
  if (!needs) return undefined;
  const override = task.get('agent_override'), given = task.get('service_llm_dynamic_variables');
  const isSet = (name: string): boolean => given.get(name).exists || Object.hasOwn(resolution.variables ?? {}, name);
  const unset = new Map<string, VariableUse>();
  for (const [name, uses] of needs.variables) {
    const use = isSet(name) ? undefined : uses.find(one => !isOverridden(one, needs.parts, override));
    if (use) unset.set(name, use);
  }
  const isSetByAgent = (name: string): boolean => isSystemVariable(name) || needs.parts.some(part => variablesIn(part).setters.has(name));
  for (const [name, [use]] of variablesIn(override).uses) if (!isSet(name) && !isSetByAgent(name)) unset.set(name, use!);
  return { resolution, unset };
}

/** Whether the text that uses a variable is replaced for this call. */
function isOverridden(use: VariableUse, parts: readonly Cursor[], override: Cursor): boolean {
  let field = use.at;
  while (field.parent && !parts.some(part => part.value === field.parent!.value)) field = field.parent;
  const engine = field.parent?.is('llm') ? 'service_llm' : field.parent?.is('conversation-flow') ? 'conversation_flow' : 'agent';
  return field.parent !== undefined && override.get(engine).get(field.key).exists;
}
