import { join } from 'node:path';
import { ownGitFolder } from './git-folder.ts';
import { GitError } from './git-program.ts';
import { Git } from './git.ts';
import { isWithin, pathIn } from './paths.ts';
import { gitRootOf } from './checkout.ts';
import { linkStatsOf, statsOf } from './regular-file.ts';

/** The time limit in milliseconds; short, because Preflight also works without the answer. */
const TIMEOUT_MS = 5_000;

/** The tracked paths of a checkout: JSON files, and the folders that contain some. */
interface TrackedPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** Files that a sparse checkout leaves off the disk. */
  readonly absentFiles: readonly string[];
}

/** The answer for the last checkout, valid until its index changes. */
let last: (TrackedPaths & { readonly top: string; readonly index: string }) | undefined;

/**
 * Whether git tracks a JSON file, or a JSON file in a folder, of a checkout: a tracked file counts even if an ignore
 * file names it. Git is asked once, and only about ignored paths; without an answer nothing is tracked.
 */
export function isTracked(top: string, path: string, isFolder: boolean): boolean {
  const trackedPaths = trackedPathsOf(top);
  return (isFolder ? trackedPaths.folders : trackedPaths.files).has(path);
}

/** The number of JSON files of a folder that a sparse checkout leaves off the disk. Only then git is asked. */
export function leftOutCount(folder: string): number {
  const top = gitRootOf(folder),
    ownFolder = top === undefined ? undefined : ownGitFolder(top);
  if (ownFolder === undefined || !statsOf(join(ownFolder, 'info/sparse-checkout'))) return 0;
  return trackedPathsOf(top!).absentFiles.filter(file => isWithin(folder, file)).length;
}

function trackedPathsOf(top: string): TrackedPaths {
  const index = indexKeyOf(top);
  if (last?.top !== top || last.index !== index) last = { ...trackedIn(top), top, index };
  return last;
}

/** A key that changes whenever the git index changes. */
function indexKeyOf(top: string): string {
  const folder = ownGitFolder(top),
    stats = folder === undefined ? undefined : statsOf(join(folder, 'index'));
  return stats ? [stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join(' ') : '';
}

function trackedIn(top: string): TrackedPaths {
  const files = new Set<string>(),
    folders = new Set<string>([top]),
    absentFolders: string[] = [];
  try {
    const { files: trackedFiles, absentFiles } = new Git(top, TIMEOUT_MS).trackedFiles();
    for (const file of absentFiles) if (!linkStatsOf(pathIn(top, file))) absentFolders.push(pathIn(top, file));
    for (const file of trackedFiles) {
      files.add(pathIn(top, file));
      for (let offset = file.lastIndexOf('/'); offset > 0; offset = file.lastIndexOf('/', offset - 1)) {
        const folder = pathIn(top, file.slice(0, offset));
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    }
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  return { files, folders, absentFiles: absentFolders };
}
