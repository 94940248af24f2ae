import { realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { globProblem, readGlob, splitGlob } from '../../core/configuration/glob.ts';
import { spelledAsGlob } from '../../core/configuration/globs.ts';
import { isJsonName, isWithin, pathWithin, folderLinkReason } from '../../state/paths.ts';
import { placeOf } from '../../state/root.ts';
import type { Source } from '../../state/source.ts';
import { reasonOf } from '../../state/text.ts';
import { UsageError } from '../terminal/io.ts';
import { linkStatsOf } from '../../state/regular-file.ts';

/** The selected paths in one workspace. Paths are absolute. */
export interface SelectedPaths {
  readonly root: string;
  /**
   * Whether the workspace is only the selected files, which are outside of any configuration, checkout and the working
   * directory.
   */
  readonly isAlone?: boolean;
  readonly folders: string[];
  readonly globs: { readonly text: string; readonly base: string; matches(path: string): boolean }[];
  readonly files: Set<string>;
}
export interface PathSelection {
  readonly workspaces: readonly SelectedPaths[];
  /** Typed paths that cannot be linted, with the reasons. */
  readonly passedOver: readonly { readonly path: string; readonly reason: string }[];
  /** Typed folders, including missing ones. Each must contain a file, or must have contained one before the change. */
  readonly namedFiles: readonly { readonly text: string; readonly path: string }[];
  /** Remarks about typed paths that match no file, if that is no error. */
  readonly unmatchedRemarks: readonly string[];
}

interface SelectionOptions {
  /** Returns the source of the files of a folder; by default the disk. */
  readonly sourceAt?: (folder: string) => Source | undefined;
  /** Returns what a missing path was in git: a file, a folder, or neither. */
  readonly kindOf?: (path: string) => 'file' | 'folder' | undefined;
  readonly errorOnUnmatched?: boolean;
}

const isGlob = (path: string): boolean => /[*?[\]{}!]/.test(path);

/**
 * Reads a typed glob. Windows accepts both separators.
 * @throws UsageError
 */
export function globTyped(
  text: string,
  cwd: string,
): { readonly folders: string; readonly base: string; matches(path: string): boolean } {
  const glob = (sep === '\\' ? text.replaceAll('\\', '/') : text).replace(/^(\.\/)+/, '');
  const problem = globProblem(glob);
  if (problem !== undefined) throw new UsageError(`${text} ${problem}`);
  const { folders, rest } = splitGlob(glob),
    base = resolve(cwd, folders),
    absoluteGlob = readGlob(`${spelledAsGlob(base.replaceAll(sep, '/').replace(/\/$/, ''))}/${rest}`);
  return { folders, base, matches: file => absoluteGlob(file.replaceAll(sep, '/')) };
}

/**
 * Groups the typed paths by workspace.
 * @throws UsageError for a path that does not exist
 */
export function selectPaths(
  paths: readonly string[],
  cwd: string,
  { sourceAt = () => undefined, kindOf: knownPath = () => undefined, errorOnUnmatched = true }: SelectionOptions = {},
): PathSelection {
  const workspaces = new Map<string, SelectedPaths>();
  const passedOver: { path: string; reason: string }[] = [],
    namedFiles: { text: string; path: string }[] = [],
    unmatchedRemarks: string[] = [];
  const reportUnmatched = (reason: string): void => {
    if (errorOnUnmatched) throw new UsageError(reason);
    unmatchedRemarks.push(reason);
  };
  const selectionOf = (folder: string, isFile = false): SelectedPaths => {
    const { root, isLoose } = placeOf(folder, cwd, sourceAt(folder));
    const selection = workspaces.get(root);
    const selectedPaths = selection ?? { root, folders: [], globs: [], files: new Set() };
    workspaces.set(root, { ...selectedPaths, isAlone: isFile && isLoose && (selection?.isAlone ?? true) });
    return workspaces.get(root)!;
  };
  for (const typedPath of paths.length > 0 ? paths : ['.']) {
    const path = resolve(cwd, typedPath);
    const kind = kindOfPath(path);
    if (kind.kind === 'folder') {
      const reason = folderLinkReason(path);
      if (reason !== undefined) throw new UsageError(`${typedPath} ${reason}`);
      selectionOf(path).folders.push(path);
      if (paths.length > 0) namedFiles.push({ text: typedPath, path });
    } else if (kind.kind === 'nothing' && isGlob(typedPath)) {
      const { folders, base, matches } = globTyped(typedPath, cwd);
      if (kindOfPath(base).kind !== 'folder') {
        reportUnmatched(`no file matches ${typedPath}: there is no folder ${folders.replace(/(?<=.)\/$/, '')}`);
        continue;
      }
      selectionOf(base).globs.push({ text: typedPath, base, matches });
    } else if (kind.kind === 'nothing') {
      const missingKind = knownPath(path);
      if (missingKind === undefined) reportUnmatched(`there is no file or folder ${typedPath}`);
      else if (missingKind === 'file' && !isJsonName(path)) passedOver.push({ path, reason: notJson });
      else {
        const target = selectionOf(nearestFolder(path));
        // a missing folder is selected, because its deleted files count
        if (missingKind === 'folder') target.folders.push(path);
        target.files.add(path);
      }
    } else if (kind.kind === 'other') passedOver.push({ path, reason: kind.reason });
    else if (!isJsonName(path)) passedOver.push({ path, reason: notJson });
    else {
      const selectedPaths = selectionOf(dirname(path), true);
      selectedPaths.files.add(linkedFile(path, selectedPaths.root));
    }
  }
  return { workspaces: [...workspaces.values()], passedOver, namedFiles, unmatchedRemarks };
}

const notJson = 'its name ends neither in .json nor in .jsonc';

/** The nearest existing folder of a path. */
export function nearestFolder(path: string): string {
  let folder = dirname(path);
  while (kindOfPath(folder).kind !== 'folder') folder = dirname(folder);
  return folder;
}

/**
 * The target of a symbolic link to a file of the same workspace, so that the file is not included twice; otherwise the
 * path.
 */
function linkedFile(path: string, root: string): string {
  if (linkStatsOf(path)?.isSymbolicLink() !== true) return path;
  try {
    const target = pathWithin(realpathSync(root), realpathSync(path));
    return target === undefined ? path : join(root, target);
  } catch {
    return path;
  }
}

type PathKind = { readonly kind: 'file' | 'folder' | 'nothing' } | { readonly kind: 'other'; readonly reason: string };

function kindOfPath(path: string): PathKind {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return { kind: 'folder' };
    return stats.isFile() ? { kind: 'file' } : { kind: 'other', reason: 'it is not a regular file' };
  } catch (error) {
    // a dangling or circular link exists, so it is a file that cannot be read
    if (linkStatsOf(path)) return { kind: 'file' };
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'nothing' };
    throw new UsageError(`${path} cannot be accessed: ${reasonOf(error)}`);
  }
}

/** Whether a file is selected for the report. */
export const isSelected = (paths: SelectedPaths, path: string): boolean =>
  paths.files.has(path) ||
  paths.folders.some(folder => isWithin(folder, path)) ||
  paths.globs.some(glob => glob.matches(path));
