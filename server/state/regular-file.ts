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
import { leadingOut } from './checkout.ts';

/** In bytes; Node cannot hold a longer string. */
export const LARGEST = 500_000_000;

const { O_NONBLOCK = 0, O_NOFOLLOW = 0 } = constants as Partial<typeof constants>;
/** Does not block if the file was replaced by a pipe after it was checked. */
const openFlags = constants.O_RDONLY | O_NONBLOCK;

export interface ReadOptions {
  /** In bytes; a larger file is rejected. */
  readonly largest?: number;
  /**
   * Which symbolic links are followed: by default those that stay in the checkout that they are in, so that no
   * repository can have a file of this machine read. `none`: the file itself may not be one either.
   */
  readonly links?: 'any' | 'none' | undefined;
  /** The folder that no link may lead out of, if not the checkout. */
  readonly within?: string | undefined;
}

/** The entry at a path, with links followed; `undefined` if there is none, or it may not be accessed. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
/** The same for a link itself. */
export function linkStatsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * The bytes of a file. Everything of a workspace is read through this: any file may be replaced by a pipe, a socket or
 * a device, which would block or never end.
 * @throws as the system does, or an error that says why it is not read
 */
export function readRegularFile(path: string, options: ReadOptions = {}): Buffer {
  return withRegularFile(path, options, (file, { size }) => readUpTo(file, options.largest ?? LARGEST, size));
}

/**
 * Files up to this size, in bytes, are read one after the other into the same buffer, so that reading thousands creates
 * no garbage.
 */
const USUAL = 1 << 20;
let chunk: Buffer | undefined;

/**
 * The same if the bytes are needed only briefly: they are valid within the call of `use`.
 * @throws like `readRegularFile`, and as `use` does
 */
export const useFileBytes = <T>(path: string, use: (bytes: Buffer) => T): T =>
  withRegularFile(path, {}, file => use(bytesIn(file)));

/**
 * The same for a file that was just found as a regular one, so that it is not checked again. If it was replaced since,
 * it does not block and is not read beyond the size limit.
 * @throws like `readRegularFile`, and as `use` does
 */
export function useKnownFileBytes<T>(path: string, use: (bytes: Buffer) => T): T {
  const file = openSync(path, openFlags | O_NOFOLLOW);
  try {
    return use(bytesIn(file));
  } finally {
    closeSync(file);
  }
}

/** The bytes of an open file, in the shared buffer if they fit. */
function bytesIn(file: number): Buffer {
  chunk ??= Buffer.allocUnsafeSlow(USUAL);
  let length = 0;
  for (let readCount = -1; readCount !== 0; length += readCount) {
    if (length === USUAL) return readUpTo(file, LARGEST, fstatSync(file).size, chunk);
    readCount = readSync(file, chunk, length, USUAL - length, null);
  }
  return chunk.subarray(0, length);
}

/** Opens a regular file that is not too large, and closes it. @throws like `readRegularFile` */
export function withRegularFile<T>(
  path: string,
  { largest = LARGEST, links, within }: ReadOptions,
  use: (file: number, stats: Stats) => T,
): T {
  // opening a device may already have an effect
  requireRegular(links === 'none' ? lstatSync(path) : statSync(path), largest);
  const target = links === 'any' ? path : realpathSync.native(path),
    reason = links === 'any' ? undefined : leadingOut(path, target, within);
  if (reason !== undefined) throw new Error(`it ${reason}`);
  const file = openSync(target, links === 'any' ? openFlags : openFlags | O_NOFOLLOW);
  try {
    const stats = fstatSync(file);
    requireRegular(stats, largest);
    return use(file, stats);
  } finally {
    closeSync(file);
  }
}

/**
 * All remaining bytes.
 * @param expected bytes, if known
 * @param start what was read before, included in the result
 * @throws if it exceeds the maximum size
 */
export function readUpTo(file: number, largest: number, expected = 0, start: Buffer = noBytes): Buffer {
  if (expected > largest) throw tooLargeError(largest);
  // one more byte shows whether it has ended
  let bytes = Buffer.allocUnsafe(Math.max(expected || 65_536, start.length) + 1),
    length = start.copy(bytes);
  for (;;) {
    const readCount = readSync(file, bytes, length, bytes.length - length, null);
    if (readCount === 0) return bytes.subarray(0, length);
    length += readCount;
    if (length > largest) throw tooLargeError(largest);
    if (length === bytes.length) bytes = Buffer.concat([bytes], length * 2);
  }
}

const noBytes = Buffer.alloc(0);
const tooLargeError = (largest: number): Error =>
  new Error(`it is larger than ${largest >= 1e6 ? `${Math.round(largest / 1e6)} MB` : `${largest} bytes`}`);

function requireRegular(stats: Stats, largest: number): void {
  if (stats.isDirectory()) throw new Error('it is a folder');
  if (stats.isSymbolicLink()) throw new Error('it is a symbolic link');
  if (!stats.isFile()) throw new Error('it is not a regular file');
  if (stats.size > largest) throw tooLargeError(largest);
}
