import { join, resolve } from 'node:path';
import { isJsonName, pathWithin, gitRootOf } from './paths.ts';
import { Git } from './git.ts';
import { contentsIn, type GitContents, type Tree } from './git-contents.ts';
import { disk, type FolderEntry, type Source } from './source.ts';
import { bytesOf, decode } from './text.ts';

/**
 * The files of a commit as a tree.
 * @param isWanted whether to include a file; by default, all files are included
 */
export const treeAt = (git: Git, commit: string, isWanted = (_: string): boolean => true): Tree => ({
  git,
  commit,
  files: git.filesAt(commit, isWanted),
});
export const treeStaged = (git: Git): Tree => ({ git, commit: undefined, files: git.filesStaged(() => true) });
/** The tree before the first commit, which has no files. */
export const emptyTree = (git: Git): Tree => ({ git, commit: undefined, files: new Map() });
export const treeWithout = (tree: Tree, absentFiles: ReadonlySet<string>): Tree => ({
  ...tree,
  leftOut: absentFiles.size,
  files: absentFiles.size === 0 ? tree.files : new Map([...tree.files].filter(([file]) => !absentFiles.has(file))),
});
export const isSameTree = ({ files: a }: Tree, { files: b }: Tree): boolean =>
  a.size === b.size && [...a].every(([file, id]) => b.get(file) === id);

/** The files that a workspace reads: JSON files, settings and ignore files. */
const isRead = (file: string): boolean => isJsonName(file) || /(^|\/)\.gitignore$/.test(file);

/** A source that reads the files of a tree instead of the disk. */
export interface GitSource extends Source {
  readonly tree: Tree;
  /** Remarks for people about the files that were read. */
  readonly notes: readonly string[];
}
export const isGitSource = (source: Source): source is GitSource => 'tree' in source;

export function sourceOf(tree: Tree): GitSource {
  const { git } = tree,
    folders = foldersOf(tree),
    notes: string[] = [];
  let contents: GitContents | undefined;
  const applyFilter = (file: string, filter: string): Buffer | undefined => {
    const bytes = bytesOf(join(git.folder, file));
    if (bytes) notes.push(`the filter "${filter}" of git is not run, so ${file} is checked as it is on disk`);
    return bytes;
  };
  const bytes = (path: string): Buffer => {
    const file = pathWithin(git.folder, path) ?? '';
    if (!tree.files.has(file)) throw Object.assign(new Error(), { code: 'ENOENT' });
    contents ??= contentsIn(tree, [...tree.files.keys()].filter(isRead), { applyFilter: applyFilter });
    const content = contents.contents.get(file);
    if (!content) throw new Error(contents.unknownReasons.get(file));
    return content;
  };
  return {
    tree,
    notes,
    entries: folder => [
      ...(folders.get(pathWithin(git.folder, folder) ?? '') ?? new Map<string, FolderEntry>()).values(),
    ],
    isTracked: () => true,
    leftOutCount: () => tree.leftOut ?? 0,
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
 * The index named in the environment of a git hook: `git commit -a` and `git commit -- FILE` create a temporary index,
 * and name it relative to the folder of the hook. The index belongs only to the checkout whose hook runs.
 * @returns `undefined` for another checkout, or without a hook
 */
export function hooksIndex(hooksPath: string | undefined, folder: string, cwd: string): string | undefined {
  const top = gitRootOf(folder);
  if (hooksPath === undefined || hooksPath === '' || top === undefined || gitRootOf(cwd) !== top) return undefined;
  const path = [cwd, top].map(source => resolve(source, hooksPath)).find(disk.isFile);
  return path ?? resolve(top, hooksPath);
}
