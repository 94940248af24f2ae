import { baselineName, isConfigurationFile } from '../core/settings-files.ts';
import { pathFrom } from '../state/configuration.ts';
import { isNeverEntered } from '../state/find.ts';
import { isJsonName, isWithin } from '../state/paths.ts';
import { linkStatsOf } from '../state/regular-file.ts';
import type { Root } from './root.ts';

/** The effect of changes on disk on a root. */
interface DiskChanges {
  /** Paths of changed files and folders, relative to the root. */
  readonly changedPaths: ReadonlySet<string>;
  /** Whether the changes affect which files belong to the root, or how these files are checked. */
  readonly movesMembers: boolean;
}

/**
 * The effect of changed paths on a root.
 * @param key of the root
 * @param root absent while it is read for the first time
 * @param paths of changed files and folders, absolute
 * @param isLoading whether the root is being read, so that its folders are not known yet
 */
export function changesIn(
  key: string,
  root: Root | undefined,
  paths: readonly string[],
  isLoading: boolean,
): DiskChanges {
  const changedFolders = new Set<string>();
  let hasMovedMembers = false;
  for (const path of paths) {
    // the path is the root itself or a folder around it, which has disappeared or returned
    const file = isWithin(path, key) ? '' : pathFrom(key, path);
    hasMovedMembers ||= file === '' || (root !== undefined && holdsMembers(root, path, file));
    if (file === '' || !isWithin(key, path) || isNeverEntered(file)) continue;
    hasMovedMembers ||= isConfigurationFile(file) || /(^|\/)\.git(ignore)?$/.test(file) || file === baselineName;
    if (root?.nestedFolders.some(folder => isWithin(folder, path))) continue;
    if (isJsonName(file) || isFolder(root, path, file, isLoading)) changedFolders.add(file);
  }
  return { changedPaths: changedFolders, movesMembers: hasMovedMembers };
}

/** Whether a file or folder is, or contains, a configuration file or a nested workspace. */
function holdsMembers({ settings, problems, nestedFolders }: Root, path: string, file: string): boolean {
  const isHere = (entry: { readonly file: string }): boolean =>
    entry.file === file || entry.file.startsWith(`${file}/`);
  return (
    settings.configuration.layers.some(isHere) ||
    problems.some(isHere) ||
    nestedFolders.some(folder => isWithin(path, folder))
  );
}

/** Whether a path is a folder, or was a folder that contained files. */
function isFolder(root: Root | undefined, path: string, file: string, isLoading: boolean): boolean {
  const stats = linkStatsOf(path);
  if (isLoading) return !stats?.isFile();
  return stats?.isDirectory() === true || (root !== undefined && foldersIn(root).has(file));
}

const foldersIn = (root: Root): ReadonlySet<string> =>
  root.memory.remember(foldersIn, undefined, () => {
    const folders = new Set<string>();
    for (const file of [
      ...root.savedWorkspace.documents.map(document => document.file),
      ...root.unreadableFindings.keys(),
    ])
      for (let end = file.lastIndexOf('/'); end > 0; end = file.lastIndexOf('/', end - 1)) {
        const folder = file.slice(0, end);
        if (folders.has(folder)) break;
        folders.add(folder);
      }
    return folders;
  });
