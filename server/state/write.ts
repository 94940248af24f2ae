import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fnv1a } from '../core/json/by-text.ts';
import { outsideReason } from './paths.ts';
import { readRegularFile, statsOf, linkStatsOf } from './regular-file.ts';
import { reasonOf } from './text.ts';

export interface FileReplacement {
  readonly text: string;
  /**
   * The bytes on which the text is based; `null` if there was no file. If absent, the current content is not checked.
   */
  readonly read?: Buffer | null;
  /**
   * Symbolic links out of this folder are refused. The default is the checkout; outside of checkouts, no link is
   * refused.
   */
  readonly linkBoundary?: string;
}
/**
 * The result of writing a file. `refusal` is the rest of a sentence that begins with the name of the unchanged file.
 */
export type ReplaceOutcome = 'written' | { readonly refusal: string };

/**
 * The error codes that concern one file; all other codes, such as that of a full disk, concern the whole folder or
 * disk.
 */
const refusals: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ETXTBSY', 'EBUSY']);

/**
 * Writes a file completely or not at all, unless it differs from the bytes that were read. Owner, mode, symbolic and
 * hard links are kept.
 * @throws an error of the system; the file is then unchanged
 */
export function replaceFile(path: string, replacement: FileReplacement): ReplaceOutcome {
  try {
    const problem = replace(path, replacement);
    return problem === undefined ? 'written' : { refusal: problem };
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error;
    return { refusal: `cannot be written: ${reasonOf(error)}` };
  }
}

function replace(path: string, { text, read, linkBoundary }: FileReplacement): string | undefined {
  const formerStats = statsOf(path);
  const reason = outsideReason(path, realOf(path), linkBoundary);
  if (reason !== undefined)
    return formerStats ? `${reason}, so it was not changed` : `is not written, because its folder ${reason}`;
  if (!formerStats && linkStatsOf(path)) return 'cannot be written: it is a dangling symbolic link';
  if (formerStats && !formerStats.isFile()) return writeToPipe(path, formerStats, text, read);
  const target = formerStats ? realpathSync.native(path) : path;
  if (formerStats && (formerStats.mode & 0o222) === 0) return 'cannot be written: it is write-protected';
  // the file is opened, because mode and user alone do not show whether it can be written
  if (formerStats) closeSync(openSync(target, constants.O_WRONLY));
  if (!formerStats && read) return removalMessage;
  if (!statsOf(dirname(target))) mkdirSync(dirname(target), { recursive: true });
  const changeOf = (): string | undefined => changeSince(target, read);
  if (!formerStats || formerStats.nlink === 1) {
    const failure = byRename(target, formerStats, text, changeOf);
    if (failure !== 'impossible') return failure;
  }
  return overwrite(target, Buffer.from(text), changeOf, read === undefined);
}

/** The real path of a file, or the real path that a new file would have. */
const realOf = (path: string): string =>
  statsOf(path) ? realpathSync.native(path) : join(realOf(dirname(path)), basename(path));

/**
 * Removes a file, unless its bytes differ from the bytes that were read, or its path contains a link.
 * @throws an error of the system
 */
export function removeFile(
  path: string,
  { read, linkBoundary }: { readonly read: Buffer; readonly linkBoundary: string },
): ReplaceOutcome {
  const stats = linkStatsOf(path);
  if (!stats) return { refusal: 'was removed in the meantime' };
  if (!stats.isFile() || outsideReason(path, realpathSync.native(path), linkBoundary) !== undefined)
    return { refusal: 'is not a regular file of the workspace, so it was not changed' };
  const reason = changeSince(path, read);
  if (reason !== undefined) return { refusal: reason };
  try {
    unlinkSync(path);
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error;
    return { refusal: `cannot be removed: ${reasonOf(error)}` };
  }
  syncFolder(dirname(path));
  return 'written';
}

const removalMessage = 'was removed in the meantime, so it was not written';

/**
 * Writes to a pipe or device that was named as an output.
 * @returns the reason if nothing was written
 */
function writeToPipe(path: string, stats: Stats, text: string, bytes: FileReplacement['read']): string | undefined {
  if (stats.isDirectory()) return 'cannot be written: it is a folder';
  if (bytes !== undefined) return 'is no longer a regular file, so it was not changed';
  // this second descriptor stays open until the text is written, so that the reader does not see the end of the pipe
  // too early
  const pipeEnd = stats.isFIFO() ? readerOf(path) : undefined;
  if (pipeEnd === 'none') return 'cannot be written: it is a pipe that nothing reads';
  try {
    writeFileSync(path, text);
  } finally {
    if (pipeEnd !== undefined) closeSync(pipeEnd);
  }
  return undefined;
}

/**
 * Opens the writing end of a pipe.
 * @returns `none` if the pipe has no reader, because opening it would block
 */
function readerOf(path: string): number | 'none' {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return 'none';
    throw error;
  }
}

