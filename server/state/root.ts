import { dirname, join } from 'node:path';
import { configurationNames } from '../core/settings-files.ts';
import { pathWithin, gitRootOf } from './paths.ts';
import { isGitIgnored } from './git-ignore.ts';
import { disk, type Source } from './source.ts';

/** The workspace to which a folder belongs. */
export interface WorkspaceRoot {
  readonly root: string;
  /**
   * Whether a single opened file is a workspace of its own, because no configuration or checkout shows that the files
   * around it belong to it.
   */
  readonly isLoose: boolean;
}

/**
 * The workspace to which a folder belongs. Its root is the nearest folder with a configuration (within the checkout),
 * or else the top of the git checkout, or else the working directory, or else the folder itself. A folder that git
 * ignores is not part of the checkout around it.
 * @param folder an absolute path
 * @param cwd an absolute path
 */
export function placeOf(folder: string, cwd: string, source: Source = disk): WorkspaceRoot {
  const top = gitRootOf(folder);
  for (let path = folder; ; path = dirname(path)) {
    if (configurationNames.some(name => source.isFile(join(path, name)))) return { root: path, isLoose: false };
    if (path === top || dirname(path) === path) break;
  }
  if (top !== undefined && (!isGitIgnored(top, folder) || source.isTracked(top, folder, true)))
    return { root: top, isLoose: false };
  if (top === undefined && pathWithin(cwd, folder) !== undefined) return { root: cwd, isLoose: false };
  return { root: folder, isLoose: folder !== cwd };
}
export const workspaceRoot = (folder: string, cwd: string, source?: Source): string =>
  placeOf(folder, cwd, source).root;
