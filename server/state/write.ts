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
import { fnv1a } from '../core/hash.ts';
import { leadingOut } from './checkout.ts';
import { readRegularFile, statsOf, linkStatsOf } from './regular-file.ts';
import { reasonOf } from './text.ts';

export interface FileReplacement {
  readonly text: string;
  /**
   * The bytes that the text is based on, `null` if there was no file. Without it, the current content is not checked.
   */
  readonly read?: Buffer | null;
  /** The folder that no symbolic link may lead out of; by default the checkout, and outside of one there is none. */
  readonly within?: string;
}
/** `left` continues a sentence that begins with the name of the file, which was not touched. */
export type Replaced = 'written' | { readonly left: string };

/** Errors about a single file; all others, such as a full disk, are about its location. */
const refusals: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'ETXTBSY', 'EBUSY']);

/**
 * Writes a file whole or not at all, unless it differs from what was read. Owner, mode, symbolic and hard links are
 * kept.
 * @throws as the system does; the file is then unchanged
 */
export function replaceFile(path: string, replacement: FileReplacement): Replaced {
  try {
    const left = replace(path, replacement);
    return left === undefined ? 'written' : { left };
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error;
    return { left: `cannot be written: ${reasonOf(error)}` };
  }
}

function replace(path: string, { text, read, within }: FileReplacement): string | undefined {
  const old = statsOf(path);
  const why = leadingOut(path, realOf(path), within);
  if (why !== undefined)
    return old
      ? `${why}, so it was not changed`
      : 'would be in a folder that leads out of the workspace, so it is not written';
  if (!old && linkStatsOf(path)) return 'cannot be written: its symbolic link leads nowhere';
  if (old && !old.isFile()) return onto(path, old, text, read);
  const target = old ? realpathSync.native(path) : path;
  if (old && (old.mode & 0o222) === 0) return 'cannot be written: it is write-protected';
  // what the system really allows, whatever the mode and the user
  if (old) closeSync(openSync(target, constants.O_WRONLY));
  if (!old && read) return gone;
  if (!statsOf(dirname(target))) mkdirSync(dirname(target), { recursive: true });
  const changed = (): string | undefined => meanwhile(target, read);
  if (!old || old.nlink === 1) {
    const done = byRename(target, old, text, changed);
    if (done !== 'impossible') return done;
  }
  return inPlace(target, Buffer.from(text), changed, read === undefined);
}

/** The real path of a file; if it does not exist yet, as it would be. */
const realOf = (path: string): string =>
  statsOf(path) ? realpathSync.native(path) : join(realOf(dirname(path)), basename(path));

/** Removes a file, unless it differs from what was read or is elsewhere. @throws as the system does */
export function removeFile(
  path: string,
  { read, within }: { readonly read: Buffer; readonly within: string },
): Replaced {
  const stats = linkStatsOf(path);
  if (!stats) return { left: 'was removed in the meantime' };
  if (!stats.isFile() || leadingOut(path, realpathSync.native(path), within) !== undefined)
    return { left: 'is not a regular file of the workspace, so it was not changed' };
  const why = meanwhile(path, read);
  if (why !== undefined) return { left: why };
  try {
    unlinkSync(path);
  } catch (error) {
    if (!refusals.has((error as NodeJS.ErrnoException).code)) throw error;
    return { left: `cannot be removed: ${reasonOf(error)}` };
  }
  syncFolder(dirname(path));
  return 'written';
}

const gone = 'was removed in the meantime, so it was not written';

/** A pipe or device that was named as an output. */
function onto(path: string, old: Stats, text: string, read: FileReplacement['read']): string | undefined {
  if (old.isDirectory()) return 'cannot be written: it is a folder';
  if (read !== undefined) return 'is no longer a regular file, so it was not changed';
  // it stays open, so that a reader does not see the end too early
  const reader = old.isFIFO() ? readerOf(path) : undefined;
  if (reader === 'none') return 'cannot be written: it is a pipe that nothing reads';
  try {
    writeFileSync(path, text);
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
  return undefined;
}

/** An open end of a pipe that something reads; without a reader, opening would wait for one. */
function readerOf(path: string): number | 'none' {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') return 'none';
    throw error;
  }
}

