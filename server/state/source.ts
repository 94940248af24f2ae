import { readdirSync, type Dirent } from 'node:fs';
import { folderLinkReason } from './checkout.ts';
import { linkStatsOf, type ReadOptions, readRegularFile, statsOf } from './regular-file.ts';
import { isTracked, leftOutCount } from './tracked.ts';
import { readText, type ReadText } from './text.ts';

export type FolderEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** Where the files of a workspace are read: on disk, in git's index, or in a commit. Paths are absolute. */
export interface Source {
  /**
   * The contents of a folder.
   * @param isMet whether `entries` has just returned it as a folder; otherwise no link out of its checkout may lead to it
   * @throws as the system does, or an error that says why it is not read
   */
  entries(folder: string, isMet?: boolean): readonly FolderEntry[];
  /** Whether git tracks a file of a checkout, or one in a folder of it: those count whatever an ignore file says. */
  isTracked(top: string, path: string, isFolder: boolean): boolean;
  /** The number of JSON files in a folder that git tracks but a sparse checkout leaves off the disk. */
  leftOutCount(folder: string): number;
  /** Whether anything exists at a path: a link that leads nowhere is something that cannot be read. */
  isThere(path: string): boolean;
  /** Whether a file exists. */
  isFile(path: string): boolean;
  /** Its size in bytes, as far as known. */
  sizeOf(path: string): number;
  /** @throws an error that says why it cannot be read */
  bytes(path: string, options?: ReadOptions): Buffer;
  /**
   * @param isMet whether `entries` has just returned it as a regular file
   * @throws an error whose message says why it cannot be read
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
