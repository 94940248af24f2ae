import { join } from 'node:path';
import { ownGitFolder } from './git-ignore.ts';
import { GitError } from './git-program.ts';
import { Git } from './git.ts';
import { pathIn } from './paths.ts';
import { statsOf } from './regular-file.ts';

/** Milliseconds: the answer is not worth a long wait. */
const PATIENCE = 5_000;

/** The paths of what git tracks in a checkout: JSON files, and the folders that hold some. */
interface Tracked {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

/** The answer about the checkout that was asked about last, valid until its index changes. */
let last: (Tracked & { readonly top: string; readonly index: string }) | undefined;

/**
 * Whether git tracks a JSON file of a checkout, or one in a folder of it: such a file counts, whatever an ignore file
 * says. Git is asked once, and only about what is ignored; without an answer nothing is tracked.
 */
export function isTracked(top: string, path: string, isFolder: boolean): boolean {
  const index = indexOf(top);
  if (last?.top !== top || last.index !== index) last = { ...trackedIn(top), top, index };
  return (isFolder ? last.folders : last.files).has(path);
}

/** Changes with the index. */
function indexOf(top: string): string {
  const folder = ownGitFolder(top),
    stats = folder === undefined ? undefined : statsOf(join(folder, 'index'));
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ') : '';
}

function trackedIn(top: string): Tracked {
  const files = new Set<string>(),
    folders = new Set<string>([top]);
  try {
    for (const file of new Git(top, PATIENCE).tracked().files) {
      files.add(pathIn(top, file));
      for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
        const folder = pathIn(top, file.slice(0, at));
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  return { files, folders };
}
