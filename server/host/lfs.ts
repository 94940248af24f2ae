import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bytesOf } from './text.ts';

/** What git holds of a file in Git LFS: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
export interface LfsPointer {
  readonly oid: string;
  readonly size: number;
}

/** The pointer that some contents are, instead of a file's own. */
export function lfsPointerOf(bytes: Buffer): LfsPointer | undefined {
  if (bytes.length > 1024) return undefined;
  const text = bytes.toString('latin1');
  if (!/^version https:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) return undefined;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1],
    size = /^size (\d+)$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

export const isOf = (bytes: Buffer, { oid, size }: LfsPointer): boolean =>
  bytes.length === size && createHash('sha256').update(bytes).digest('hex') === oid;

/** The contents that a pointer stands for, if Git LFS has already fetched them. @param common git's folder that all worktrees share */
export function lfsContents(common: string, pointer: LfsPointer): Buffer | undefined {
  const { oid } = pointer;
  const bytes = bytesOf(join(common, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid));
  return bytes && isOf(bytes, pointer) ? bytes : undefined;
}
