import { dirname } from 'node:path';
import { isWithin, pathWithin } from './paths.ts';
import { gitRootOf } from './checkout.ts';
import { Git } from './git.ts';
import { GitError } from './git-program.ts';

/** A submodule in the checkout around it. */
interface OuterCheckout {
  /** The top of the checkout around the submodule. */
  readonly top: string;
  /** The path of the submodule in that checkout. */
  readonly path: string;
}

/** The checkout around a submodule; `undefined` if no index of a checkout lists the folder as a submodule. */
export function aroundSubmodule(top: string, outermost: string): OuterCheckout | undefined {
  const outerRoot = top === outermost || !isWithin(outermost, top) ? undefined : gitRootOf(dirname(top));
  if (outerRoot === undefined) return undefined;
  const path = pathWithin(outerRoot, top)!;
  return new Git(outerRoot).submoduleAt(path) === undefined ? undefined : { top: outerRoot, path };
}

/**
 * The commit of a submodule in a commit of the checkout around it; `undefined` if that commit has no such submodule.
 * @throws GitError if the submodule does not contain the commit
 */
export function submoduleCommit({ top, path }: OuterCheckout, commit: string, submodule: Git): string | undefined {
  const formerCommit = new Git(top).submoduleAt(path, commit);
  if (formerCommit === undefined || submodule.commitOf(formerCommit) !== undefined) return formerCommit;
  const [inner, outer] = [formerCommit, commit].map(commit => commit.slice(0, 12));
  throw new GitError(
    `the submodule ${path} does not have commit ${inner}, which ${outer} names; "git -C ${path} fetch" fetches it`,
  );
}
