import { baseOf, shownBase } from '../state/base.ts';
import { Git } from '../state/git.ts';
import { GitError } from '../state/git-program.ts';
import { stateBefore, withBroken } from '../state/before.ts';
import { treeIn } from '../state/comparing.ts';
import { isJsonName, gitRootOf } from '../state/paths.ts';
import { disk } from '../state/source.ts';
import { treeAt } from '../state/tree.ts';
import type { ComparedState } from '../compare/changes.ts';
import { withUnread } from '../compare/unreadable-files.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import type { CommittedState, Root } from './root.ts';
import { isFolder } from './uris.ts';

/** Two states of a workspace: an earlier state, and the state in the editor. */
interface States {
  readonly before: ComparedState;
  readonly current: ComparedState;
  readonly base: ReturnType<typeof shownBase> | string;
}

/**
 * The earlier and the current state of a workspace.
 * @param base a git revision; `undefined` for the saved files
 * @returns the two states, or a clause with the reason why there is no earlier state
 */
export function comparedWith(
  root: Root,
  base: string | undefined,
  isTrusted: boolean,
): States | { readonly problem: string } {
  const { savedWorkspace, workspace, key } = root;
  if (base === undefined)
    return { before: { workspace: savedWorkspace }, current: { workspace }, base: 'what is saved' };
  if (!isTrusted) return { problem: 'this workspace is not trusted, so git is not started in it' };
  if (!isFolder(key))
    return { problem: 'this workspace is not in a folder of this machine, so there is no revision to compare with' };
  try {
    const revision = baseOf(new Git(key), base);
    if (revision.currentRevision)
      return { problem: `the files in the editor are compared with one revision, not two: ${base}` };
    const state = stateOf(root, workspace);
    const before = stateBefore(state, treeIn(key, revision.comparedCommit));
    const states = withUnread(before, { ...state, workspace: withBroken(state, before.workspace) });
    return { before: states.before, current: states.now, base: shownBase(revision) };
  } catch (error) {
    if (error instanceof GitError) return { problem: error.message };
    throw error;
  }
}

/** The time limit, in milliseconds, of git commands that no user has requested. */
const TIMEOUT_MS = 3000;

/** The files of the last commit; empty if there is no commit or git is not available. */
export function committedIn(root: Root): CommittedState {
  const { key, savedWorkspace, committedState } = root,
    withoutCommit = { commit: undefined, workspace: undefined, isCurrent: true };
  if (root.isPartial || !isFolder(key) || gitRootOf(key) === undefined) return withoutCommit;
  try {
    const git = new Git(key, TIMEOUT_MS),
      commit = git.head();
    if (commit === undefined) return withoutCommit;
    if (commit === committedState?.commit) return { ...committedState, isCurrent: true };
    return {
      commit,
      workspace: stateBefore(stateOf(root, savedWorkspace), treeAt(git, commit, isJsonName)).workspace,
      isCurrent: true,
    };
  } catch (error) {
    if (error instanceof GitError) return withoutCommit;
    throw error;
  }
}

const stateOf = (
  { key, settings: { configuration }, files, nestedFolders, unreadableFindings }: Root,
  workspace: Workspace,
) => ({
  root: key,
  configuration,
  workspace,
  files,
  nestedFolders,
  source: disk,
  unreadableFindings: [...unreadableFindings.values()],
});
