import { isAscii, isUtf8 } from 'node:buffer';
import type { Span } from '../core/syntax/lines.ts';
import { useFileBytes, useKnownFileBytes, readRegularFile, withRegularFile, type ReadOptions } from './regular-file.ts';

/**
 * The text of a file as far as it can be decoded, and the first fault in its bytes. The text keeps a byte order mark.
 */
export interface ReadText {
  readonly text: string;
  /**
   * The place of the first bytes that are not valid UTF-8, and the reason. A file with this problem must not be
   * written back.
   */
  readonly problem?: Span & { readonly message: string };
}

/**
 * Reads a regular file, but no pipe or device, because reading it would never end.
 * @param isMet whether a walk has just found the file as a regular file
 * @throws an error whose message is the reason why the file cannot be read
 */
export function readText(path: string, isMet = false): ReadText {
  try {
    return (isMet ? useKnownFileBytes : useFileBytes)(path, textOf);
  } catch (error) {
    throw new Error(reasonOf(error));
  }
}

/** Decodes bytes quickly, because nearly every file is plain ASCII or valid UTF-8. */
function textOf(bytes: Buffer): ReadText {
  if (bytes.includes(0)) return decode(bytes);
  return isAscii(bytes) ? { text: bytes.toString('latin1') } : decode(bytes);
}

/** The bytes of a regular file; `undefined` if there is no regular file, or it cannot be read. */
export function bytesOf(path: string, options: ReadOptions = { links: 'none' }): Buffer | undefined {
  try {
    return readRegularFile(path, options);
  } catch {
    return undefined;
  }
}

/** The reason why a path named by the user cannot be read; `undefined` if it can be read. */
export function openProblem(path: string): string | undefined {
  try {
    return withRegularFile(path, {}, () => undefined);
  } catch (error) {
    return reasonOf(error);
  }
}

/** Decodes bytes; invalid UTF-8 in them is reported. */
export function decode(bytes: Buffer): ReadText {
  const utf16 = utf16Of(bytes);
  if (utf16) {
    const swappedBytes = utf16 === 'big' ? Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16() : bytes;
    const text = swappedBytes.toString('utf16le');
    const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    return {
      text,
      problem: {
        start,
        end: Math.min(start + 1, text.length),
        message: `expected UTF-8, got UTF-16 (${utf16}-endian); save the file as UTF-8`,
      },
    };
  }
  const text = bytes.toString('utf8');
  if (isUtf8(bytes)) return { text };
  const offset = firstInvalid(bytes);
  const start = bytes.subarray(0, offset).toString('utf8').length;
  const byte = bytes[offset]!.toString(16).toUpperCase().padStart(2, '0');
  return {
    text,
    problem: {
      start,
      end: start + 1,
      message: `byte 0x${byte} is not valid UTF-8; save the file as UTF-8`,
    },
  };
}

/** Recognizes UTF-16 by its byte order mark, or because every other byte at its start is zero. */
function utf16Of(bytes: Buffer): 'little' | 'big' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'little';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'big';
  if (bytes.length < 4) return undefined;
  if (bytes[0] !== 0 && bytes[1] === 0 && bytes[2] !== 0 && bytes[3] === 0) return 'little';
  if (bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0 && bytes[3] !== 0) return 'big';
  return undefined;
}

/**
 * The length of the longest valid prefix, found by binary search. A truncated sequence is invalid, so the last bytes
 * are checked one by one.
 */
function firstInvalid(bytes: Buffer): number {
  let validEnd = 0,
    invalid = bytes.length;
  while (invalid - validEnd > 8) {
    let middle = (validEnd + invalid) >> 1;
    while (middle > validEnd && (bytes[middle]! & 0xc0) === 0x80) middle--;
    if (middle === validEnd) break;
    if (isUtf8(bytes.subarray(validEnd, middle))) validEnd = middle;
    else invalid = middle;
  }
  for (let offset = validEnd; offset < bytes.length;) {
    const length = [1, 2, 3, 4].find(n => isUtf8(bytes.subarray(offset, offset + n)));
    if (length === undefined) return offset;
    offset += length;
  }
  return validEnd;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'there is no such file',
  ELOOP: 'its symbolic links form a cycle',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EBUSY: 'another program is using it',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is a file',
  ERR_STRING_TOO_LONG: 'the file is too large',
  ERR_FS_FILE_TOO_LARGE: 'the file is too large',
};
/** The reason of a system error, in words. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === undefined) return message ?? String(error);
  // the message of the system has the form "CODE: problem, call 'path'"
  const systemMessage = (message ?? '').replace(`${code}: `, '').replace(/, \w+( '.*')?$/s, '');
  return reasons[code] ?? (systemMessage === '' || systemMessage === code ? code : `${systemMessage} (${code})`);
}
