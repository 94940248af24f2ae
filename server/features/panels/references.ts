import type { Cursor } from '../../core/cursor.ts';
import { agentOfTask } from '../../core/domain/tasks.ts';
import {
  isVersionReference,
  selectionAt,
  selectionOf,
  type Selection,
} from '../../core/workspace/version-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { VersionReference, ReferenceKind } from '../../simulator/references.ts';
import { liveThrough } from '../../core/domain/live-places.ts';
import { placeOf } from '../../core/workspace/records.ts';

/** The reference that a preview is about. */
export interface AskedReference {
  readonly agentId: string;
  /** null if absent. */
  readonly reference: string | number | null;
  /** As in the workspace's list of references; absent for a record or a tag that is not live. */
  readonly placed?: VersionReference;
  /** The values that a batch task provides. */
  readonly call?: Cursor;
}

/**
 * The reference of an arm, a swap, a task or a filter; `undefined` if it names no agent, or nothing that can be a
 * version.
 */
export function referenceAt(place: Cursor, workspace: Workspace): AskedReference | undefined {
  if (place.is('batch-call-task')) return ofTask(place, workspace);
  if (place.is('agent-weight'))
    return placed(place.document.kind === 'phone-number' ? 'phone-number' : 'weight', place.get('agent_id'), workspace);
  if (place.is('agent-swap-tool') || place.is('agent-swap-node'))
    return placed('swap', place.get('agent_id'), workspace);
  return undefined;
}

function placed(kind: ReferenceKind, agent: Cursor, workspace: Workspace): AskedReference | undefined {
  const found = selectionOf(agent);
  return found && withPlace(kind, found, found.reference === null ? agent : found.version, workspace);
}

function withPlace(
  kind: ReferenceKind,
  { agentId, reference }: Selection,
  at: Cursor,
  workspace: Workspace,
): AskedReference {
  const live = kind === 'phone-number' || (kind === 'swap' && liveThrough(placeOf(at), workspace).length > 0);
  return { agentId, reference, placed: { kind, agentId, reference, at, fromNumber: null, live } };
}

/** A version in an alert filter: the requested one, or the only one. */
export function filterReference(version: Cursor, workspace: Workspace): AskedReference | undefined {
  const items = version.isArray ? version.items() : [version];
  const found = items.length === 1 ? selectionAt(items[0]!) : undefined;
  return found && withPlace('filter', found, items[0]!, workspace);
}

function ofTask(task: Cursor, workspace: Workspace): AskedReference | undefined {
  const caller = agentOfTask(task, workspace);
  if (!caller || (caller.reference !== null && !isVersionReference(caller.reference))) return undefined;
  const { agentId, reference, from } = caller,
    written = task.get('override_agent_version');
  const unwritten = from === 'task' ? caller.at : task;
  const at = written.exists && !written.isNull ? written : unwritten;
  const fromNumber = from === 'number' ? (task.within('batch-call')?.get('from_number').string() ?? null) : null;
  return {
    agentId,
    reference,
    placed: { kind: 'task', agentId, reference, at, fromNumber, live: false },
    call: task.get('service_llm_dynamic_variables'),
  };
}
