import { resolveStable, stablePointer } from '../core/configuration/stable-pointer.ts';
import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { show } from '../core/wording.ts';
import { unknownResolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { keyOf } from '../core/workspace/tables.ts';
import type { VersionReference } from '../core/index/agent-references.ts';
import { isVersion, type Reference, type VersionSide } from './references.ts';
import type { UnreadableFile } from './unreadable-files.ts';

/** The object around a reference: an arm, a batch call, a swap. */
const holderOf = ({ at }: VersionReference): Cursor =>
  at.within('agent-weight', 'batch-call-task', 'agent-swap-tool', 'agent-swap-node', 'agent-filter') ?? at.parent ?? at;

/**
 * The outcome of a reference that the other state lacks although its holder exists there, for example a call whose
 * number lost its agent, an arm with a malformed version, or a reference in an unreadable file.
 * @param otherReferences the references of the other state
 */
export function outcomeAtHolder(
  otherWorkspace: Workspace,
  otherReferences: readonly Reference[],
  unreadableFiles: readonly UnreadableFile[],
): (reference: VersionReference) => VersionSide | undefined {
  let holderKeys: ReadonlySet<string> | undefined;
  return reference => {
    const document = otherWorkspace.document(reference.at.document.file);
    if (!document) return undefined;
    if (!document.readable) return unreadableSide(document, reference, unreadableFiles);
    if (reference.kind === 'tag' || reference.kind === 'filter') return undefined;
    const isTaken = (holderKeys ??= new Set(
      otherReferences.filter(isHeld).map(reference => keyOf(holderOf(reference))),
    ));
    const formerCursor = holderOf(reference);
    const places = resolveStable(document, stablePointer(formerCursor.document, formerCursor.pointer)).map(pointer =>
      document.at(pointer),
    );
    const cursor = places.find(place => place.isObject && !isTaken.has(keyOf(place)));
    if (!cursor) return undefined;
    if (reference.kind === 'task') return taskWithoutAgent(reference, cursor, otherWorkspace);
    const reason = versionlessReason(reference, cursor);
    return reason === undefined ? undefined : side(reference, cursor, reason);
  };
}

const isHeld = (reference: Reference): reference is VersionReference =>
  isVersion(reference) && reference.kind !== 'tag';

/** The outcome of a reference in a state in which its file is unreadable. */
export function unreadableSide(
  document: Document | undefined,
  reference: VersionReference,
  unreadableFiles: readonly UnreadableFile[],
): VersionSide | undefined {
  if (!document || document.readable) return undefined;
  const reason = unreadableFiles.find(({ file }) => file === document.file)?.reason ?? 'it is not JSON';
  return side(reference, reference.at, `${document.file} cannot be read: ${reason}`);
}

/** The outcome of a call whose agent is unknown, with the reason. */
function taskWithoutAgent(
  reference: VersionReference,
  task: Cursor,
  { phoneNumbers }: Workspace,
): VersionSide | undefined {
  const unfitReason = task.get('override_agent_id').string() ? reasonAt(task, 'override_agent_version') : undefined;
  if (unfitReason !== undefined) return side(reference, task, unfitReason);
  const source = task.within('batch-call')?.get('from_number').string();
  const records = (source === undefined ? undefined : phoneNumbers.get(source)) ?? [];
  const arms = records.flatMap(record => record.get('outbound_agents').items());
  const noAgentNamed = 'the call names no agent, and ';
  const unreadFile = records.find(({ document }) => !document.readable)?.document.file;
  if (unreadFile !== undefined)
    return side(reference, task, `${noAgentNamed}its number ${source} is in ${unreadFile}, which cannot be read`);
  if (source === undefined) return side(reference, task, `${noAgentNamed}its batch has no number`);
  if (records.length === 0)
    return side(reference, task, `${noAgentNamed}its number ${source} is not in this workspace`);
  if (arms.length > 1)
    return {
      ...side(reference, task, `${noAgentNamed}its number ${source} draws one of ${arms.length} agents`),
      isDrawn: true,
    };
  return side(reference, task, `${noAgentNamed}its number ${source} has no outbound agent`);
}

/** The reason why an arm or swap that names the same agent selects no version. */
function versionlessReason({ at, agentId }: VersionReference, holder: Cursor): string | undefined {
  const { of } = at.marks['x-reference'] ?? {};
  const key = of ?? at.key;
  if (holder.get(key).value !== agentId) return undefined;
  return reasonAt(holder, 'agent_version');
}

function reasonAt(holder: Cursor, key: string): string | undefined {
  const version = holder.get(key);
  return version.exists ? `${key} ${show(version.value)} is neither a version nor a tag` : undefined;
}

function side(reference: VersionReference, cursor: Cursor, reason: string): VersionSide {
  return {
    reference: { ...reference, at: cursor },
    resolution: unknownResolution(reference.agentId, reference.reference, reason),
  };
}
