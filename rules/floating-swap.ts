import { nameOfRecord } from '../server/core/domain/phone-numbers.ts';
import { agentName } from '../server/core/workspace/names.ts';
import { agentsAt } from '../server/core/domain/swaps.ts';
import { selectionOf } from '../server/core/workspace/version-references.ts';
import { liveRecord } from '../server/core/domain/live-versions.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, listed, set, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'floating-swap',
  group: 'references',
  severity: 'info',
  spec: 'Agent swap',
  clause: 'Agent swap: agent_version: latest when left out',
  replaces: ['missing-expected-field'],
  at: { 'agent-swap-tool': '/agent_id', 'agent-swap-node': '/agent_id', 'transfer-agent': '/agent_id' },

  check(node, workspace) {
    const selection = selectionOf(node);
    if (selection?.reference !== null || selection.version.exists) return undefined;
    const publishedAgents = agentsAt(node, workspace).filter(agent => agent.get('is_published').value === true);
    const first = publishedAgents.find(agent => liveRecord(agent, workspace)) ?? publishedAgents[0];
    if (!first) return undefined;
    const { version, agentId } = selection;
    const isPinned = workspace.resolve(agentId, 'latest_published').outcome === 'resolved';
    const isExpected = node.parent?.is('transfer-agent') === true;
    return {
      // an agent in a warm transfer normally has a version
      ...(isExpected && { at: version, severity: 'warning' }),
      message:
        `agent_version: not set, so ${subject(first, publishedAgents, workspace)} to the newest ` +
        `${agentName(agentId, workspace)}, draft or not`,
      fix: isPinned ? set(version, 'latest_published', { title: 'Use the latest published version' }) : undefined,
    };
  },
});

/** Describes the agents that hand over: the live version if there is one, otherwise all published versions. */
function subject(first: Cursor, publishedAgents: readonly Cursor[], workspace: Workspace): string {
  const name = nameOfRecord(first, workspace) || 'this agent';
  const numbers = (records: readonly Cursor[]): number[] =>
    [...new Set(records.flatMap(record => record.get('version').integer() ?? []))].sort((a, b) => a - b);
  if (liveRecord(first, workspace)) return `live version ${numbers([first])[0]} of ${name} hands over`;
  const versions = numbers(
    publishedAgents.filter(record => record.get('agent_id').value === first.get('agent_id').value),
  );
  if (versions.length < 2) return `published version ${versions[0] ?? '?'} of ${name} hands over`;
  return `published versions ${listed(versions.map(String), 'and', 3)} of ${name} hand over`;
}
