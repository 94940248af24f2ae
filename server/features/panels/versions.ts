import { referenceName } from '../../core/workspace/names.ts';
import { meantReference } from '../../core/index/agent-references.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { diffBlocks } from '../../view/results/diff.ts';
import { diffReport } from '../../view/diff-report.ts';
import { escape, viewMarkdown } from '../../view/markdown.ts';
import { versionDiff, versionOf } from '../../compare/version-diff.ts';

/** Two versions of an agent side by side, as a markdown page; if one of them is unavailable, the reason. */
export function versionsPage(
  agentId: string,
  references: readonly [before: string | number, after: string | number],
  workspace: Workspace,
): string {
  const resolutions = references.map(reference => workspace.resolve(agentId, reference));
  const [before, after] = resolutions.map(resolution => versionOf(resolution, workspace));
  if (before && after) return viewMarkdown(diffBlocks(diffReport(versionDiff(before, after), (_, file) => file)));
  const reasons = resolutions
    .filter(resolution => !versionOf(resolution, workspace))
    .map(one => {
      const why = one.because ?? `version ${one.version} has no record in this workspace`;
      return `- ${escape(`${referenceName(agentId, one.reference, workspace)}: ${why}${meantReference(one)}`)}\n`;
    });
  return `These versions cannot be compared.\n\n${reasons.join('')}`;
}
