import { join, resolve } from 'node:path';
import { isJsonName } from './find.ts';
import { isWithin, pathWithin } from './paths.ts';
import { gitRootOf } from './checkout.ts';
import { Git } from './git.ts';
import { textsOf, without, type Past } from './past.ts';
import { disk, type Entry, type Source } from './source.ts';
import { bytesOf, decode } from './text.ts';

/** Files as git has them, in the index or in a commit, by path from the top of the checkout. */
export interface Tree {
  readonly git: Git;
  /** With the ids of their contents. */
  readonly files: ReadonlyMap<string, string>;
  /** The commit, `undefined` for the index. */
  readonly commit: string | undefined;
}

export const treeAt = (git: Git, commit: string): Tree => ({ git, commit, files: git.filesAt(commit, () => true) });
export const treeStaged = (git: Git): Tree => ({ git, commit: undefined, files: git.filesStaged(() => true) });
/** Before the first commit. */
export const emptyTree = (git: Git): Tree => ({ git, commit: undefined, files: new Map() });
export const treeWithout = (tree: Tree, absent: ReadonlySet<string>): Tree => ({
  ...tree,
  files: without(tree.files, absent),
});
export const isSameTree = ({ files: a }: Tree, { files: b }: Tree): boolean =>
  a.size === b.size && [...a].every(([file, id]) => b.get(file) === id);

/**
 * The git of a whole checkout; `undefined` outside of one. @param index the index to read instead of its own, absolute
 */
export function gitOf(folder: string, index?: string): Git | undefined {
  const top = gitRootOf(folder);
  return top === undefined ? undefined : new Git(top, undefined, index);
}

/** The input of a workspace: its files, and what decides which of them count. */
const isRead = (file: string): boolean => isJsonName(file) || /(^|\/)\.gitignore$/.test(file);

/** A tree in place of the disk. */
export function sourceOf(tree: Tree): Source & { readonly notes: readonly string[] } {
  const { git } = tree,
    folders = foldersOf(tree),
    notes: string[] = [];
  let read: ReturnType<typeof textsOf> | undefined;
  const filtered = (file: string, filter: string): Buffer | undefined => {
    const here = bytesOf(join(git.folder, file));
    if (here) notes.push(`the filter "${filter}" of git is not run, so ${file} is checked as it is on disk`);
    return here;
  };
  const bytes = (path: string): Buffer => {
    const file = pathWithin(git.folder, path) ?? '';
    if (!tree.files.has(file)) throw Object.assign(new Error(), { code: 'ENOENT' });
    read ??= textsOf(git, tree.commit, new Map([...tree.files].filter(([name]) => isRead(name))), filtered);
    const found = read.contents.get(file);
    if (!found) throw new Error(read.unknown.get(file));
    return found;
  };
  return {
    notes,
    entries: folder => [...(folders.get(pathWithin(git.folder, folder) ?? '') ?? new Map<string, Entry>()).values()],
    isTracked: () => true,
    isFile: path => tree.files.has(pathWithin(git.folder, path) ?? ''),
    sizeOf: () => 0,
    bytes,
    text: path => decode(bytes(path)),
  };
}

function foldersOf({ files }: Tree): ReadonlyMap<string, ReadonlyMap<string, Entry>> {
  const folders = new Map<string, Map<string, Entry>>([['', new Map()]]);
  const entry = (name: string, isFolder: boolean): Entry => ({
    name,
    isDirectory: () => isFolder,
    isFile: () => !isFolder,
    isSymbolicLink: () => false,
  });
  for (const file of files.keys()) {
    const names = file.split('/');
    for (const [i, name] of names.entries()) {
      const folder = names.slice(0, i).join('/');
      if (!folders.has(folder)) folders.set(folder, new Map());
      if (!folders.get(folder)!.has(name)) folders.get(folder)!.set(name, entry(name, i + 1 < names.length));
    }
  }
  return folders;
}

/** The files of a workspace and where they are read. */
export interface NowTree {
  readonly tree: Tree;
  readonly source: Source;
}

/** The part of two trees in a folder, with paths relative to it. */
interface TreeDifference {
  /** The JSON files of the first one, with the ids of their contents. */
  readonly then: ReadonlyMap<string, string>;
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly past: Past;
}

/** The former state of a folder's files in one tree, compared with another. */
export function differenceOf(base: Tree, now: Tree, source: Source, root: string): TreeDifference {
  const inside = (files: ReadonlyMap<string, string>): Map<string, string> =>
    new Map(
      [...files]
        .filter(([file]) => isJsonName(file) && isWithin(root, join(base.git.folder, ...file.split('/'))))
        .map(([file, id]) => [pathWithin(root, join(base.git.folder, file))!, id]),
    );
  const then = inside(base.files),
    today = inside(now.files);
  const same = new Set([...then].filter(([file, id]) => today.get(file) === id).map(([file]) => file));
  const prefix = pathWithin(base.git.folder, root)!;
  const fromTop = (file: string): string => (prefix === '' ? file : `${prefix}/${file}`);
  const other = textsOf(
    base.git,
    base.commit,
    new Map([...then].filter(([file]) => !same.has(file)).map(([file, id]) => [fromTop(file), id])),
  );
  const texts = new Map<string, string>(),
    unknown = new Map<string, string>();
  for (const file of then.keys()) {
    const bytes = same.has(file) ? undefined : other.contents.get(fromTop(file));
    if (bytes) texts.set(file, decode(bytes).text);
    else if (!same.has(file)) unknown.set(file, other.unknown.get(fromTop(file))!);
    else {
      try {
        texts.set(file, source.text(join(root, ...file.split('/'))).text);
      } catch (error) {
        unknown.set(file, (error as Error).message);
      }
    }
  }
  return {
    then,
    changed: [...today.keys()].filter(file => !same.has(file)).sort(),
    deleted: [...then.keys()].filter(file => !today.has(file)).sort(),
    past: { same, texts, unknown },
  };
}

/**
 * The index named in the environment of git hooks: `git commit -a` and `git commit -- FILE` create one of their own,
 * and name it relative to the hook's folder. It belongs only to the checkout whose hook runs.
 */
export function hooksIndex(named: string | undefined, folder: string, cwd: string): string | undefined {
  const top = gitRootOf(folder);
  if (named === undefined || named === '' || top === undefined || gitRootOf(cwd) !== top) return undefined;
  const path = [cwd, top].map(from => resolve(from, named)).find(disk.isFile);
  return path ?? resolve(top, named);
}
