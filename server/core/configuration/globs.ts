import { readGlob, type Glob } from './glob.ts';

/**
 * Globs, and a function that makes a workspace path relative to the file of the globs. It returns undefined for a path
 * outside the folder of that file.
 */
interface StatedGlobs {
  readonly globs: readonly string[];
  readonly relativePath: (file: string) => string | undefined;
}

/**
 * Combines the globs of a configuration. A glob without a slash matches names in every folder, as in `.gitignore`; a
 * glob that matches a folder matches its contents; `!` excludes what earlier globs selected, also in an extended file.
 * @returns a predicate for paths relative to the workspace root, with `/`
 */
export function pathMatcher(patterns: readonly string[] | readonly StatedGlobs[]): Glob {
  const groups = (patterns as readonly (string | StatedGlobs)[]).map(pattern =>
    typeof pattern === 'string'
      ? { entries: [entryOf(pattern)], relativePath: undefined }
      : { entries: pattern.globs.map(entryOf), relativePath: pattern.relativePath },
  );
  return path => {
    let isSelected = false;
    for (const { entries, relativePath } of groups) {
      const file = relativePath ? relativePath(path) : path;
      if (file === undefined) continue;
      for (const { isExcluded, matches } of entries)
        if (isSelected === isExcluded && matches(file)) isSelected = !isExcluded;
    }
    return isSelected;
  };
}

function entryOf(text: string): { readonly isExcluded: boolean; readonly matches: Glob } {
  const isExcluded = text.startsWith('!');
  const glob = (isExcluded ? text.slice(1) : text).replace(/\/+$/, '');
  const trimmedGlob = glob.replace(/^(\.?\/)+/, '');
  const isAnywhere = !glob.includes('/');
  const readings = (
    isAnywhere ? [`**/${trimmedGlob}`, `**/${trimmedGlob}/**`] : [trimmedGlob, `${trimmedGlob}/**`]
  ).map(readGlob);
  return { isExcluded, matches: path => readings.some(pattern => pattern(path)) };
}

/** Whether a path or glob has wildcards. */
export const hasWildcards = (text: string): boolean => /[*?[{]|[+@!]\(/.test(text);

/** The glob that matches only a path. A path without a slash becomes a glob for the name in every folder. */
export const spelledAsGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
