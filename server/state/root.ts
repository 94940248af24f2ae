import { dirname, join } from 'node:path';
import { configurationNames } from '../core/settings-files.ts';
import { pathWithin, gitRootOf } from './paths.ts';
import { isGitIgnored } from './git-ignore.ts';
import { disk, type Source } from './source.ts';

/** The workspace that a folder belongs to. */
export interface WorkspaceRoot {
  readonly root: string;
  /**
   * Whether a single opened file is a workspace of its own, because nothing shows that the files around it belong
   * together.
   */
  readonly loose: boolean;
}

/**
 * The root is the nearest folder with a configuration (within the checkout), otherwise the top of the git checkout,
 * otherwise the working directory, otherwise the folder itself. A folder that git ignores is not part of the checkout
 * around it.
 * @param folder absolute
 * @param cwd absolute
 */
export function placeOf(folder: string, cwd: string, source: Source = disk): WorkspaceRoot {
  const top = gitRootOf(folder);
  for (let path = folder; ; path = dirname(path)) {
    if (configurationNames.some(name => source.isFile(join(path, name)))) return { root: path, loose: false };
    if (path === top || dirname(path) === path) break;
  }
  if (top !== undefined && (!isGitIgnored(top, folder) || source.isTracked(top, folder, true)))
    return { root: top, loose: false };
  if (top === undefined && pathWithin(cwd, folder) !== undefined) return { root: cwd, loose: false };
  return { root: folder, loose: folder !== cwd };
}
export const workspaceRoot = (folder: string, cwd: string, source?: Source): string =>
  placeOf(folder, cwd, source).root;
