import { versionDiff, versionOf, type ComparedVersion } from '../compare/version-diff.ts';
import type { Diff } from '../core/generated/outputs.js';
import { diffReport } from '../view/diff-report.ts';
import { agentIdOf, openedFor } from './opened.ts';
import type { PreflightWorkspace } from './workspace.ts';

/** A version of an agent, in one state of the files. */
export interface Compared {
  readonly workspace: PreflightWorkspace;
  /** The id of the agent, or a name that only one agent has. */
  readonly agentId: string;
  /** The reference: a number, `latest`, `latest_published` or a tag; null for the latest version. */
  readonly reference: string | number | null;
}

/**
 * The differences in what two versions say or do, in the agent, its engine and the engine's components. The result
 * equals the output of `preflight diff --format json`; file paths are relative to the roots.
 * @throws RangeError if a workspace is not from openWorkspace, or a reference selects no version, or a version without
 * a record
 */
export const diff = (before: Compared, now: Compared): Diff =>
  diffReport(versionDiff(recordOf('before', before), recordOf('now', now)), (_, file) => file).result;

function recordOf(name: string, side: Compared | undefined): ComparedVersion {
  openedFor(side?.workspace, `${name}.workspace`);
  const {
    workspace: { workspace },
    agentId: agent,
    reference,
  } = side!;
  const agentId = agentIdOf(agent, workspace);
  const resolution = workspace.resolve(agentId, reference),
    selector = `${agentId}@${reference ?? 'latest'}`;
  if (resolution.outcome !== 'resolved')
    throw new RangeError(`${selector} is ${resolution.outcome}: ${resolution.because}`);
  const version = versionOf(resolution, workspace);
  if (!version)
    throw new RangeError(`${selector}: the record of version ${resolution.version} is not in the workspace`);
  return version;
}
