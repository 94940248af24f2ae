import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configurationName } from '../core/configuration/configuration.ts';
import { pathWithin } from './find.ts';
import { gitRootOf, isGitIgnored } from './git-ignore.ts';

/**
 * The root of the workspace that a folder belongs to: the nearest folder with a configuration (within the checkout), else the top of the
 * git checkout, else the working directory, else the folder itself. A folder that git ignores is no part of the checkout around it.
 * @param folder absolute @param cwd absolute
 */
export function workspaceRoot(folder: string, cwd: string): string {
  const top = gitRootOf(folder);
  for (let at = folder; ; at = dirname(at)) {
    if (statSync(join(at, configurationName), { throwIfNoEntry: false })?.isFile()) return at;
    if (at === top || dirname(at) === at) break;
  }
  if (top !== undefined) return isGitIgnored(top, folder) ? folder : top;
  return pathWithin(cwd, folder) === undefined ? folder : cwd;
}
