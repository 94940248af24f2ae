import { baseOf, shownBase } from '../state/base.ts';
import { Git } from '../state/git.ts';
import { GitError } from '../state/git-program.ts';
import { stateBefore, withBroken } from '../state/before.ts';
import { committedVersions } from '../state/committed.ts';
import { treeIn } from '../state/comparing.ts';
import { disk } from '../state/source.ts';
import type { PlanBase } from '../view/plan-report.ts';
import type { ComparedState } from '../compare/changes.ts';
import { withUnread } from '../compare/unreadable-files.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { Root } from './root.ts';
import { isFolder } from './uris.ts';

/** Two states of a workspace: an earlier one, and the editor's. */
interface Compared {
  readonly before: ComparedState;
  readonly now: ComparedState;
  readonly base: PlanBase | string;
}

const onDisk = ({ key, settings: { configuration }, saved, files, nested, unreadable }: Root) => ({
  root: key,
  configuration,
  workspace: saved,
  files,
  nested,
  source: disk,
  unreadableFindings: [...unreadable.values()],
});

/** The versions of the last commit: what was published there must still be the same. */
export const committedIn = (root: Root): Workspace | undefined =>
  isFolder(root.key) && !root.partial ? committedVersions(onDisk(root))?.workspace : undefined;

/**
 * A workspace and its earlier state.
 * @param base a git revision; `undefined`: the saved files
 * @returns a clause that says why there is nothing to compare with
 */
export function comparedWith(
  root: Root,
  base: string | undefined,
  trusted: boolean,
): Compared | { readonly problem: string } {
  const { saved, workspace, key } = root;
  if (base === undefined) return { before: { workspace: saved }, now: { workspace }, base: 'what is saved' };
  if (!trusted) return { problem: 'this workspace is not trusted, so git is not started in it' };
  if (!isFolder(key))
    return { problem: 'this workspace is in no folder of this machine, so there is no revision to compare with' };
  try {
    const revision = baseOf(new Git(key), base);
    if (revision.now) return { problem: `the files in the editor are compared with one revision, not two: ${base}` };
    const state = { ...onDisk(root), workspace };
    const before = stateBefore(state, treeIn(key, revision.compared));
    const now = { ...state, workspace: withBroken(state, before.workspace) };
    return { ...withUnread(before, now), base: shownBase(revision) };
  } catch (error) {
    if (error instanceof GitError) return { problem: error.message };
    throw error;
  }
}
