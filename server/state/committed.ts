import { stateBefore, type Before } from './before.ts';
import { Git } from './git.ts';
import { GitError } from './git-program.ts';
import type { Tree } from './git-contents.ts';
import type { State } from './open.ts';
import { isJsonName, gitRootOf } from './paths.ts';
import { treeAt } from './tree.ts';

/**
 * The state of the last commit, because published versions must not change, and texts must not name what is gone.
 * Undefined if there are no files, no commit or no git.
 */
export function committedState(
  current: Pick<
    State,
    'root' | 'configuration' | 'workspace' | 'files' | 'nestedFolders' | 'source' | 'unreadableFindings'
  >,
  head?: Tree,
): Before | undefined {
  if (gitRootOf(current.root) === undefined || current.workspace.documents.length === 0) return undefined;
  try {
    return stateBefore(current, head ?? treeAt(new Git(current.root), 'HEAD', isJsonName));
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}
