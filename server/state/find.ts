import { join } from 'node:path';
import { configurationNames } from '../core/settings-files.ts';
import { GitIgnores, isGitIgnored } from './git-ignore.ts';
import { isJsonName, pathIn, gitRootOf } from './paths.ts';
import { remedy, WorkspaceTooLarge } from './refusals.ts';
import { MAX_SIZE, linkStatsOf, statsOf } from './regular-file.ts';
import { disk, type FolderEntry, type Source } from './source.ts';
import { reasonOf } from './text.ts';
import { count } from '../core/wording.ts';

/** Files of a workspace, relative to its root, with `/`, sorted. */
export interface FilesIn {
  readonly files: readonly string[];
  /** The skipped files and folders, each with the reason; only on request. */
  readonly passedOver: readonly { readonly path: string; readonly reason: SkippedBecause }[];
  /** The number of skipped files and folders, by reason. */
  readonly skippedCounts: ReadonlyMap<SkippedBecause, number>;
  /** The folders and ignore files that cannot be read completely. */
  readonly unreadablePaths: readonly { readonly path: string; readonly problem: string }[];
  /** The absolute paths of folders with a configuration of their own, which are workspaces themselves. */
  readonly nestedFolders: readonly string[];
  /** The size of all files together. */
  readonly bytes: number;
}
export type SkippedBecause =
  | 'it is a symbolic link; give its target'
  | 'it is not a regular file'
  | 'git ignores it'
  | 'the configuration ignores it';

interface FindOptions {
  /** Whether `ignore` of the configuration contains a path, relative to the root. */
  isIgnored(path: string): boolean;
  /** Whether to list the skipped files and folders. */
  readonly explain?: boolean;
  readonly limits?: Limits;
  readonly source?: Source;
  /**
   * Paths relative to the root. Only files at and below these paths are found, in the same order as in a walk of the
   * whole folder.
   */
  readonly only?: Iterable<string> | undefined;
  /** Called with each folder that is entered. */
  visited?(folder: string): void;
}
/** The limits of a walk; a walk that exceeds a limit stops. */
export interface Limits {
  /** The maximum number of files of any kind, and also of folders. */
  readonly files: number;
  /** The maximum size of all JSON files together. */
  readonly bytes: number;
}
const usualLimits: Limits = { files: 200_000, bytes: 4 * 2 ** 30 };

export { WorkspaceTooLarge } from './refusals.ts';
/**
 * A warning with the amount to be read, if memory may be insufficient: all documents stay in memory, with everything
 * computed from them.
 */
export const memoryWarning = (root: string, { files, bytes }: Pick<FilesIn, 'files' | 'bytes'>): string | undefined =>
  bytes > WARNING_SIZE
    ? `${root} has ${sizeOf(bytes)} of JSON in ${count(files.length, 'file')}, and all of it is held in memory; ${remedy}`
    : undefined;
const WARNING_SIZE = 2 ** 30;

const tooManyPatterns =
  'the ignore files are too large, or have too many wildcards for so many files; some ignored files were checked';

const skippedFolders: ReadonlySet<string> = new Set(['node_modules', '.git']);
/**
 * Whether a path is in a folder that no walk enters.
 * @param path a relative path, with `/`
 */
export const isNeverEntered = (path: string): boolean => /(^|\/)(node_modules(\/|$)|\.git\/)/.test(path);

/** Walks a folder. @throws WorkspaceTooLarge */
export function findFiles(root: string, options: FindOptions): FilesIn {
  const finding = findFilesInSteps(root, options);
  for (let step = finding.next(); ; step = finding.next()) if (step.done) return step.value;
}

/**
 * Walks a folder, one subfolder per step, so that callers can do other work in between. Yields the number of files so
 * far. Like git, it does not follow symbolic links, so there are no cycles and no file is found twice.
 * @throws WorkspaceTooLarge
 */
