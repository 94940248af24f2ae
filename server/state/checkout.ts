import { realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { isWithin } from './paths.ts';

/**
 * The nearest folder at or above that git considers the top of a checkout; worktrees and submodules have a `.git` file
 * there instead of a folder. A path through a link from one checkout into another belongs to the checkout with the link:
 * otherwise a stranger's link could make Preflight read and write the other checkout.
 */
export function gitRootOf(folder: string): string | undefined {
  for (let path = folder; ; path = dirname(path)) {
    if (isTop(path) && !isLentTo(path)) return path;
    if (dirname(path) === path) return undefined;
  }
}

/** Whether the top of a checkout is only seen through a link of a checkout around it, which leads out of that. */
function isLentTo(top: string): boolean {
  const realTop = realpathSync.native(top);
  if (realTop === top) return false;
  const outerRoot = dirname(top) === top ? undefined : gitRootOf(dirname(top));
  return outerRoot !== undefined && !isWithin(realpathSync.native(outerRoot), realTop);
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
 * @param realFolder where the path really leads
 * @param folder what no link may lead out of; without it the checkout, and outside of checkouts any link may be followed
 */
export function leadingOut(path: string, realFolder: string, folder?: string): string | undefined {
  if (realFolder === path && (folder === undefined || isWithin(folder, path))) return undefined;
  const top = folder ?? gitRootOf(dirname(path));
  if (top === undefined) return undefined;
  const realTop = realpathSync.native(top);
  if (!isWithin(realTop, realFolder)) return 'is a link that leads out of the workspace';
  return isOfGit(realTop, realFolder) && !isOfGit(top, path) ? "is a link to one of git's own files" : undefined;
}

/** The same for a folder, including the links on its path. */
export function folderLinkReason(folder: string): string | undefined {
  try {
    return leadingOut(folder, realpathSync.native(folder));
  } catch {
    // the folder does not exist
    return undefined;
  }
}

/** Whether a path in a checkout is in git's own folder, which may hold the credentials of a CI job. */
export const isOfGit = (top: string, path: string): boolean => relative(top, path).split(sep).includes('.git');
