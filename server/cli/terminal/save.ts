import { dirname } from 'node:path';
import { isWithin, pathWithin, gitRootOf } from '../../state/paths.ts';
import { bytesOf, reasonOf } from '../../state/text.ts';
import { removeLeftovers, replaceFile, type FileReplacement } from '../../state/write.ts';
import { OutputError, type Io } from './io.ts';

/**
 * Writes a file. No symbolic link may lead out of the checkout or, without one, out of the working directory.
 * @param path absolute
 * @throws OutputError with the path relative to the working directory
 */
export function save({ cwd }: Pick<Io, 'cwd'>, path: string, replacement: FileReplacement): void {
  let leftover: string | undefined;
  try {
    removeLeftovers([dirname(path)]);
    const gitRoot = gitRootOf(dirname(path)) ?? (isWithin(cwd, path) ? cwd : undefined);
    const outcome = replaceFile(path, { ...(gitRoot !== undefined && { linkBoundary: gitRoot }), ...replacement });
    leftover = outcome === 'written' ? undefined : outcome.refusal;
  } catch (error) {
    leftover = `cannot be written: ${reasonOf(error)}`;
  }
  if (leftover !== undefined) throw new OutputError(`${pathWithin(cwd, path) ?? path} ${leftover}`);
}

/** The contents of a file before it is replaced; null for a new file. */
export const bytesBefore = (path: string): Buffer | null => bytesOf(path, {}) ?? null;
