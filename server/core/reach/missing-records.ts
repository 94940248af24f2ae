import type { Cursor } from '../cursor.ts';
import { lookupAt } from '../index/lookup.ts';
import { selectionOf } from '../workspace/version-references.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { leadingKinds } from './reach.ts';
import { mediatorOf, type Thing } from './things.ts';

/** Whether a thing refers to a record that provably does not exist, so that no caller can reach it. */
export const isMissingRecord = (thing: Thing, workspace: Workspace): boolean =>
  leadingKinds.has(thing.kind) &&
  workspace.memory.remember(isMissingRecord, thing, () => refersToNothing(thing, workspace));
function refersToNothing(thing: Thing, workspace: Workspace): boolean {
  const { kind } = thing,
    cursor = workspace.at(thing);
  const isMissing = (agent: Cursor): boolean => {
    const selection = selectionOf(agent);
    return selection !== undefined && workspace.resolve(selection.agentId, selection.reference).outcome === 'missing';
  };
  if (kind === 'swap') return isMissing(cursor.get('agent_id'));
  if (kind === 'transfer-agent') return isMissing(mediatorOf(cursor));
  return kind === 'component' && lookupAt(cursor.get('component_id'), workspace)?.outcome === 'missing';
}
