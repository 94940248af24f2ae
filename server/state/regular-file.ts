import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { outsideReason } from './paths.ts';

/** The maximum size of a file in bytes; Node cannot hold a longer string. */
export const MAX_SIZE = 500_000_000;

const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
/** Flags with which opening a file does not block, even if a pipe has replaced the file since the check. */
const openFlags = constants.O_RDONLY | O_NONBLOCK;

export interface ReadOptions {
  /** The maximum size in bytes; a larger file is rejected. */
  readonly maxSize?: number;
  /**
   * The symbolic links that are followed. By default, links must end in their own checkout, so that no repository can
   * make Preflight read another file of this machine. `none`: the file itself may not be a link either.
   */
  readonly links?: 'any' | 'none' | undefined;
  /** The folder in which links must end; by default the checkout. */
  readonly linkBoundary?: string | undefined;
}

/**
 * The attributes of the entry at a path, after following links; `undefined` if there is no entry, or it may not be
 * accessed.
 */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
/** The attributes of the entry at a path, without following a link. */
export function linkStatsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a file. Every file of a workspace is read by this function, because a pipe, a socket or a device in its
 * place would block or never end.
 * @throws an error of the system, or an error with the reason why the file is not read
 */
export function readRegularFile(path: string, options: ReadOptions = {}): Buffer {
  return withRegularFile(path, options, (file, { size }) => readUpTo(file, options.maxSize ?? MAX_SIZE, size));
}

/**
 * The size in bytes up to which files are read into one shared buffer, so that reading thousands of files allocates no
 * memory.
 */
const BUFFER_SIZE = 1 << 20;
let chunk: Buffer | undefined;

/**
 * Reads the bytes of a file into a buffer that is valid only during the call of `use`.
 * @throws like `readRegularFile` and `use`
 */
export const useFileBytes = <T>(path: string, use: (bytes: Buffer) => T): T =>
  withRegularFile(path, {}, file => use(bytesIn(file)));

/**
 * Reads a file that was just found to be a regular file, without a second check. If the file has been replaced,
 * reading does not block and stops at the size limit.
 * @throws like `readRegularFile` and `use`
 */
export function useKnownFileBytes<T>(path: string, use: (bytes: Buffer) => T): T {
  const file = openSync(path, openFlags | O_NOFOLLOW);
  try {
    return use(bytesIn(file));
  } finally {
    closeSync(file);
  }
}

/** The bytes of an open file, in the shared buffer if they fit in it. */
function bytesIn(file: number): Buffer {
  chunk ??= Buffer.allocUnsafeSlow(BUFFER_SIZE);
  let length = 0;
  for (let readCount = -1; readCount !== 0; length += readCount) {
    if (length === BUFFER_SIZE) return readUpTo(file, MAX_SIZE, fstatSync(file).size, chunk);
    readCount = readSync(file, chunk, length, BUFFER_SIZE - length, null);
  }
  return chunk.subarray(0, length);
}

/** Opens a regular file that is not too large, and closes it. @throws like `readRegularFile` */
export function withRegularFile<T>(
  path: string,
  { maxSize = MAX_SIZE, links, linkBoundary }: ReadOptions,
  use: (file: number, stats: Stats) => T,
): T {
  // the type is checked first, because opening a device may already have an effect
  requireRegular(links === 'none' ? lstatSync(path) : statSync(path), maxSize);
  const target = links === 'any' ? path : realpathSync.native(path),
    reason = links === 'any' ? undefined : outsideReason(path, target, linkBoundary);
  if (reason !== undefined) throw new Error(`it ${reason}`);
  const file = openSync(target, links === 'any' ? openFlags : openFlags | O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    requireRegular(stats, maxSize);
    return use(file, stats);
  } finally {
    closeSync(file);
  }
}

/**
 * Reads all remaining bytes.
 * @param expected the expected number of bytes, if known
 * @param start bytes that were already read, which are part of the result
 * @throws an error if the file exceeds the maximum size
 */
export function readUpTo(file: number, maxSize: number, expected = 0, start: Buffer = noBytes): Buffer {
  if (expected > maxSize) throw tooLargeError(maxSize);
  // the buffer has one byte more than expected, to notice whether the file has ended
  let bytes = Buffer.allocUnsafe(Math.max(expected || 65_536, start.length) + 1),
    length = start.copy(bytes);
  for (;;) {
    const readCount = readSync(file, bytes, length, bytes.length - length, null);
    if (readCount === 0) return bytes.subarray(0, length);
    length += readCount;
    if (length > maxSize) throw tooLargeError(maxSize);
    if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2);
  }
}

const noBytes = Buffer.alloc(0);
const tooLargeError = (maxSize: number): Error =>
  new Error(`it is larger than ${maxSize >= 1e6 ? `${Math.round(maxSize / 1e6)} MB` : `${maxSize} bytes`}`);

function requireRegular(stats: Stats, maxSize: number): void {
  if (stats.isDirectory()) throw new Error('it is a folder');
  if (stats.isSymbolicLink()) throw new Error('it is a symbolic link');
  if (!stats.isFile()) throw new Error('it is not a regular file');
  if (stats.size > maxSize) throw tooLargeError(maxSize);
}
