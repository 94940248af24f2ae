import { dirname } from 'node:path';
import { isWithin, pathWithin } from './paths.ts';
import { gitRootOf } from './checkout.ts';
import { Git } from './git.ts';
import { GitError } from './git-program.ts';

/** The checkout of a submodule, seen from the checkout that has it. */
interface Around {
  /** The top of that checkout. */
  readonly top: string;
  /** The submodule's path in it. */
  readonly path: string;
}

/** The checkout around a submodule; `undefined` if its folder is none of the submodules in a checkout's index. */
export function aroundSubmodule(top: string, outermost: string): Around | undefined {
  const around = top === outermost || !isWithin(outermost, top) ? undefined : gitRootOf(dirname(top));
  if (around === undefined) return undefined;
  const path = pathWithin(around, top)!;
  return new Git(around).submoduleAt(path) === undefined ? undefined : { top: around, path };
}

/**
 * The commit of a submodule that belongs to a commit of the checkout around it; `undefined` if it had none there.
 * @throws GitError if the submodule does not have it
 */
export function submoduleCommit({ top, path }: Around, commit: string, submodule: Git): string | undefined {
  const then = new Git(top).submoduleAt(path, commit);
  if (then === undefined || submodule.commitOf(then) !== undefined) return then;
  const [inner, outer] = [then, commit].map(one => one.slice(0, 12));
  throw new GitError(
    `the submodule ${path} does not have commit ${inner}, which ${outer} names; "git -C ${path} fetch" fetches it`,
  );
}
