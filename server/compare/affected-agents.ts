import { allHandOvers, runsIn } from '../core/domain/swaps.ts';
import { recordPlace } from '../core/domain/tasks.ts';
import { addTo } from '../core/json/multimap.ts';
import { leadsAlike } from '../core/reach/reach.ts';
import type { Place } from '../core/workspace/records.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * The agents whose callers a change may concern, by the places of their records. Either their record is in a changed
 * file, or a reference of their engine or its components resolves differently, or a swap leads to such an agent or to
 * another version. No other agent needs to be compared.
 */
export function affectedAgents(before: Workspace, after: Workspace): ReadonlySet<string> {
  const affected = new Set<string>(),
    states = [before, after],
    changed = changedFiles(before, after);
  if (changed.length === 0) return affected;
  for (const file of changed) {
    const inBoth = states.every(state => state.document(file)?.readable === true);
    const isAlike = ({ at }: { readonly at: Place }): boolean => inBoth && leadsAlike(before.at(at), after.at(at));
    for (const state of states) {
      const running = runsIn(file, state).filter(run => !isAlike(run));
      for (const record of [...(state.records(file)?.runners ?? []), ...running.flatMap(({ by }) => by)])
        affected.add(keyOf(record));
    }
  }
  const leading = new Map<string, string[]>();
  for (const state of states)
    for (const [from, all] of allHandOvers(state))
      for (const { agentId, reference, by } of all.map(({ at }) => at)) {
        // a transfer agent speaks to the other side only
        if (by !== 'swap') continue;
        const [former, now] = states.map(one => one.resolve(agentId, reference));
        if (former!.version !== now!.version || former!.outcome !== now!.outcome) affected.add(from);
        const record = recordPlace(state.resolve(agentId, reference), state);
        if (record) addTo(leading, keyOf(record), from);
      }
  // the set grows while it is read
  for (const record of affected) for (const from of leading.get(record) ?? []) affected.add(from);
  return affected;
}

function changedFiles(before: Workspace, after: Workspace): string[] {
  const files = new Set([...before.documents, ...after.documents].map(({ file }) => file));
  return [...files].filter(file => {
    const [former, now] = [before.document(file), after.document(file)];
    return former !== now && former?.text !== now?.text;
  });
}
