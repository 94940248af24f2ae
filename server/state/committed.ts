import type { Document } from '../core/document.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { stateBefore, type Before } from './before.ts';
import { Git } from './git.ts';
import { GitError } from './git-program.ts';
import type { Tree } from './git-contents.ts';
import type { State } from './open.ts';
import { isJsonName, gitRootOf } from './paths.ts';
import { treeAt } from './tree.ts';

/**
 * The state in which the files of numbered versions have their contents from the last commit, because published
 * versions must not change. Undefined if there are no such files, no commit or no git.
 */
export function committedVersions(
  current: Pick<
    State,
    'root' | 'configuration' | 'workspace' | 'files' | 'nestedFolders' | 'source' | 'unreadableFindings'
  >,
  head?: Tree,
): Before | undefined {
  if (gitRootOf(current.root) === undefined) return undefined;
  const versionedFiles = new Set(current.workspace.documents.filter(hasVersions).map(({ file }) => file));
  if (versionedFiles.size === 0) return undefined;
  try {
    return stateBefore(current, head ?? treeAt(new Git(current.root), 'HEAD', isJsonName), file =>
      versionedFiles.has(file),
    );
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

function hasVersions(document: Document): boolean {
  const { agents, engines, versionSummaries } = recordsOf(document);
  return [...agents, ...engines, ...versionSummaries].some(({ version }) => version !== undefined);
}
