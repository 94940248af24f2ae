import { resolveStable, stablePointer } from '../core/configuration/stable-pointer.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { show } from '../core/wording.ts';
import { unknownResolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { VersionReference } from '../core/index/agent-references.ts';
import { isVersion, type Reference, type VersionSide } from './references.ts';
import type { Unreadable } from './unreadable-files.ts';

/** The object around a reference: an arm, a batch call, a swap. */
const holderOf = ({ at }: VersionReference): Cursor =>
  at.within('agent-weight', 'batch-call-task', 'agent-swap-tool', 'agent-swap-node', 'agent-filter') ?? at.parent ?? at;

/**
 * What became of a reference that has no counterpart in the other state although its holder still exists: a call whose
 * number lost its agent, an arm with a malformed version, anything in an unreadable file.
 * @param others the references of the other state
 */
export function outcomeAtHolder(
  other: Workspace,
  others: readonly Reference[],
  unreadable: readonly Unreadable[],
): (gone: VersionReference) => VersionSide | undefined {
  let taken: ReadonlySet<string> | undefined;
  return gone => {
    const document = other.document(gone.at.document.file);
    if (!document) return undefined;
    if (!document.readable) return unreadableSide(document, gone, unreadable);
    if (gone.kind === 'tag' || gone.kind === 'filter') return undefined;
    const isTaken = (taken ??= new Set(others.filter(isHeld).map(one => keyOf(holderOf(one)))));
    const former = holderOf(gone);
    const places = resolveStable(document, stablePointer(former.document, former.pointer)).map(at => document.at(at));
    const at = places.find(place => place.isObject && !isTaken.has(keyOf(place)));
    if (!at) return undefined;
    if (gone.kind === 'task') return taskWithoutAgent(gone, at, other);
    const because = whyNoVersion(gone, at);
    return because === undefined ? undefined : side(gone, at, because);
  };
}

const isHeld = (one: Reference): one is VersionReference => isVersion(one) && one.kind !== 'tag';

/** The outcome of a reference in a state in which its file is unreadable. */
export function unreadableSide(
  document: Document | undefined,
  placed: VersionReference,
  unreadable: readonly Unreadable[],
): VersionSide | undefined {
  if (!document || document.readable) return undefined;
  const reason = unreadable.find(({ file }) => file === document.file)?.reason ?? 'it is not JSON';
  return side(placed, placed.at, `${document.file} cannot be read: ${reason}`);
}

/** A call whose agent is unknown. */
function taskWithoutAgent(gone: VersionReference, task: Cursor, { phoneNumbers }: Workspace): VersionSide | undefined {
  const unfit = task.get('override_agent_id').string() ? whyUnfit(task, 'override_agent_version') : undefined;
  if (unfit !== undefined) return side(gone, task, unfit);
  const from = task.within('batch-call')?.get('from_number').string();
  const records = (from === undefined ? undefined : phoneNumbers.get(from)) ?? [];
  const arms = records.flatMap(record => record.get('outbound_agents').items());
  const unnamed = 'the call names no agent, and ';
  const unread = records.find(({ document }) => !document.readable)?.document.file;
  if (unread !== undefined)
    return side(gone, task, `${unnamed}its number ${from} is in ${unread}, which cannot be read`);
  if (from === undefined) return side(gone, task, `${unnamed}its batch no number`);
  if (records.length === 0) return side(gone, task, `${unnamed}its number ${from} is not in this workspace`);
  if (arms.length > 1)
    return { ...side(gone, task, `${unnamed}its number ${from} draws one of ${arms.length}`), drawn: true };
  return side(gone, task, `${unnamed}its number ${from} has no outbound agent`);
}

/** Why an arm or swap that names the same agent selects no version. */
function whyNoVersion({ at, agentId }: VersionReference, holder: Cursor): string | undefined {
  const { of } = at.marks['x-reference'] ?? {};
  const key = of ?? at.key;
  if (holder.get(key).value !== agentId) return undefined;
  return whyUnfit(holder, 'agent_version');
}

function whyUnfit(holder: Cursor, key: string): string | undefined {
  const version = holder.get(key);
  return version.exists ? `${key} ${show(version.value)} is no version, nor a tag` : undefined;
}

function side(gone: VersionReference, at: Cursor, because: string): VersionSide {
  return { placed: { ...gone, at }, resolution: unknownResolution(gone.agentId, gone.reference, because) };
}
