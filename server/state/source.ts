import { readdirSync, type Dirent } from 'node:fs';
import { folderLinkReason } from './checkout.ts';
import { linkStatsOf, type ReadOptions, readRegularFile, statsOf } from './regular-file.ts';
import { isTracked, leftOutCount } from './tracked.ts';
import { readText, type ReadText } from './text.ts';

export type FolderEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** The source of the files of a workspace: the disk, git's index, or a commit. Paths are absolute. */
export interface Source {
  /**
   * The contents of a folder.
   * @param isMet whether `entries` has just returned the folder; otherwise links must end in their own checkout
   * @throws the system's error, or an error with the reason why the folder is not read
   */
  entries(folder: string, isMet?: boolean): readonly FolderEntry[];
  /**
   * Whether git tracks a file, or one in a folder, of a checkout: tracked files count even if an ignore file names
   * them.
   */
  isTracked(top: string, path: string, isFolder: boolean): boolean;
  /** The number of JSON files in a folder that git tracks but a sparse checkout leaves off the disk. */
  leftOutCount(folder: string): number;
  /** Whether anything exists at a path. A dangling link exists, although it cannot be read. */
  isThere(path: string): boolean;
  /** Whether a file exists. */
  isFile(path: string): boolean;
  /** The size of a file in bytes, as far as known. */
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
