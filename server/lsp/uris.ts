import { dirname, join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isWithin, pathWithin, isTop } from '../state/paths.ts';
import { configurationNames } from '../core/settings-files.ts';
import { workspaceRoot } from '../state/root.ts';
import { disk, type Source } from '../state/source.ts';

/** The workspace of a document, and the name of its file in the workspace. */
export interface WorkspaceFile {
  /**
   * The workspace root: the absolute path of a folder, or the uri of the container of a document that is not on disk.
   */
  readonly root: string;
  /** The path relative to the root, with `/`. */
  readonly file: string;
}

/** The path of a `file:` uri; `undefined` for other uris and for an invalid path. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  try {
    const path = fileURLToPath(uri);
    return path.includes('\0') ? undefined : path;
  } catch {
    return undefined;
  }
}

/** The uri of a file of a workspace. */
export const uriIn = (root: string, file: string): string =>
  isFolder(root)
    ? pathToFileURL(join(root, file)).href
    : `${root}${root.endsWith('/') ? '' : '/'}${file.split('/').map(encodeURIComponent).join('/')}`;

/** Whether a root is a folder of this machine. */
export const isFolder = (root: string): boolean => !/^[a-z][a-z0-9+.-]+:/i.test(root);

/**
 * The workspace and file of a document.
 * @param folders uris of the folders that are open in the editor
 */
export function workspaceFileOf(uri: string, folders: readonly string[], source: Source): WorkspaceFile {
  const path = pathOf(uri);
  if (path === undefined || path.endsWith(sep)) return fileElsewhere(uri, folders);
  const holders = folders
    .flatMap(folder => pathOf(folder) ?? [])
    .filter(folder => isWithin(folder, path))
    .sort((a, b) => b.length - a.length)[0];
  const root = workspaceRoot(dirname(path), holders ?? dirname(path), source);
  return { root, file: pathWithin(root, path)! };
}

/** The workspace and file of a document that is not on disk: it is in an open remote folder, or was never saved. */
function fileElsewhere(uri: string, folders: readonly string[]): WorkspaceFile {
  const holders = folders
    .filter(folder => !folder.startsWith('file:') && uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`))
    .sort((a, b) => b.length - a.length)[0];
  const [, scheme = ''] = /^([^:]*:(?:\/\/[^/]*)?)/.exec(uri) ?? [],
    base = holders ?? scheme;
  const start = isFolder(base) ? 'unknown:' : base,
    remainder = uri
      .slice(base.length)
      .replace(/^\/+/, '')
      .replace(/[?#].*$/, '');
  let file = remainder;
  try {
    file = decodeURIComponent(remainder);
  } catch {
    /* an invalid escape is kept as written */
  }
  return { root: start, file: file === '' ? 'untitled' : file };
}

/**
 * Whether all files of a root are read: it is in a folder that is open in the editor, is a checkout, or has a
 * configuration.
 */
export function isIndexed(root: string, folders: readonly string[]): boolean {
  if (!isFolder(root)) return false;
  const openFolders = folders.flatMap(folder => pathOf(folder) ?? []);
  return (
    openFolders.some(folder => isWithin(folder, root)) ||
    isTop(root) ||
    configurationNames.some(name => disk.isFile(join(root, name)))
  );
}
