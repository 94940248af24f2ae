import { isFinished } from '../server/core/domain/phone-numbers.ts';
import { lookupAs } from '../server/core/index/lookup.ts';
import { idAt } from '../server/core/workspace/version-references.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'batch-without-agent',
  group: 'batches',
  severity: 'error',
  needsEveryFile: true,
  spec: 'Batch call',
  clause: 'Batch call: task: override_agent_id not empty',
  at: { 'batch-call': '/from_number' },
  when: { type: 'string' },

  check(node, workspace) {
    const batch = node.parent!,
      missingAgent = missingAgentReason(node, workspace);
    if (!missingAgent || isFinished(batch, workspace.facts.today)) return undefined;
    const tasks = batch.get('tasks').items(),
      tasksWithoutAgent = tasks.filter(task => !task.get('override_agent_id').string());
    if (tasksWithoutAgent.length === 0) return undefined;
    const calls = tasksWithoutAgent.length === tasks.length ? 'its calls' : `${tasksWithoutAgent.length} of its calls`;
    return {
      message: `${node.label}: ${missingAgent.reason}, so nobody makes ${calls}`,
      severity: missingAgent.isProven ? 'error' : 'warning',
      help: 'set outbound_agents of the number, or override_agent_id in each task',
      related: missingAgent.at ? [{ at: missingAgent.at, message: 'the number' }] : [],
    };
  },
});

interface MissingAgent {
  readonly reason: string;
  readonly isProven: boolean;
  readonly at?: Cursor;
}

/** The reason why a number has no agent for outbound calls; `undefined` if it has an agent, or may have one. */
function missingAgentReason(node: Cursor, workspace: Workspace): MissingAgent | undefined {
  const lookup = lookupAs('phone-number', node, workspace),
    number = clipped(node.string()!);
  if (lookup?.outcome === 'missing')
    return { reason: `no ${number} in this workspace${workspace.provenBy('phone-number')}`, isProven: true };
  const records = lookup?.outcome === 'found' ? lookup.records : [],
    [record] = records;
  if (!record || records.length > 1 || !record.document.readable) return undefined;
  const arms = record.get('outbound_agents');
  if (arms.items().length > 0 || idAt(record.get('outbound_agent_id'))) return undefined;
  // a request may omit fields that it does not change, and older responses have a field for a single agent
  if (!arms.exists && !record.entries().some(({ marks }) => marks['x-response-only'])) return undefined;
  return {
    reason: `${number} has no outbound agent`,
    isProven: arms.exists,
    at: arms.exists ? arms : record.get('phone_number'),
  };
}