function meanwhile(target: string, read: FileReplacement['read']): string | undefined {
  if (read === undefined) return undefined;
  let now: Buffer | null;
  try {
    now = readRegularFile(target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    now = null;
  }
  if (now === null) return read === null ? undefined : gone;
  return read?.equals(now) ? undefined : 'was changed in the meantime, so it was not overwritten';
}

/** Numbers of processes mean something on one machine only. */
const here = fnv1a(hostname());
const written = /^\.(\d+)-([0-9a-f]{8})-[0-9a-z]+\.preflight$/;

/**
 * The temporary name of a new file, hidden, and ignored by walks. What an old file held while it is overwritten has
 * another: nobody but its owner can say whether it is still needed.
 */
const nameBeside = (target: string, use: 'new' | 'old'): string =>
  join(
    dirname(target),
    `.${process.pid}-${here}-${Math.random().toString(36).slice(2, 10)}${use === 'old' ? '.old' : ''}.preflight`,
  );

/** Removes new files that were never put in their places, because the process that made them was killed. */
export function removeLeftovers(folders: Iterable<string>): void {
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const [, pid, machine] = written.exec(name) ?? [];
      if (machine !== here || isAlive(Number(pid))) continue;
      const path = join(folder, name);
      try {
        if (linkStatsOf(path)?.isFile()) unlinkSync(path);
      } catch {
        // it may be somebody else's
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

/** @returns why not; `impossible` if replacing the file would lose some of its properties */
function byRename(
  target: string,
  old: Stats | undefined,
  text: string,
  changed: () => string | undefined,
): string | undefined {
  const beside = nameBeside(target, 'new');
  try {
    const file = openSync(beside, 'wx', old && old.mode & 0o777);
    try {
      if (old && !sameToOthers(file, old)) return 'impossible';
      writeFileSync(file, text);
      sync(file);
    } finally {
      closeSync(file);
    }
    const why = changed();
    if (why !== undefined) return why;
    renameSync(beside, target);
    syncFolder(dirname(target));
    return undefined;
  } catch (error) {
    // a folder that allows no other file, or a mounted file
    if (old && [...refusals, 'EXDEV'].includes((error as NodeJS.ErrnoException).code)) return 'impossible';
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Gives a new file owner and mode of the old one. */
function sameToOthers(file: number, { uid, gid, mode }: Stats): boolean {
  try {
    const made = fstatSync(file);
    if (made.uid !== uid || made.gid !== gid) fchownSync(file, uid, gid);
    if ((made.mode & 0o7777) !== (mode & 0o7777)) fchmodSync(file, mode & 0o7777);
    return true;
  } catch {
    return false;
  }
}

/**
 * Overwrites a file, with a copy beside it until all is written. @param bare whether to do so even if no copy can be
 * made
 */
function inPlace(target: string, bytes: Buffer, changed: () => string | undefined, bare: boolean): string | undefined {
  const old = readRegularFile(target),
    copy = copyBeside(target, old, bare);
  const why = changed();
  if (why === undefined)
    try {
      writeSynced(openSync(target, constants.O_WRONLY), bytes);
    } catch (error) {
      restore(target, old, copy, error);
    }
  if (copy !== undefined) rmSync(copy, { force: true });
  return why;
}

function copyBeside(target: string, bytes: Buffer, bare: boolean): string | undefined {
  const beside = nameBeside(target, 'old');
  try {
    writeSynced(openSync(beside, 'wx', 0o600), bytes);
    return beside;
  } catch (error) {
    rmSync(beside, { force: true });
    if (bare && refusals.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

/** @throws the original error, or one that says where the copy is */
function restore(target: string, old: Buffer, copy: string | undefined, error: unknown): never {
  try {
    writeSynced(openSync(target, constants.O_WRONLY), old);
  } catch {
    throw new Error(`${reasonOf(error)}${copy === undefined ? '' : `; what it held is in ${copy}`}`);
  }
  if (copy !== undefined) rmSync(copy, { force: true });
  throw error;
}

function writeSynced(file: number, bytes: Buffer): void {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at);
    ftruncateSync(file, bytes.length);
    sync(file);
  } finally {
    closeSync(file);
  }
}

/** A full disk may be reported only now; a file system without `fsync` reports something else. */
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
    /* not every system can open a folder */
  }
}
