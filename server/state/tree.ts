import { join, resolve } from 'node:path';
import { isJsonName, pathWithin } from './paths.ts';
import { gitRootOf } from './checkout.ts';
import { Git } from './git.ts';
import { contentsIn, type GitContents, type Tree } from './git-contents.ts';
import { disk, type FolderEntry, type Source } from './source.ts';
import { bytesOf, decode } from './text.ts';

/** @param isWanted which files count; by default all */
export const treeAt = (git: Git, commit: string, isWanted = (_: string): boolean => true): Tree => ({
  git,
  commit,
  files: git.filesAt(commit, isWanted),
});
export const treeStaged = (git: Git): Tree => ({ git, commit: undefined, files: git.filesStaged(() => true) });
/** Before the first commit. */
export const emptyTree = (git: Git): Tree => ({ git, commit: undefined, files: new Map() });
export const treeWithout = (tree: Tree, absent: ReadonlySet<string>): Tree => ({
  ...tree,
  leftOut: absent.size,
  files: absent.size === 0 ? tree.files : new Map([...tree.files].filter(([file]) => !absent.has(file))),
});
export const isSameTree = ({ files: a }: Tree, { files: b }: Tree): boolean =>
  a.size === b.size && [...a].every(([file, id]) => b.get(file) === id);

/** The input of a workspace: its files, and what decides which of them count. */
const isRead = (file: string): boolean => isJsonName(file) || /(^|\/)\.gitignore$/.test(file);

/** A tree in place of the disk. */
export interface GitSource extends Source {
  readonly tree: Tree;
  /** What people should know about what was read. */
  readonly notes: readonly string[];
}
export const isGitSource = (source: Source): source is GitSource => 'tree' in source;

export function sourceOf(tree: Tree): GitSource {
  const { git } = tree,
    folders = foldersOf(tree),
    notes: string[] = [];
  let read: GitContents | undefined;
  const filtered = (file: string, filter: string): Buffer | undefined => {
    const here = bytesOf(join(git.folder, file));
    if (here) notes.push(`the filter "${filter}" of git is not run, so ${file} is checked as it is on disk`);
    return here;
  };
  const bytes = (path: string): Buffer => {
    const file = pathWithin(git.folder, path) ?? '';
    if (!tree.files.has(file)) throw Object.assign(new Error(), { code: 'ENOENT' });
    read ??= contentsIn(tree, [...tree.files.keys()].filter(isRead), { filtered });
    const content = read.contents.get(file);
    if (!content) throw new Error(read.unknown.get(file));
    return content;
  };
  return {
    tree,
    notes,
    entries: folder => [
      ...(folders.get(pathWithin(git.folder, folder) ?? '') ?? new Map<string, FolderEntry>()).values(),
    ],
    isTracked: () => true,
    leftOut: () => tree.leftOut ?? 0,
    isThere: path => tree.files.has(pathWithin(git.folder, path) ?? ''),
    isFile: path => tree.files.has(pathWithin(git.folder, path) ?? ''),
    sizeOf: () => 0,
    bytes,
    text: path => decode(bytes(path)),
  };
}

function foldersOf({ files }: Tree): ReadonlyMap<string, ReadonlyMap<string, FolderEntry>> {
  const folders = new Map<string, Map<string, FolderEntry>>([['', new Map()]]);
  const entry = (name: string, isFolder: boolean): FolderEntry => ({
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
