import { agentName } from '../server/core/workspace/names.ts';
import { agentOfTask, engineOfVersion } from '../server/core/domain/tasks.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, remove, withMark, type Cursor } from '../server/core/engine/rule.ts';

const engines: Readonly<Record<string, string>> = {
  'service-llm': 'an LLM engine',
  'conversation-flow': 'a conversation flow',
  'custom-llm': 'a custom engine',
};

export default defineRule({
  id: 'override-of-other-engine',
  group: 'references',
  severity: 'warning',
  spec: 'Agent override request (per call)',
  clause: [
    'Agent override request: service_llm: ten attributes, only with an LLM engine',
    'Agent override request: conversation_flow: seven attributes, only with a flow',
  ],
  at: withMark('x-engine'),

  check(override, workspace) {
    const engineType = override.marks['x-engine'] as string;
    if (!isGiven(override) || !Object.hasOwn(engines, engineType)) return undefined;
    const runs = engineOf(override.parent!, workspace);
    const type = runs?.type.string();
    if (runs && type !== undefined && Object.hasOwn(engines, type)) {
      if (type === engineType) return undefined;
      return {
        at: { key: override.pointer },
        message: `${override.key}: overrides ${engines[engineType]}, but ${runs.agent} runs on ${engines[type]}, so it has no effect`,
        related: [{ at: runs.type, message: 'the engine' }],
        fix: remove(override),
      };
    }
    const otherOverride = override
      .parent!.entries()
      .find(entry => entry.marks['x-engine'] !== undefined && entry.key !== override.key);
    // if both overrides are set, only the later one is reported
    if (!otherOverride || !isGiven(otherOverride) || !isAfter(override, otherOverride)) return undefined;
    return {
      at: { key: override.pointer },
      message: `${override.key}: set together with ${otherOverride.key}, but an agent has one engine, so one has no effect`,
      related: [{ at: otherOverride, key: true, message: 'the other override' }],
    };
  },
});

const isGiven = (override: Cursor): boolean => override.entries().some(entry => !entry.isNull);
const isAfter = (a: Cursor, b: Cursor): boolean => {
  const keys = a.parent!.entries().map(entry => entry.key);
  return keys.indexOf(a.key) > keys.indexOf(b.key);
};

/** The engine in the call: the engine in the override, otherwise that of the task's agent. */
function engineOf(
  override: Cursor,
  workspace: Workspace,
): { readonly type: Cursor; readonly agent: string } | undefined {
  const engineType = override.get('agent').get('response_engine').get('type');
  if (engineType.string()) return { type: engineType, agent: 'the overridden agent' };
  const task = override.within('batch-call-task');
  const agent = task && agentOfTask(task, workspace);
  const type = agent && engineOfVersion(agent.agentId, agent.reference, workspace);
  return type && { type, agent: agentName(agent.agentId, workspace) };
}
