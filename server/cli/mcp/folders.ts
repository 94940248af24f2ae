import { realpathSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed } from '../../core/wording.ts';
import { isWithin } from '../../state/paths.ts';
import { statsOf } from '../../state/regular-file.ts';
import { workspaceRoot } from '../../state/root.ts';
import { UsageError } from '../terminal/io.ts';

/** A folder that the client named, or the working directory. */
function folderOf(uri: string): string | undefined {
  try {
    const path = realpathSync.native(fileURLToPath(uri));
    return statsOf(path)?.isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The folder of a question; no file outside it is read.
 * @param uris of the client's roots; empty if it has none
 * @param name the path or name of one root
 * @throws UsageError
 */
export function folderFor(uris: readonly string[], name: string | undefined, cwd: string): string {
  const roots = uris.length === 0 ? [realpathSync.native(cwd)] : [...new Set(uris.flatMap(uri => folderOf(uri) ?? []))];
  if (roots.length === 0) throw new UsageError('none of the roots of this client is a folder on this machine');
  const folder = name === undefined ? roots[0]! : roots.find(root => root === name || basename(root) === name);
  if (folder === undefined) {
    const names = roots.map(root => basename(root));
    throw new UsageError(`root: none of the client's roots is called ${name}; give ${listed(names, 'or', 20)}`);
  }
  const root = workspaceRoot(folder, folder);
  if (!isWithin(folder, root))
    throw new UsageError(
      `this folder is a part of the workspace in ${relative(folder, root)}, which the client may not read; ` +
        'give it that folder as a root, or start it there',
    );
  return folder;
}

/** @throws UsageError for a path that leaves the folder, by its name or by a link */
export function refuseOutside(argument: string, folder: string): void {
  // FILE@REF
  for (const path of new Set([argument, argument.slice(0, Math.max(0, argument.lastIndexOf('@')))])) {
    let directory = resolve(folder, path);
    if (!isWithin(folder, directory))
      throw new UsageError(
        `${path} is outside of the folder that this client may read; give a path in it, relative to it`,
      );
    for (; ; directory = dirname(directory)) {
      const realPath = realOf(directory);
      if (realPath === undefined) continue;
      if (!isWithin(folder, realPath))
        throw new UsageError(`${path} is a link that leads out of the folder; give a path in it`);
      break;
    }
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
