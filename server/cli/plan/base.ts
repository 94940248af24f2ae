import { baseNamed, type RevisionBase } from '../../state/base.ts';
import { stateBefore, unknownInWords, type Before } from '../../state/before.ts';
import { gitRootOf } from '../../state/paths.ts';
import { Git } from '../../state/git.ts';
import { checkoutComparer, type ComparedCheckout } from '../../state/comparing.ts';
import { NoGitError } from '../../state/git-program.ts';
import type { State } from '../../state/open.ts';
import type { Source } from '../../state/source.ts';
import { askGit, type CheckoutLookup } from '../terminal/comparing.ts';
import { remark, UsageError, type Io, pathFrom } from '../terminal/io.ts';

/** The base of a comparison, and the sources of both states. */
export interface ComparedBase {
  readonly revision: RevisionBase;
  /** Describes both states in words. */
  readonly words: string;
  /** The second commit, such as `main (1a2b3c)`; undefined for the current files. */
  readonly secondCommit: string | undefined;
  readonly source: Source;
  /**
   * The two states of the checkout around a folder, which may be a submodule.
   * @throws UsageError
   */
  checkoutAt(folder: string): ComparedCheckout;
}

/**
 * Reads `--base`.
 * @param openComparison returns the comparison of a folder, if the run has opened it already
 * @throws UsageError if there is no git, no repository, or no such revision
 */
export function planBase(
  baseText: string,
  { isExact }: { readonly isExact: boolean },
  io: Io,
  openComparison?: CheckoutLookup,
): ComparedBase {
  if (baseText === '') throw new UsageError('--base needs a git revision, such as main or HEAD~1');
  if (gitRootOf(io.cwd) === undefined)
    throw new UsageError('--base needs git, but this folder is not in a git repository');
  const comparison = openComparison ?? checkoutComparer({ revision: baseText, exact: isExact }, io.cwd),
    checkoutAt = (folder: string): ComparedCheckout => askGit(() => comparison(folder)!, '--base: ');
  const { source, revision } = checkoutAt(io.cwd) as ComparedCheckout & { readonly revision: RevisionBase },
    secondCommit =
      revision.currentRevision &&
      `${revision.currentRevision.revision} (${revision.currentRevision.commit.slice(0, 12)})`;
  return {
    revision,
    words: `${secondCommit ?? 'current files'} against ${baseNamed(revision)}`,
    secondCommit,
    source,
    checkoutAt,
  };
}

/**
 * The last commit as base; undefined without a commit or git.
 * @throws UsageError
 */
export function lastCommitIfAny(io: Io): ComparedBase | undefined {
  if (gitRootOf(io.cwd) === undefined) return undefined;
  try {
    return planBase('HEAD', { isExact: false }, io);
  } catch (error) {
    if (hasNoCommit(io)) return undefined;
    throw error;
  }
}
function hasNoCommit({ cwd }: Io): boolean {
  try {
    return new Git(cwd).head() === undefined;
  } catch (error) {
    return error instanceof NoGitError;
  }
}

/**
 * The last commit as the default base.
 * @param alternative the options that can be used instead
 * @throws UsageError without a commit
 */
export function lastCommit(alternative: string, io: Io): ComparedBase {
  const git = gitRootOf(io.cwd) === undefined ? undefined : new Git(io.cwd);
  if (git && askGit(() => git.head()) !== undefined) return planBase('HEAD', { isExact: false }, io);
  const reason = git ? 'there is no commit yet' : 'this folder is not in a git repository';
  throw new UsageError(`nothing to compare: ${reason}${alternative}`);
}

/**
 * The state of a workspace in the base. Prints a message about files that cannot be read.
 * @throws UsageError
 */
export function stateIn(base: ComparedBase, state: State, io: Io): Before {
  const { root } = state,
    before = askGit(() => stateBefore(state, base.checkoutAt(root).before(root)), '--base: ');
  for (const line of unknownInWords(before, base.revision.revision, file => pathFrom(io, root, file))) remark(io, line);
  return before;
}
