import { GitError } from '../../host/git-program.ts';
import { gitRootOf } from '../../host/git-ignore.ts';
import type { OpenedWorkspace } from '../../host/open.ts';
import { workspaceAt, type PastWorkspace } from '../../host/revision.ts';
import { UsageError } from '../io.ts';

/** The workspace as the revision of `--base` has it. @throws UsageError where there is no git, no repository, or no such revision */
export function baseOf(revision: string, opened: OpenedWorkspace): PastWorkspace {
  if (revision === '') throw new UsageError('--base needs a git revision, such as main or HEAD~1');
  if (gitRootOf(opened.root) === undefined)
    throw new UsageError('--base needs git, and this folder is in no git repository');
  try {
    return workspaceAt(revision, opened);
  } catch (error) {
    if (error instanceof GitError) throw new UsageError(`--base: ${error.message}`);
    throw error;
  }
}
