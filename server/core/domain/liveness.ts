import type { Cursor } from '../cursor.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { agentsAt, hasSwaps, swapsOf, type Swap } from './swaps.ts';
import { recordOf } from './tasks.ts';
import { selectionOf } from './version-references.ts';

/** Through what callers come to an agent: a live tag's assignment, or an arm of a phone number. */
export type LiveSource =
  | { readonly by: 'tag'; readonly tag: string; readonly agentId: string; readonly at: Cursor }
  | { readonly by: 'phone-number'; readonly number: string; readonly list: string; readonly at: Cursor };
/** A version that callers are served by, and the shortest way that leads there. */
export interface Live {
  readonly agentId: string;
  readonly version: number;
  readonly source: LiveSource;
  /** The last swap on the way from the source, and the version that makes it. */
  readonly last: { readonly from: Live; readonly swap: Swap } | undefined;
}

const known = new WeakMap<Workspace, ReadonlyMap<string, ReadonlyMap<number, Live>>>();

/** Every version that is live, by agent and number. Batches and weight lists are no traffic: they are references like others. */
export function liveVersions(workspace: Workspace): ReadonlyMap<string, ReadonlyMap<number, Live>> {
  let live = known.get(workspace);
  if (!live) known.set(workspace, (live = gather(workspace)));
  return live;
}

/** Whether an agent's record (a place of shape `agent-settings`) is one of a live version. */
export function liveRecord(record: Cursor, workspace: Workspace): Live | undefined {
  const id = record.get('agent_id').string(),
    version = record.get('version').integer();
  return id && version !== undefined ? liveVersions(workspace).get(id)?.get(version) : undefined;
}

/** Whether a place serves callers: in the record of a live version, in its engine, or in a component of that. */
export function liveAt(place: Cursor, workspace: Workspace): Live | undefined {
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
  for (; before && swaps.length < MOST_SWAPS; before = before.from.last) {
    const { from } = before.swap;
    swaps.push(
      `a swap of ${from.get('agent_id').string() ?? 'an agent'} version ${from.get('version').integer() ?? '?'}`,
    );
  }
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
      const state = agent.tags.get(tag);
      if (typeof state?.version === 'number')
        add({
          agentId: agent.id,
          version: state.version,
          source: { by: 'tag', tag, agentId: agent.id, at: state.source },
          last: undefined,
        });
    }
  for (const [number, records] of workspace.phoneNumbers)
    for (const list of records.flatMap(record => record.entries())) {
      if (!list.is('agent-weights')) continue;
      for (const at of list.items()) {
        const selection = selectionOf(at.get('agent_id'));
        const version = selection && workspace.resolve(selection.agentId, selection.reference).version;
        if (selection && typeof version === 'number')
          add({
            agentId: selection.agentId,
            version,
            source: { by: 'phone-number', number, list: list.key, at },
            last: undefined,
          });
      }
    }
  if (!hasSwaps(workspace)) return live;
  // breadth first, so that the first way found is a shortest one; the list grows while it is read
  for (const from of pending)
    for (const swap of swapsFrom(from, workspace)) {
      const { agentId, version } = swap.resolution;
      if (version !== null) add({ agentId, version, source: from.source, last: { from, swap } });
    }
  return live;
}

function swapsFrom({ agentId, version }: Live, workspace: Workspace): readonly Swap[] {
  const record = recordOf(workspace.resolve(agentId, version), workspace);
  return record ? swapsOf(record, workspace) : [];
}
