import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Workspace } from '../core/workspace/workspace.ts';
import { compareTexts, listed } from '../core/wording.ts';
import { missingSubmodule, type Git } from './git.ts';
import { fetchAll } from './git-program.ts';
import { isSettingsFile } from '../core/settings-files.ts';
import { bytesOf, decode } from './text.ts';
import { addTo } from '../core/json/multimap.ts';

/**
 * Files as in a commit, compared with the current ones. A file that is neither in `texts` nor in `unknown` did not
 * exist.
 */
export interface Past {
  /** Files that are unchanged in the eyes of git: a line ending that git changes in a checkout is no difference. */
  readonly same: ReadonlySet<string>;
  /** The former text of the others; of unchanged ones, their current text. */
  readonly texts: ReadonlyMap<string, string>;
  /** Files whose former content cannot be known here, with the reason and the command that fetches it. */
  readonly unknown: ReadonlyMap<string, string>;
}
export const noPast: Past = { same: new Set(), texts: new Map(), unknown: new Map() };

/** The current bytes of a file; `undefined` if there is no regular file. */
export type Here = (file: string) => Buffer | undefined;
/** @param damaged files whose text is not all of their bytes */
export const hereIn =
  (root: string, workspace: Workspace, damaged: ReadonlySet<string> = new Set()): Here =>
  file => {
    const document = damaged.has(file) ? undefined : workspace.document(file);
    // a link to settings stands for the file that it leads to
    return document ? Buffer.from(document.text) : bytesOf(join(root, file), isSettingsFile(file) ? {} : undefined);
  };

/** A reading of a commit in progress. */
interface Reading {
  readonly git: Git;
  readonly commit: string;
  /** Files of the commit, with the ids of their contents. */
  readonly files: ReadonlyMap<string, string>;
  readonly same: Set<string>;
  readonly texts: Map<string, string>;
  readonly unknown: Map<string, string>;
}
/** Files that are still unknown, with their current bytes. */
type Open = ReadonlyMap<string, Buffer | undefined>;

/** @param files of the commit, with the ids of their contents */
export function readPast(git: Git, commit: string, files: ReadonlyMap<string, string>, here: Here): Past {
  const reading: Reading = { git, commit, files, same: new Set(), texts: new Map(), unknown: new Map() };
  const differing = compareIds(reading, here);
  readContents(reading, compareConverted(reading, differing));
  return reading;
}

function isSame({ same, texts }: Reading, file: string, bytes: Buffer): void {
  same.add(file);
  texts.set(file, decode(bytes).text);
}

function compareIds(reading: Reading, here: Here): Open {
  const differing = new Map<string, Buffer | undefined>();
  for (const [file, id] of reading.files) {
    const now = here(file);
    if (now === undefined || idOf(now, id) !== id) differing.set(file, now);
    else if (!lfsPointerOf(now)) isSame(reading, file, now);
    else {
      // an unchanged pointer means unchanged contents, whatever they are
      reading.same.add(file);
      reading.unknown.set(file, notInLfs('pull'));
    }
  }
  return differing;
}

/** The files that differ in bytes and also differ for git, and are not hidden by a filter. */
function compareConverted(reading: Reading, differing: Open): Open {
  const { git, files, unknown } = reading,
    conversions = git.conversions([...differing.keys()]),
    open = new Map<string, Buffer | undefined>();
  let autocrlf: boolean | undefined;
  for (const [file, now] of differing) {
    const { filter, normalises } = conversions.get(file)!,
      id = files.get(file)!;
    const isText = (): boolean => normalises ?? (autocrlf ??= git.autocrlf());
    if (now?.includes('\r\n') && isText() && idOf(withoutCr(now), id) === id) isSame(reading, file, now);
    else if (filter !== undefined && filter !== 'lfs') unknown.set(file, notRun(filter));
    else open.set(file, now);
  }
  return open;
}

function readContents(reading: Reading, open: Open): void {
  const { git, commit, files, texts, unknown } = reading;
  const contents = git.contents(new Map([...open.keys()].map(file => [file, files.get(file)!])));
  const stored = storedIn(git);
  for (const [file, now] of open) {
    const bytes = contents.get(file),
      pointer = bytes && lfsPointerOf(bytes);
    if (!bytes) unknown.set(file, notHere(files.get(file)!));
    else if (!pointer) texts.set(file, decode(bytes).text);
    else if (now && isOf(now, pointer)) isSame(reading, file, now);
    else {
      const fetched = stored(pointer);
      if (fetched) texts.set(file, decode(fetched).text);
      else unknown.set(file, notInLfs(`fetch origin ${commit.slice(0, 12)}`));
    }
  }
}

/** What git has of files, whatever is on disk. */
interface GitContents {
  readonly contents: ReadonlyMap<string, Buffer>;
  /** Files for which that cannot be known, with the reason and the command that fetches it. */
  readonly unknown: ReadonlyMap<string, string>;
}

/**
 * @param commit of the files, `undefined` for the index
 * @param filtered returns contents of a file that only a filter could produce
 */
