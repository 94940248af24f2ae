import { changesBetween } from '../compare/changes.ts';
import { contentsOptions, type ContentsOption } from '../compare/contents.ts';
import type { Plan, Diff } from '../core/generated/outputs.js';
import { listed, show } from '../core/wording.ts';
import { planOutput } from '../view/plan-report.ts';
import { openedFor, agentIdOf } from './opened.ts';
import type { PreflightWorkspace } from './workspace.ts';
import { versionDiff, versionOf, type ComparedVersion } from '../compare/version-diff.ts';
import { diffReport } from '../view/diff-report.ts';

/**
 * The effect of a change on every reference: the version and variables that it selects before and after. The result
 * equals the output of `preflight plan --format json`; file paths are relative to the roots.
 * @throws RangeError for a workspace that openWorkspace has not made, and for an unknown value of `contents`
 * @param contents the versions whose changes under the same number are included: live versions, all, or none
 */
export function plan(
  before: PreflightWorkspace,
  now: PreflightWorkspace,
  { contents = 'live' }: { readonly contents?: ContentsOption } = {},
): Plan {
  openedFor(before, 'before');
  openedFor(now, 'now');
  if (!contentsOptions.includes(contents))
    throw new RangeError(`contents: expected ${listed(contentsOptions.map(show), 'or')}, got ${show(contents)}`);
  const changes = changesBetween({ workspace: before.workspace }, { workspace: now.workspace }, contents);
  const comparison = { base: undefined, edits: [], before: before.workspace, after: now.workspace };
  return planOutput([{ ...changes, ...comparison, pathOf: file => file }], []);
}

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
