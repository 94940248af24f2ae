import { liveVersionsOf, throughWhat } from '../../core/domain/liveness.ts';
import { recordOf } from '../../core/domain/tasks.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { ResolutionView } from '../../protocol/index.ts';
import { written } from '../../simulator/references.ts';
import { meantReference, selects } from '../../simulator/resolution-words.ts';
import type { FilePlace } from '../file-place.ts';
import { placeOf } from './places.ts';

/**
 * What a reference selects, for a panel.
 * @param workspace the state of the files that it was resolved in
 * @param shown the state in the editor
 */
export function resolutionView(
  resolution: Resolution,
  workspace: Workspace,
  shown: Workspace = workspace,
): ResolutionView<FilePlace> {
  const {
    agentId,
    reference,
    outcome,
    version,
    isPublished,
    because,
    candidates,
    steps,
    variablesFrom,
    variablesOutcome,
  } = resolution;
  const live = version === null ? undefined : liveVersionsOf(agentId, workspace).get(version);
  const target =
    recordOf(resolution, workspace) ??
    (version === null ? undefined : workspace.agent(agentId)?.versions.get(version)?.sources[0]);
  return {
    agentId,
    agentName: nameOf(agentId, workspace, shown),
    reference,
    written: written(agentId, reference),
    outcome,
    version,
    isPublished,
    selects: selects(resolution),
    because: because === null ? null : `${because}${meantReference(resolution)}`,
    candidates,
    steps,
    variablesFrom,
    variablesOutcome,
    live: live ? throughWhat(live) : null,
    target: target ? placeOf(target, shown) : null,
  };
}

/**
 * The name of an agent in the first of these states of the files that has one; null if none does, or the name is the
 * id.
 */
export function nameOf(id: string, ...workspaces: readonly Workspace[]): string | null {
  return (
    workspaces
      .map(workspace => workspace.agent(id)?.name)
      .find(name => name !== undefined && name !== '' && name !== id) ?? null
  );
}
