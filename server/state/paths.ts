import { isAbsolute, join, relative, sep, dirname } from 'node:path';
import { realpathSync, statSync } from 'node:fs';

/**
 * The path of a file in a folder; the folder is absolute and without `.` or `..`. The result equals that of `join`,
 * but is fast enough for every file.
 */
export const pathIn: (folder: string, file: string) => string =
  sep === '/' ? (folder, file) => (folder === '/' ? `/${file}` : `${folder}/${file}`) : join;

/**
 * A path relative to a folder, with `/`; `undefined` for a path outside of the folder, or on another drive or share.
 */
export function pathWithin(folder: string, path: string): string | undefined {
  const relativePath = relative(folder, path);
  return relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath)
    ? undefined
    : relativePath.replaceAll(sep, '/');
}

/**
 * Whether a path is a folder itself or below it; both paths are absolute and without `.` or `..`. Much faster than
 * computing the relative path.
 */
export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder) && (path.length === folder.length || folder.endsWith(sep) || path[folder.length] === sep);

export const isJsonName = (name: string): boolean => /\.jsonc?$/i.test(name);

/**
 * The nearest folder, at or above the given folder, that git considers the top of a checkout. Worktrees and submodules
 * have a `.git` file instead of a folder. A path through a link into another checkout belongs to the checkout with the
 * link, because otherwise a link made by a stranger could make Preflight read and write the other checkout.
 */
export function gitRootOf(folder: string): string | undefined {
  for (let path = folder; ; path = dirname(path)) {
    if (isTop(path) && !isBorrowedTop(path)) return path;
    if (dirname(path) === path) return undefined;
  }
}

/** Whether a path reaches the top of a checkout only through a link in another checkout around the path. */
function isBorrowedTop(top: string): boolean {
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
 * The reason why a path must not be followed, as the predicate of a sentence; `undefined` if the path may be followed.
 * A stranger may have made the links in a checkout, so targets outside of the checkout, or among git's own files, are
 * neither shown nor overwritten.
 * @param realFolder the real folder of the path
 * @param folder the folder in which links must end; by default the checkout; outside of checkouts any link may be
 * followed
 */
export function outsideReason(path: string, realFolder: string, folder?: string): string | undefined {
  if (realFolder === path && (folder === undefined || isWithin(folder, path))) return undefined;
  const top = folder ?? gitRootOf(dirname(path));
  if (top === undefined) return undefined;
  const realTop = realpathSync.native(top);
  if (!isWithin(realTop, realFolder)) return 'is a link to a place outside of the workspace';
  return isOfGit(realTop, realFolder) && !isOfGit(top, path) ? "is a link to one of git's own files" : undefined;
}

/** The reason why a folder must not be followed; the links on its path are checked, too. */
export function folderLinkReason(folder: string): string | undefined {
  try {
    return outsideReason(folder, realpathSync.native(folder));
  } catch {
    // the folder does not exist
    return undefined;
  }
}

/** Whether a path in a checkout is in git's own folder, which may contain the credentials of a CI job. */
export const isOfGit = (top: string, path: string): boolean => relative(top, path).split(sep).includes('.git');
