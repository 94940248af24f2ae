import type { Cursor } from '../core/cursor.ts';
import { engineToPublish, isPublished } from '../core/domain/published.ts';
import type { Edit } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { fieldEdits } from './change.ts';
import { ApiError } from './errors.ts';

/** The refusal of an update of a published version. */
export const publishedVersionError = (record: string, version: number | undefined, agent: string): ApiError =>
  new ApiError(
    409,
    `version ${version ?? '?'} of ${record} is published and cannot be changed; POST /create-agent-version/${agent} makes a draft of it`,
  );

/** The edits that publish the engine of an agent, which is published together with the agent. */
export function publicationOfEngine(agent: Cursor, workspace: Workspace): (readonly [file: string, edit: Edit])[] {
  const engine = engineToPublish(agent, workspace);
  return engine
    ? fieldEdits(engine.pointer, { is_published: true }).map(edit => [engine.document.file, edit] as const)
    : [];
}

/**
 * Whether an engine cannot be changed. Here a draft runs the same record as the version from which it was made; on the
 * platform it may have a version of its own, so an engine of a draft can be changed.
 */
export const isFixed = (engine: Cursor, workspace: Workspace): boolean =>
  isPublished(engine, workspace) && workspace.agentsRunning(engine).every(agent => isPublished(agent, workspace));
