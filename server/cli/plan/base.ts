import { baseNamed, baseOf, type RevisionBase } from '../../host/base.ts';
import { gitRootOf } from '../../host/checkout.ts';
import { gitOf, sourceOf, treeAt, type NowTree } from '../../host/tree.ts';
import type { OpenedWorkspace } from '../../host/open.ts';
import { workspaceAt, type PastWorkspace } from '../../host/revision.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { noPast } from '../../host/past.ts';
import { commitIn } from '../../host/submodule.ts';
import { askGit } from '../lint/compared-checkout.ts';
import { UsageError, type Io } from '../terminal/io.ts';

/** What the files are compared with, and where they are read. */
export interface ComparedBase extends RevisionBase {
  readonly words: string;
  /** The top of the checkout whose commits are meant. */
  readonly top: string;
  /** Absent if the files are those on disk. */
  readonly from?: NowTree;
}

/** The meaning of `--base`. @throws UsageError if there is no git, no repository, or no such revision */
export function planBase(revision: string, options: { readonly exact: boolean }, io: Io): ComparedBase {
  if (revision === '') throw new UsageError('--base needs a git revision, such as main or HEAD~1');
  if (gitRootOf(io.cwd) === undefined)
    throw new UsageError('--base needs git, and this folder is in no git repository');
  return asked(() => {
    const git = gitOf(io.cwd)!,
      base = baseOf(git, revision, options),
      words = baseNamed(base);
    if (!base.now) return { ...base, words, top: git.folder };
    const tree = treeAt(git, base.now.commit);
    return {
      ...base,
      top: git.folder,
      words: `${words}, for the files of ${base.now.revision} (${base.now.commit.slice(0, 12)})`,
      from: { tree, source: sourceOf(tree) },
    };
  });
}

/** A workspace at the base. @throws UsageError */
export const before = (base: ComparedBase, opened: OpenedWorkspace): PastWorkspace =>
  asked(() => {
    if (base.from) return workspaceAt(base, opened, base.from);
    const compared = commitIn(opened.root, base.compared, base.top);
    if (compared !== undefined) return workspaceAt({ compared }, opened);
    return { workspace: new Workspace([], opened.workspace.facts), past: noPast };
  });

const asked = <T>(question: () => T): T => askGit(question, '--base: ');
