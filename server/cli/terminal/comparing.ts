import { dirname, sep } from 'node:path';
import { checkoutComparer, type ComparisonChoice, type ComparedCheckout } from '../../state/comparing.ts';
import { Git } from '../../state/git.ts';
import { GitError, NoGitError } from '../../state/git-program.ts';
import { pathWithin, gitRootOf } from '../../state/paths.ts';
import { hooksIndex, isGitSource } from '../../state/tree.ts';
import { UsageError, type Io } from './io.ts';
import { statsOf } from '../../state/regular-file.ts';

/**
 * Returns the two states of the checkout around a folder; undefined if nothing is compared.
 * @throws UsageError
 */
export type CheckoutLookup = (folder: string) => ComparedCheckout | undefined;

/**
 * Creates the function that opens the two states of a checkout.
 * @param option the option that requests the comparison
 */
export function comparingFor(comparison: ComparisonChoice | undefined, option: string, io: Io): CheckoutLookup {
  if (!comparison) return () => undefined;
  const checkoutFor = checkoutComparer(comparison, io.cwd);
  return folder => {
    if (gitRootOf(folder) === undefined)
      throw new UsageError(`${option} needs git, but ${folder} is not in a git repository`);
    return askGit(() => checkoutFor(folder));
  };
}

/** The comparison of `--staged`: the index with HEAD, or the two commits that pre-commit passes before a push. */
export function stagedIn(io: Io): ComparisonChoice {
  const fromRef = io.env['PRE_COMMIT_FROM_REF'],
    toRef = io.env['PRE_COMMIT_TO_REF'];
  if (fromRef && toRef) return { revision: `${fromRef}...${toRef}`, exact: false };
  return {
    staged: true,
    index: checkoutRoot => hooksIndex(io.env['GIT_INDEX_FILE'], checkoutRoot, io.startedIn ?? io.cwd),
  };
}

/** What a path that is not on disk is in git: a deleted file or folder, or one that is only in the index. */
export function knownToGit(
  path: string,
  comparedCheckout: ComparedCheckout | undefined,
): 'file' | 'folder' | undefined {
  let folder = dirname(path);
  while (!statsOf(folder)?.isDirectory()) folder = dirname(folder);
  try {
    const checkoutRoot = gitRootOf(folder),
      source = comparedCheckout?.source;
    const ownGit = checkoutRoot === undefined ? undefined : new Git(checkoutRoot),
      git = source && isGitSource(source) ? source.tree.git : ownGit,
      file = git && pathWithin(git.folder, path);
    if (!git || file === undefined) return undefined;
    return git.entryTypeAt(file.split(sep).join('/'), comparedCheckout?.commit ?? git.head());
  } catch (error) {
    if (error instanceof NoGitError) return undefined;
    throw error;
  }
}

/**
 * Asks git, and converts its errors.
 * @param option the option that needs git, with which the message begins
 * @throws UsageError
 */
export function askGit<T>(question: () => T, option = ''): T {
  try {
    return question();
  } catch (error) {
    if (error instanceof GitError) throw new UsageError(option + error.message);
    throw error;
  }
}

/**
 * The options of a command that compares with a revision.
 * @param extraHelp more help about the meaning of REV
 */
export const baseOptions = (extraHelp = '') =>
  ({
    base: {
      value: 'REV',
      about: `compare with the merge base of HEAD and REV; A...B compares B with the merge base, A..B with A itself${extraHelp}`,
    },
    'base-exact': { about: 'compare with REV itself, not with the merge base' },
  }) as const;
/** More help about REV for a command that reads both states with the current settings. */
export const settingsOfNow = '; the current configuration applies to both sides';

/**
 * Whether REV itself is compared instead of its merge base.
 * @throws UsageError
 */
export function isExact(values: { readonly base?: string | undefined; readonly 'base-exact'?: boolean | undefined }) {
  if (values['base-exact'] && values.base === undefined) throw new UsageError('--base-exact needs --base');
  return values['base-exact'] === true;
}