function changeSince(target: string, bytes: FileReplacement['read']): string | undefined {
  if (bytes === undefined) return undefined;
  let current: Buffer | null;
  try {
    current = readRegularFile(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    current = null;
  }
  if (current === null) return bytes === null ? undefined : removalMessage;
  return bytes?.equals(current) ? undefined : 'was changed in the meantime, so it was not overwritten';
}

/** A key of this machine, because process ids are valid on one machine only. */
const host = fnv1a(hostname());
const temporaryName = /^\.(\d+)-([0-9a-f]{8})-[0-9a-z]+\.preflight$/;

/**
 * The temporary name of a new file. Such files are hidden and ignored by walks. The copy of an overwritten file has
 * another name, because only a person knows whether the copy is still needed.
 */
const nameBeside = (target: string, use: 'new' | 'old'): string =>
  join(
    dirname(target),
    `.${process.pid}-${host}-${Math.random().toString(36).slice(2, 10)}${use === 'old' ? '.old' : ''}.preflight`,
  );

/** Removes new files whose process was killed before it could rename them. */
export function removeLeftovers(folders: Iterable<string>): void {
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const [, pid, machine] = temporaryName.exec(name) ?? [];
      if (machine !== host || isAlive(Number(pid))) continue;
      const path = join(folder, name);
      try {
        if (linkStatsOf(path)?.isFile()) unlinkSync(path);
      } catch {
        // the file may belong to another user
      }
    }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/**
 * Replaces a file by renaming a new file.
 * @returns the reason for a refusal; `impossible` if the file would lose attributes
 */
function byRename(
  target: string,
  formerStats: Stats | undefined,
  text: string,
  hasChanged: () => string | undefined,
): string | undefined {
  const copy = nameBeside(target, 'new');
  try {
    const file = openSync(copy, 'wx', formerStats && formerStats.mode & 0o777);
    try {
      if (formerStats && !takeOwnerAndMode(file, formerStats)) return 'impossible';
      writeFileSync(file, text);
      sync(file);
    } finally {
      closeSync(file);
    }
    const reason = hasChanged();
    if (reason !== undefined) return reason;
    renameSync(copy, target);
    syncFolder(dirname(target));
    return undefined;
  } catch (error) {
    // the folder allows no new file, or the file is a mount point
    if (formerStats && [...refusals, 'EXDEV'].includes((error as NodeJS.ErrnoException).code)) return 'impossible';
    throw error;
  } finally {
    rmSync(copy, { force: true });
  }
}

/**
 * Gives a new file the owner and the mode of the former file.
 * @returns whether this succeeded
 */
function takeOwnerAndMode(file: number, { uid, gid, mode }: Stats): boolean {
  try {
    const stats = fstatSync(file);
    if (stats.uid !== uid || stats.gid !== gid) fchownSync(file, uid, gid);
    if ((stats.mode & 0o7777) !== (mode & 0o7777)) fchmodSync(file, mode & 0o7777);
    return true;
  } catch {
    return false;
  }
}

/**
 * Overwrites a file, and keeps a copy beside it until all bytes are written.
 * @param isBare whether to overwrite the file even if no copy can be made
 */
function overwrite(
  target: string,
  bytes: Buffer,
  hasChanged: () => string | undefined,
  isBare: boolean,
): string | undefined {
  const formerBytes = readRegularFile(target),
    copy = copyBeside(target, formerBytes, isBare);
  const reason = hasChanged();
  if (reason === undefined)
    try {
      writeSynced(openSync(target, constants.O_WRONLY), bytes);
    } catch (error) {
      restore(target, formerBytes, copy, error);
    }
  if (copy !== undefined) rmSync(copy, { force: true });
  return reason;
}

function copyBeside(target: string, bytes: Buffer, isBare: boolean): string | undefined {
  const copy = nameBeside(target, 'old');
  try {
    writeSynced(openSync(copy, 'wx', 0o600), bytes);
    return copy;
  } catch (error) {
    rmSync(copy, { force: true });
    if (isBare && refusals.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

/**
 * Writes the former bytes again after a failure.
 * @throws the original error, or an error that names the copy
 */
function restore(target: string, formerBytes: Buffer, copy: string | undefined, error: unknown): never {
  try {
    writeSynced(openSync(target, constants.O_WRONLY), formerBytes);
  } catch {
    throw new Error(`${reasonOf(error)}${copy === undefined ? '' : `; its former contents are in ${copy}`}`);
  }
  if (copy !== undefined) rmSync(copy, { force: true });
  throw error;
}

function writeSynced(file: number, bytes: Buffer): void {
  try {
    for (let offset = 0; offset < bytes.length;)
      offset += writeSync(file, bytes, offset, bytes.length - offset, offset);
    ftruncateSync(file, bytes.length);
    sync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Flushes a file to disk, which may be the first call to report a full disk. Other errors mean that the system has no
 * `fsync`.
 */
function sync(file: number): void {
  try {
    fsyncSync(file);
  } catch (error) {
    if (!['EINVAL', 'ENOSYS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

function syncFolder(folder: string): void {
  try {
    const file = openSync(folder, 'r');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch {
    /* not every system can open a folder for flushing it */
  }
}