export function textsOf(
  git: Git,
  commit: string | undefined,
  files: ReadonlyMap<string, string>,
  filtered: (file: string, filter: string) => Buffer | undefined = () => undefined,
): GitContents {
  const contents = new Map<string, Buffer>(),
    unknown = new Map<string, string>();
  const held = git.contents(files),
    conversions = git.conversions([...files.keys()]),
    stored = storedIn(git);
  for (const [file, id] of files) {
    const { filter } = conversions.get(file)!,
      bytes = held.get(file),
      pointer = bytes && lfsPointerOf(bytes);
    if (filter !== undefined && filter !== 'lfs') {
      const here = filtered(file, filter);
      if (here) contents.set(file, here);
      else unknown.set(file, notRun(filter));
      continue;
    }
    const found = pointer ? stored(pointer) : bytes;
    if (found) contents.set(file, found);
    else if (!bytes) unknown.set(file, notHere(id));
    else unknown.set(file, notInLfs(commit === undefined ? 'pull' : `fetch origin ${commit.slice(0, 12)}`));
  }
  return { contents, unknown };
}

/** Looks for what Git LFS has already fetched. */
function storedIn(git: Git): (pointer: LfsPointer) => Buffer | undefined {
  let common: string | undefined;
  return pointer => lfsContents((common ??= git.commonFolder()), pointer);
}

const notRun = (filter: string): string => `the filter "${filter}" of git is not run`;
const notHere = (id: string): string => {
  const commit = missingSubmodule(id);
  return commit === undefined
    ? `this clone does not have it; "${fetchAll}" fetches it`
    : `its submodule does not have commit ${commit.slice(0, 12)}; "git submodule update" fetches it`;
};
const notInLfs = (command: string): string => `Git LFS has not fetched it; "git lfs ${command}" does`;

/** The id that git gives to contents. @param like an id of the same repository, whose length shows the kind of hash */
const idOf = (bytes: Buffer, like: string): string =>
  createHash(like.length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

const withoutCr = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');

/** How the files of a folder changed since a commit. */
interface Changes {
  /** Changed and new files, including untracked ones unless git ignores them. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly past: Past;
}

/** @param all files of the commit @param met files that were found on disk, tracked or not */
export function changesSince(
  git: Git,
  commit: string,
  all: ReadonlyMap<string, string>,
  met: readonly string[],
  here: Here,
): Changes {
  const { files: tracked, absent } = git.tracked(),
    files = without(all, absent);
  const present = new Set([...tracked, ...met].filter(file => !absent.has(file) && isOnDisk(git, file)));
  const past = readPast(git, commit, files, file => (present.has(file) ? here(file) : undefined));
  return {
    changed: [...present].filter(file => !past.same.has(file)).sort(),
    deleted: [...files.keys()].filter(file => !present.has(file)).sort(),
    past,
  };
}

/** The former state of the requested files, and of those removed since. @param all files of the commit */
export function pastOf(
  git: Git,
  commit: string,
  all: ReadonlyMap<string, string>,
  asked: ReadonlySet<string>,
  here: Here,
): Past {
  const { files: tracked, absent } = git.tracked();
  const isGone = (file: string): boolean => !tracked.has(file) || !isOnDisk(git, file);
  const files = without(all, absent);
  return readPast(git, commit, new Map([...files].filter(([file]) => asked.has(file) || isGone(file))), here);
}

/** The same for fewer files. */
export function within({ same, texts, unknown }: Past, files: ReadonlyMap<string, string>): Past {
  const some = (known: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
    new Map([...known].filter(([file]) => files.has(file)));
  return { same, texts: some(texts), unknown: some(unknown) };
}

export const without = (
  files: ReadonlyMap<string, string>,
  absent: ReadonlySet<string>,
): ReadonlyMap<string, string> =>
  absent.size === 0 ? files : new Map([...files].filter(([file]) => !absent.has(file)));

/** A folder of the same name is not a file, and neither is a path below a file. */
const isOnDisk = ({ folder }: Git, file: string): boolean => {
  try {
    return lstatSync(join(folder, file), { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    return false;
  }
};

/** One line per reason why files are not known in their former state. */
export function unknownInWords({ unknown }: Past, revision: string, shown: (file: string) => string): string[] {
  const groups = new Map<string, string[]>();
  for (const [file, why] of [...unknown].sort(([a], [b]) => compareTexts(a, b))) addTo(groups, why, shown(file));
  return [...groups].map(
    ([why, files]) => `what ${listed(files, 'and', 5)} said in ${revision} is not known here: ${why}`,
  );
}

/** A file's pointer to Git LFS: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
interface LfsPointer {
  readonly oid: string;
  readonly size: number;
}

/** The pointer that some contents are, in place of a file's own. */
function lfsPointerOf(bytes: Buffer): LfsPointer | undefined {
  if (bytes.length > 1024) return undefined;
  const text = bytes.toString('latin1');
  if (!/^version https:\/\/(git-lfs\.github\.com|hawser\.github\.com)\/spec\//.test(text)) return undefined;
  const oid = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1],
    size = /^size (\d+)$/m.exec(text)?.[1];
  return oid === undefined || size === undefined ? undefined : { oid, size: Number(size) };
}

const isOf = (bytes: Buffer, { oid, size }: LfsPointer): boolean =>
  bytes.length === size && createHash('sha256').update(bytes).digest('hex') === oid;

/**
 * The contents that a pointer stands for, if Git LFS has already fetched them. @param common git's folder that all
 * worktrees share
 */
function lfsContents(common: string, pointer: LfsPointer): Buffer | undefined {
  const { oid } = pointer;
  const bytes = bytesOf(join(common, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid), { links: 'any' });
  return bytes && isOf(bytes, pointer) ? bytes : undefined;
}
