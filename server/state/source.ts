import { readdirSync, type Dirent } from 'node:fs';
import { linkStatsOf, type ReadOptions, readRegularFile, statsOf } from './regular-file.ts';
import { readText, type ReadText } from './text.ts';
import { join } from 'node:path';
import { ownGitFolder } from './git-folder.ts';
import { GitError } from './git-program.ts';
import { Git } from './git.ts';
import { isWithin, pathIn, folderLinkReason, gitRootOf } from './paths.ts';

export type FolderEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** The source of the files of a workspace: the disk, git's index, or a commit. Paths are absolute. */
export interface Source {
  /**
   * The contents of a folder.
   * @param isMet whether `entries` has just returned the folder; otherwise links must end in their own checkout
   * @throws an error of the system, or an error with the reason why the folder is not read
   */
  entries(folder: string, isMet?: boolean): readonly FolderEntry[];
  /**
   * Whether git tracks a file of a checkout, or a file in a folder of a checkout. A tracked file counts even if an
   * ignore file names it.
   */
  isTracked(top: string, path: string, isFolder: boolean): boolean;
  /** The number of JSON files in a folder that git tracks but a sparse checkout leaves off the disk. */
  leftOutCount(folder: string): number;
  /** Whether anything exists at a path. A dangling link exists, although it cannot be read. */
  isThere(path: string): boolean;
  /** Whether a file exists. */
  isFile(path: string): boolean;
  /** The size of a file in bytes; 0 if it is unknown. */
  sizeOf(path: string): number;
  /** @throws an error with the reason why the file cannot be read */
  bytes(path: string, options?: ReadOptions): Buffer;
  /**
   * @param isMet whether `entries` has just returned the path as a regular file
   * @throws an error with the reason why the file cannot be read
   */
  text(path: string, isMet?: boolean): ReadText;
}

export const disk: Source = {
  entries: (folder, isMet) => {
    const reason = isMet ? undefined : folderLinkReason(folder);
    if (reason !== undefined) throw new Error(`it ${reason}`);
    return readdirSync(folder, { withFileTypes: true });
  },
  isTracked,
  leftOutCount,
  isThere: path => linkStatsOf(path) !== undefined,
  isFile: path => statsOf(path)?.isFile() === true,
  sizeOf: path => linkStatsOf(path)?.size ?? 0,
  bytes: readRegularFile,
  text: readText,
};
/** The disk without git: no file counts as tracked. */
export const diskAlone: Source = { ...disk, isTracked: () => false, leftOutCount: () => 0 };

/** The time limit of git in milliseconds. It is short, because Preflight also works without the answer. */
const TIMEOUT_MS = 5_000;

/** The tracked paths of a checkout: JSON files, and the folders that contain tracked JSON files. */
interface TrackedPaths {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The files that a sparse checkout leaves off the disk. */
  readonly absentFiles: readonly string[];
}

/** The tracked paths of the last requested checkout, valid until its index changes. */
let lastTracked: (TrackedPaths & { readonly top: string; readonly index: string }) | undefined;

/**
 * Whether git tracks a JSON file of a checkout, or a JSON file in a folder of a checkout. A tracked file counts even
 * if an ignore file names it. Git is asked once, and only about ignored paths; without an answer, no file is tracked.
 */
function isTracked(top: string, path: string, isFolder: boolean): boolean {
  const trackedPaths = trackedPathsOf(top);
  return (isFolder ? trackedPaths.folders : trackedPaths.files).has(path);
}

/**
 * The number of JSON files of a folder that a sparse checkout leaves off the disk. Git is asked only in a sparse
 * checkout.
 */
function leftOutCount(folder: string): number {
  const top = gitRootOf(folder),
    ownFolder = top === undefined ? undefined : ownGitFolder(top);
  if (ownFolder === undefined || !statsOf(join(ownFolder, 'info/sparse-checkout'))) return 0;
  return trackedPathsOf(top!).absentFiles.filter(file => isWithin(folder, file)).length;
}

function trackedPathsOf(top: string): TrackedPaths {
  const index = indexKeyOf(top);
  if (lastTracked?.top !== top || lastTracked.index !== index) lastTracked = { ...trackedIn(top), top, index };
  return lastTracked;
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
