import { allHandOvers, runsIn } from '../core/domain/swaps.ts';
import { recordPlace } from '../core/domain/tasks.ts';
import { addTo } from '../core/json/multimap.ts';
import { leadsAlike } from '../core/reach/reach.ts';
import type { Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * The agents whose callers a change may concern, by the places of their records. The agent's record is in a changed
 * file, or a reference of its engine or components resolves differently, or it swaps to such an agent or to another
 * version. No other agent needs to be compared.
 */
export function affectedAgents(before: Workspace, after: Workspace): ReadonlySet<string> {
  const affectedIds = new Set<string>(),
    states = [before, after],
    files = changedFiles(before, after);
  if (files.length === 0) return affectedIds;
  for (const file of files) {
    const isInBoth = states.every(state => state.document(file)?.readable === true);
    const isAlike = ({ at }: { readonly at: Place }): boolean => isInBoth && leadsAlike(before.at(at), after.at(at));
    for (const state of states) {
      const runs = runsIn(file, state).filter(run => !isAlike(run));
      for (const record of [...(state.records(file)?.runners ?? []), ...runs.flatMap(({ by }) => by)])
        affectedIds.add(keyOf(record));
    }
  }
  const agentsByLeader = new Map<string, string[]>();
  for (const state of states)
    for (const [sourceId, swaps] of allHandOvers(state))
      for (const { agentId, reference, by } of swaps.map(({ at }) => at)) {
        // a transfer agent speaks to the other side only
        if (by !== 'swap') continue;
        const [former, current] = states.map(workspace => workspace.resolve(agentId, reference));
        if (former!.version !== current!.version || former!.outcome !== current!.outcome) affectedIds.add(sourceId);
        const record = recordPlace(state.resolve(agentId, reference), state);
        if (record) addTo(agentsByLeader, keyOf(record), sourceId);
      }
  // the set grows while it is read
  for (const record of affectedIds) for (const source of agentsByLeader.get(record) ?? []) affectedIds.add(source);
  return affectedIds;
}

function changedFiles(before: Workspace, after: Workspace): string[] {
  const files = new Set([...before.documents, ...after.documents].map(({ file }) => file));
  return [...files].filter(file => {
    const [former, current] = [before.document(file), after.document(file)];
    return former !== current && former?.text !== current?.text;
  });
}
