import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import { disk } from '../../state/source.ts';
import { pathWithin } from '../../state/paths.ts';
import type { State } from '../../state/open.ts';
import type { TypedFile } from './selector.ts';
import { pathFrom } from './paths.ts';
import { UsageError, type Io } from './io.ts';
import { openAround } from './workspaces.ts';

/**
 * A file given by name, in its workspace.
 * @throws UsageError for a file of no known kind, or with syntax errors
 */
export function openedFile(
  { text, path, reference }: TypedFile,
  states: readonly State[],
  io: Io,
): { readonly one: State; readonly document: Document } {
  const state = states.find(({ root, workspace }) => workspace.document(pathWithin(root, path) ?? ''));
  if (!state && states[0]!.source !== disk) throw new UsageError(`${text} is not in the compared commit`);
  const ownState = state ?? openAround(path, io, { baseline: false }),
    document = ownState.workspace.document(pathWithin(ownState.root, path)!);
  if (!document?.kind) throw new UsageError(`${text} is no kind of file that Preflight knows`);
  if (!document.readable) throw new UsageError(`${text} does not parse; "preflight lint ${text}" says what is wrong`);
  if (document.kind !== 'agent' && reference !== undefined)
    throw new UsageError(`${text} is a file of kind ${document.kind}; only an agent has versions`);
  return { one: ownState, document };
}

/** The resolution of an agent without an id: nothing can refer to it, so the selected version is unknown. */
export function withoutId(agent: Cursor, reference: string | number | null, state: State, io: Io): Resolution {
  const file = pathFrom(io, state.root, agent.document.file),
    reason = `${file} has no agent_id, so its versions and tags are not known`;
  return {
    ...state.workspace.resolve(agent.get('agent_name').string() || file, reference),
    outcome: 'unknowable',
    version: null,
    missing: null,
    because: reason,
    assumptions: [],
    steps: [{ text: reason, spec: null }],
  };
}
