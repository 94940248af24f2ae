import { isAbsolute, join, relative, sep } from 'node:path';

/**
 * The path of a file in a folder; the folder is absolute and without `.` or `..`. Equal to `join`, but fast enough for
 * every file.
 */
export const pathIn: (folder: string, file: string) => string =
  sep === '/' ? (folder, file) => (folder === '/' ? `/${file}` : `${folder}/${file}`) : join;

/**
 * A path relative to a folder, with `/`; `undefined` for a path outside of the folder, or on another drive or share.
 */
export function pathWithin(folder: string, path: string): string | undefined {
  const relativePath = relative(folder, path);
  return relativePath === '..' || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath)
    ? undefined
    : relativePath.replaceAll(sep, '/');
}

/**
 * Whether a path is a folder itself or below it; both absolute and without `.` or `..`. Much faster than computing the
 * relative path.
 */
export const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder) && (path.length === folder.length || folder.endsWith(sep) || path[folder.length] === sep);

export const isJsonName = (name: string): boolean => /\.jsonc?$/i.test(name);
