import type { Cursor } from '../cursor.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentsAt, hasSwaps, resolvedSwaps } from './swaps.ts';
import { recordPlace } from './tasks.ts';

/** Through what callers come to an agent: a live tag's assignment, or an arm of a phone number. */
export type LiveSource =
  | { readonly by: 'tag'; readonly tag: string; readonly agentId: string }
  | { readonly by: 'phone-number'; readonly number: string; readonly list: string };
/** A version of an agent. */
interface Version {
  readonly agentId: string;
  readonly version: number;
}
/** A version that callers are served by, and the shortest way that leads there. */
export interface Live extends Version {
  readonly source: LiveSource;
  /** The live version that hands over to this one; none where callers come to it first. */
  readonly last: Live | undefined;
}

/** Every version that is live, by agent and number. Batches and weight lists are no traffic: they are references like others. */
export const liveVersions = (workspace: Workspace): ReadonlyMap<string, ReadonlyMap<number, Live>> =>
  workspace.shared.remember(liveVersions, undefined, () => gather(workspace));

/** Whether an agent's record (a place of shape `agent-settings`) is one of a live version. */
export function liveRecord(record: Cursor, workspace: Workspace): Live | undefined {
  const id = record.get('agent_id').string(),
    version = record.get('version').integer();
  return id && version !== undefined ? liveVersions(workspace).get(id)?.get(version) : undefined;
}

/** Whether a place serves callers: in the record of a live version, in its engine, or in a component of that. */
export function liveAt(place: Cursor, workspace: Workspace): Live | undefined {
  if (liveVersions(workspace).size === 0) return undefined;
  for (const record of agentsAt(place, workspace)) {
    const live = liveRecord(record, workspace);
    if (live) return live;
  }
  return undefined;
}

/** The way in words: `tag prod of agent_desk, then a swap of agent_desk version 3`. */
export function throughWhat({ source, last }: Live): string {
  const first = source.by === 'tag' ? `tag ${source.tag} of ${source.agentId}` : `${source.list} of ${source.number}`;
  const swaps: string[] = [];
  let before = last;
  for (; before && swaps.length < MOST_SWAPS; before = before.last)
    swaps.push(`a swap of ${before.agentId} version ${before.version}`);
  return [first, ...(before ? ['other swaps'] : []), ...swaps.reverse()].join(', then ');
}
/** So many swaps of a way are named, the last ones: nobody reads more. */
const MOST_SWAPS = 8;

function gather(workspace: Workspace): Map<string, Map<number, Live>> {
  const live = new Map<string, Map<number, Live>>(),
    pending: Live[] = [];
  const add = (found: Live): void => {
    const versions = live.get(found.agentId) ?? new Map<number, Live>();
    if (versions.has(found.version)) return;
    live.set(found.agentId, versions.set(found.version, found));
    pending.push(found);
  };
  for (const agent of workspace.agents.values())
    for (const tag of workspace.facts.liveTags) {
      const version = agent.tags.get(tag)?.version;
      if (typeof version === 'number')
        add({ agentId: agent.id, version, source: { by: 'tag', tag, agentId: agent.id }, last: undefined });
    }
  for (const [number, records] of workspace.tables.phoneNumbers)
    for (const { list, agentId, reference } of records.flatMap(({ arms }) => arms)) {
      const { version } = workspace.resolve(agentId, reference);
      if (version !== null) add({ agentId, version, source: { by: 'phone-number', number, list }, last: undefined });
    }
  if (!hasSwaps(workspace)) return live;
  // breadth first, so that the first way found is a shortest one; the list grows while it is read
  for (const from of pending) {
    const record = recordPlace(from, workspace);
    if (!record) continue;
    for (const { to } of resolvedSwaps(record, workspace))
      if (to.version !== null) add({ agentId: to.agentId, version: to.version, source: from.source, last: from });
  }
  return live;
}
