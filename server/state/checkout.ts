import { realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isWithin } from './paths.ts';

/**
 * The nearest folder at or above that git considers the top of a checkout; worktrees and submodules have a `.git` file
 * there instead of a folder. Where a link of one checkout leads to another, it is the one that has the link: otherwise
 * a stranger's link could have the other read and written.
 */
export function gitRootOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isTop(at) && !isLentTo(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether the top of a checkout is only seen through a link of a checkout around it, which leads out of that. */
function isLentTo(top: string): boolean {
  const real = realpathSync.native(top);
  if (real === top) return false;
  const around = dirname(top) === top ? undefined : gitRootOf(dirname(top));
  return around !== undefined && !isWithin(realpathSync.native(around), real);
}

/** Whether a folder itself is the top of a checkout. */
export function isTop(folder: string): boolean {
  try {
    const stats = statSync(join(folder, '.git'), { throwIfNoEntry: false });
    return stats !== undefined && (stats.isDirectory() || stats.isFile());
  } catch {
    return false;
  }
}

/**
 * Why a path must not be followed, as a clause about it; `undefined` if it may. A checkout is a stranger's, and so are
 * the links in it: what they lead to outside, or among git's own files, is neither shown nor overwritten.
 * @param real where the path really leads
 * @param within what no link may lead out of; without it the checkout, and outside of checkouts any link may be followed
 */
export function leadingOut(path: string, real: string, within?: string): string | undefined {
  if (real === path && (within === undefined || isWithin(within, path))) return undefined;
  const top = within ?? gitRootOf(dirname(path));
  if (top === undefined) return undefined;
  const realTop = realpathSync.native(top);
  if (!isWithin(realTop, real)) return 'is a link that leads out of the workspace';
  return isOfGit(realTop, real) && !isOfGit(top, path) ? "is a link to one of git's own files" : undefined;
}

/** The same of a folder, with the links on its way. */
export function leadsOut(folder: string): string | undefined {
  try {
    return leadingOut(folder, realpathSync.native(folder));
  } catch {
    // the folder does not exist
    return undefined;
  }
}

/** Whether a path in a checkout is in git's own folder, which may hold the credentials of a CI job. */
export const isOfGit = (top: string, path: string): boolean => relative(top, path).split(sep).includes('.git');