export function* findFilesInSteps(
  root: string,
  { isIgnored: isPathIgnored, explain = false, limits = usualLimits, source = disk, only, visited }: FindOptions,
): Generator<number, FilesIn> {
  const files: string[] = [],
    nestedFolders: string[] = [];
  const skippedPaths: { path: string; reason: SkippedBecause }[] = [],
    skippedCounts = new Map<SkippedBecause, number>(),
    unreadableFiles: { path: string; problem: string }[] = [];
  const pass = (path: string, reason: SkippedBecause): void => {
    skippedCounts.set(reason, (skippedCounts.get(reason) ?? 0) + 1);
    if (explain) skippedPaths.push({ path, reason: reason });
  };
  const counters = countWalk(root, limits, source);
  const { top, ...start } = ignoresAt(root, source);
  const pending = [{ folder: root, path: '', only, ...start }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { folder, path } = next,
      names = namesIn(next.only);
    counters.folder();
    visited?.(folder);
    let entries: readonly FolderEntry[];
    try {
      entries = names ? entriesAt(folder, names.keys()) : source.entries(folder, path !== '');
    } catch (error) {
      if (only && !source.isThere(folder)) continue;
      unreadableFiles.push({
        path: path || '.',
        problem: `the folder cannot be read: ${reasonOf(error)}; nothing in it was checked`,
      });
      continue;
    }
    const hasEntry = (name: string): boolean => names !== undefined || entries.some(entry => entry.name === name);
    if (path !== '' && configurationNames.some(name => hasEntry(name) && source.isFile(join(folder, name)))) {
      nestedFolders.push(folder);
      continue;
    }
    const gitIgnores = path === '' ? next.ignores : next.ignores.inSubfolder(folder, hasEntry('.gitignore'));
    for (const entry of entries) {
      const { name } = entry;
      const isFolder = entry.isDirectory();
      if (!isFolder) counters.file();
      const mayHoldFiles = isFolder || (entry.isSymbolicLink() && statsOf(pathIn(folder, name))?.isDirectory());
      if (mayHoldFiles ? skippedFolders.has(name) : !isJsonName(name)) continue;
      const childPath = path === '' ? name : `${path}/${name}`;
      const absolutePath = pathIn(folder, name);
      if (entry.isSymbolicLink()) {
        pass(childPath, 'it is a symbolic link; give its target');
        continue;
      }
      if (!isFolder && !entry.isFile()) {
        pass(childPath, 'it is not a regular file');
        continue;
      }
      // Node decodes file names; a file whose name was decoded wrongly cannot be found by this name
      if (name.includes('\ufffd') && !source.isThere(absolutePath)) {
        const consequence = isFolder ? 'nothing in the folder was checked' : 'the file was not checked';
        unreadableFiles.push({ path: childPath, problem: `the name is not valid UTF-8, so ${consequence}; rename it` });
        continue;
      }
      // in an ignored folder, only files that git tracks count
      const isIgnored = next.isIgnored || gitIgnores.ignores(absolutePath, isFolder);
      if (isIgnored && (top === undefined || !source.isTracked(top, absolutePath, isFolder))) {
        pass(childPath, 'git ignores it');
        continue;
      }
      if (isPathIgnored(childPath)) {
        pass(childPath, 'the configuration ignores it');
        continue;
      }
      if (isFolder) {
        pending.push({ folder: absolutePath, path: childPath, only: names?.get(name), isIgnored, ignores: gitIgnores });
        continue;
      }
      counters.bytes(absolutePath);
      files.push(childPath);
    }
    yield files.length;
  }
  if (start.ignores.isBudgetExceeded) unreadableFiles.push({ path: '.gitignore', problem: tooManyPatterns });
  return {
    files: files.sort(),
    passedOver: skippedPaths,
    skippedCounts: skippedCounts,
    unreadablePaths: unreadableFiles,
    nestedFolders: nestedFolders.sort(),
    bytes: counters.totalCount,
  };
}

/** The ignore files that apply in a root, and whether git ignores the root although some files in it are tracked. */
function ignoresAt(
  root: string,
  source: Source,
): { readonly top: string | undefined; readonly ignores: GitIgnores; readonly isIgnored: boolean } {
  const top = gitRootOf(root),
    isIgnored = top !== undefined && isGitIgnored(top, root);
  // an ignored folder is read if the user names it; then the ignore files above the folder do not apply
  return top === undefined || (isIgnored && !source.isTracked(top, root, true))
    ? { top, isIgnored: false, ignores: GitIgnores.outsideRepositories(root, source.bytes) }
    : { top, isIgnored, ignores: GitIgnores.atTopFolder(top, source.bytes).downTo(root) };
}

/**
 * Groups paths by their first name, each with the remaining paths below it, or with `undefined` for everything below
 * it.
 */
function namesIn(paths: Iterable<string> | undefined): ReadonlyMap<string, Set<string> | undefined> | undefined {
  const names = new Map<string, Set<string> | undefined>();
  for (const path of paths ?? ['']) {
    if (path === '') return undefined;
    const end = path.indexOf('/'),
      name = end < 0 ? path : path.slice(0, end),
      subfolders = names.has(name) ? names.get(name) : new Set<string>();
    names.set(name, end < 0 ? undefined : subfolders?.add(path.slice(end + 1)));
  }
  return names;
}

/** The entries of a folder with these names. */
const entriesAt = (folder: string, names: Iterable<string>): FolderEntry[] =>
  [...names].flatMap(name => {
    const stats = linkStatsOf(pathIn(folder, name));
    if (!stats) return [];
    return {
      name,
      isDirectory: () => stats.isDirectory(),
      isFile: () => stats.isFile(),
      isSymbolicLink: () => stats.isSymbolicLink(),
    };
  });

/** Counts the files and folders of a walk. */
function countWalk(
  root: string,
  limits: Limits,
  source: Source,
): { file(): void; folder(): void; bytes(path: string): void; readonly totalCount: number } {
  let files = 0,
    folders = 0,
    bytes = 0;
  // created on demand, because formatting the first number loads all of Intl, which takes longer than linting a file
  const fileLimit = (): string => limits.files.toLocaleString('en');
  return {
    file() {
      if (++files > limits.files) throw new WorkspaceTooLarge(root, `${fileLimit()} files`);
    },
    folder() {
      if (++folders > limits.files) throw new WorkspaceTooLarge(root, `${fileLimit()} folders`);
    },
    bytes(path) {
      const size = source.sizeOf(path);
      // files above this size are not read
      if (size <= MAX_SIZE) bytes += size;
      if (bytes > limits.bytes) throw new WorkspaceTooLarge(root, `${sizeOf(limits.bytes)} of JSON`);
    },
    get totalCount() {
      return bytes;
    },
  };
}
const sizeOf = (bytes: number): string =>
  bytes >= 2 ** 30 ? `${Math.round((10 * bytes) / 2 ** 30) / 10} GiB` : `${bytes.toLocaleString('en')} bytes`;
