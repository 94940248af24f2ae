import { sharesOfVersions } from '../compare/entries.ts';
import type { Cursor } from '../core/cursor.ts';
import { liveRecord } from '../core/domain/live-versions.ts';
import { agentsAt } from '../core/domain/swaps.ts';
import type { Kind } from '../core/kinds.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The nouns for engines and components, each of which belongs to the agents that run it. */
export const engineWords = {
  llm: 'engine',
  'conversation-flow': 'flow',
  'flow-component': 'component',
} as const satisfies Partial<Record<Kind, string>>;

export const isEngine = (kind: Kind | undefined): kind is keyof typeof engineWords =>
  kind !== undefined && Object.hasOwn(engineWords, kind);

/**
 * The agents to which a place belongs, most useful first: by the share of callers that they get directly, then agents
 * to which others hand callers, then the newest.
 */
export function agentsToShow(place: Cursor, workspace: Workspace): readonly Cursor[] {
  const agents = agentsAt(place, workspace).filter(agent => agent.isObject);
  if (agents.length < 2) return agents;
  const ranks = agents.map(agent => {
    const version = agent.get('version').integer() ?? -1,
      share = sharesOfVersions(agent.get('agent_id').string() ?? '', workspace).get(version) ?? 0;
    return { agent, ranks: [share, Number(liveRecord(agent, workspace) !== undefined), version] };
  });
  return ranks
    .sort((a, b) => a.ranks.map((rank, i) => b.ranks[i]! - rank).find(difference => difference !== 0) ?? 0)
    .map(({ agent }) => agent);
}
