import { agentName } from '../server/core/workspace/names.ts';
import { answeringAgents } from '../server/core/domain/phone-numbers.ts';
import { liveRecord } from '../server/core/domain/live-versions.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { clipped, defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'transfer-to-agent',
  group: 'references',
  severity: 'warning',
  spec: 'domain',
  at: { 'predefined-transfer-destination': '/number' },
  when: { text: /\d/ },

  check(node, workspace) {
    const number = node.string()!,
      agentIds = answeringAgents(number, workspace),
      [first] = agentIds;
    if (first === undefined) return undefined;
    const relatedPlaces = (workspace.phoneNumbers.get(number) ?? []).map(cursor => ({
      at: cursor,
      message: 'the number',
    }));
    if (agentsAt(node, workspace).some(agent => isCalledAt(number, agent, agentIds, workspace)))
      return {
        message: `${node.label}: ${clipped(number)} is the agent's own number, so the caller gets back to the same agent`,
        help: 'transfer to another number, or remove the transfer',
        related: relatedPlaces,
      };
    const option = node.within('transfer-call-tool', 'transfer-call-node')?.get('transfer_option');
    if (!option?.is('warm-transfer') || option.get('opt_out_human_detection').value === true) return undefined;
    return {
      message:
        `${node.label}: ${clipped(number)} is answered by ${agentName(first, workspace)}: ` +
        'human detection does not accept an agent; use an agent swap',
      related: relatedPlaces,
    };
  },
});

/** Whether callers of a number reach an agent, directly or after a transfer from another agent. */
function isCalledAt(number: string, agent: Cursor, agentIds: readonly string[], workspace: Workspace): boolean {
  if (agentIds.includes(agent.get('agent_id').string() ?? '')) return true;
  const source = liveRecord(agent, workspace)?.source;
  return source?.kind === 'phone-number' && source.list === 'inbound_agents' && source.number === number;
}
