import type { Cursor } from '../core/cursor.ts';
import { clipped, show } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { successorsAmong } from './successors.ts';

/** Whether a place is in a tag that selects one of these versions of agents. */
export function selectsAny(cursor: Cursor, agents: readonly Cursor[]): boolean {
  const version = cursor.within('root-tag-state')?.get('version').integer(),
    id = cursor.within('agent-list-item')?.get('agent_id').string();
  return (
    version !== undefined &&
    agents.some(agent => agent.get('agent_id').string() === id && agent.get('version').integer() === version)
  );
}

/**
 * The setter of a variable, in words: `get_balance`, `node "Ask"`, `the edge to state "booking"`, `tag prod`; a tag
 * that selects none of the given versions, with its version: `tag prod (version 2)`.
 */
export function setterName(cursor: Cursor, runners: readonly Cursor[]): string {
  const tool = cursor.within('tool')?.get('name').string();
  if (tool) return tool;
  const node = cursor.within('node');
  if (node) return `node ${show(node.get('name').string() || node.get('id').string() || '')}`;
  const state = cursor.within('llm-state-edge')?.get('destination_state_name').string();
  if (state) return `the edge to state ${show(state)}`;
  const tag = cursor.within('root-tag-state');
  const fallback = cursor.within('batch-call-task') ? 'calls of a batch' : 'the defaults of its engine';
  const version = tag?.get('version').integer(),
    isOther = runners.some(agent => agent.get('version').exists) && !selectsAny(cursor, runners),
    versionNote = version === undefined || !isOther ? '' : ` (version ${version})`;
  return tag ? `tag ${clipped(tag.key)}${versionNote}` : fallback;
}

/** The new name in the same map or item, if exactly this name replaces the removed name. */
export function renamedSetter(cursor: Cursor, after: Workspace): string | undefined {
  const item = cursor.key === 'name' && cursor.parent?.parent?.isArray === true ? cursor.parent : undefined,
    removedCursor = item ?? cursor,
    current = removedCursor.parent && after.document(cursor.document.file)?.at(removedCursor.parent.pointer);
  const entriesOf = (holder: Cursor) =>
    (item ? holder.items() : holder.entries()).map(at => ({
      name: item ? (at.get('name').string() ?? '') : at.key,
      at,
    }));
  return (
    current &&
    successorsAmong(entriesOf(removedCursor.parent!), entriesOf(current), 'name')({ name: '', at: removedCursor })
  );
}
