import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { missingSubmodule, type Git } from './git.ts';
import { fetchAll } from './git-program.ts';
import { bytesOf } from './text.ts';

/** Files in the index or in a commit, by path relative to the folder of `git`. */
export interface Tree {
  readonly git: Git;
  /** The paths of the files, each with the id of its contents. */
  readonly files: ReadonlyMap<string, string>;
  /** The commit; `undefined` for the index. */
  readonly commit: string | undefined;
  /** The number of JSON files that a sparse checkout leaves off the disk. */
  readonly leftOut?: number;
}

/** Returns the current bytes of a file; `undefined` if there is no regular file. */
export type CurrentBytes = (file: string) => Buffer | undefined;

/** The contents of files in git, regardless of the files on disk. */
export interface GitContents {
  readonly contents: ReadonlyMap<string, Buffer>;
  /** The files whose contents are unknown, with the reason and the command for fetching the contents. */
  readonly unknownReasons: ReadonlyMap<string, string>;
  /** The files that are unchanged for git, although git may have changed their line endings in the checkout. */
  readonly sameFiles: ReadonlySet<string>;
}

interface ContentsOptions {
  /** Returns the current bytes of a file, if git may have converted them. */
  readonly currentBytes?: CurrentBytes;
  /** Returns the contents of a file for which git would need a filter. */
  readonly applyFilter?: (file: string, filter: string) => Buffer | undefined;
}

/** The contents of some files of a tree. */
export function contentsIn(
  { git, commit, files: filesById }: Tree,
  files: Iterable<string>,
  options: ContentsOptions = {},
) {
  const { currentBytes = () => undefined, applyFilter = () => undefined } = options;
  const contents = new Map<string, Buffer>(),
    unknownReasons = new Map<string, string>(),
    sameFiles = new Set<string>(),
    storedIds = new Map<string, string>();
  let autocrlf: boolean | undefined;
  for (const [file, { filter, normalises }] of git.conversions([...files])) {
    const id = filesById.get(file)!,
      current = currentBytes(file);
    const isText = (): boolean => normalises ?? (autocrlf ??= git.autocrlf());
    const bytes = filter === undefined || filter === 'lfs' ? undefined : applyFilter(file, filter);
    if (current?.includes('\r\n') && isText() && isOf(withoutCr(current), id)) sameFiles.add(file);
    else if (filter === undefined || filter === 'lfs') storedIds.set(file, id);
    else if (bytes) contents.set(file, bytes);
    else unknownReasons.set(file, `the filter "${filter}" of git is not run`);
  }
  const storedContents = git.contents(storedIds);
  let gitFolder: string | undefined;
  for (const [file, id] of storedIds) {
    const bytes = storedContents.get(file),
      pointer = bytes && lfsPointerOf(bytes),
      current = pointer && currentBytes(file);
    const content = pointer ? lfsContents((gitFolder ??= git.sharedFolder()), pointer) : bytes;
    if (current && isPointedAt(current, pointer)) sameFiles.add(file);
    else if (content) contents.set(file, content);
    else if (!bytes) unknownReasons.set(file, missingContentsReason(id));
    else unknownReasons.set(file, lfsReason(commit === undefined ? 'pull' : `fetch origin ${commit.slice(0, 12)}`));
  }
  return { contents, unknownReasons, sameFiles } satisfies GitContents;
}

/**
 * The reason why the contents of a file are unknown: Git LFS has not fetched them; undefined if the file is no
 * pointer.
 */
export const pointerOnly = (bytes: Buffer): string | undefined => (lfsPointerOf(bytes) ? lfsReason('pull') : undefined);

const missingContentsReason = (id: string): string => {
  const commit = missingSubmodule(id);
  return commit === undefined
    ? `this clone does not have it; "${fetchAll}" fetches it`
    : `its submodule does not have commit ${commit.slice(0, 12)}; "git submodule update" fetches it`;
};
const lfsReason = (command: string): string => `Git LFS has not fetched it; "git lfs ${command}" fetches it`;

/** Whether contents have this git id. The length of an id shows the kind of hash. */
export const isOf = (bytes: Buffer, id: string): boolean =>
  createHash(id.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex') === id;

const withoutCr = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** A pointer to Git LFS in place of a file: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
interface LfsPointer {
  readonly oid: string;
  readonly size: number;
}

/** The pointer to Git LFS in the contents of a file; `undefined` if the contents are no pointer. */
function lfsPointerOf(bytes: Buffer): LfsPointer | undefined {
  if (bytes.length > 1024) return undefined;
  const text = bytes.toString('latin1');
  if (!/^version https:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) return undefined;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1],
    size = /^size (\d+)$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

const isPointedAt = (bytes: Buffer, { oid, size }: LfsPointer): boolean =>
  bytes.length === size && createHash('sha256').update(bytes).digest('hex') === oid;

/**
 * The contents of the file to which a pointer refers, if Git LFS has already fetched them.
 * @param text the git folder that all worktrees share
 */
function lfsContents(text: string, pointer: LfsPointer): Buffer | undefined {
  const { oid } = pointer;
  const bytes = bytesOf(join(text, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid), { links: 'any' });
  return bytes && isPointedAt(bytes, pointer) ? bytes : undefined;
}
