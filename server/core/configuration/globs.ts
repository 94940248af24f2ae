import { readGlob, type Glob } from './glob.ts';

/**
 * Globs, and a function that makes a workspace path relative to the file of the globs. It returns undefined for a path
 * outside the folder of that file.
 */
interface StatedGlobs {
  readonly globs: readonly string[];
  readonly seen: (file: string) => string | undefined;
}

/**
 * Combines the globs of a configuration. A glob without a slash matches names in every folder, as in `.gitignore`; a
 * glob that matches a folder matches its contents; `!` excludes what earlier globs selected, also in an extended file.
 * @returns a predicate for paths relative to the workspace root, with `/`
 */
export function pathMatcher(patterns: readonly string[] | readonly StatedGlobs[]): Glob {
  const groups = (patterns as readonly (string | StatedGlobs)[]).map(pattern =>
    typeof pattern === 'string'
      ? { entries: [entryOf(pattern)], seen: undefined }
      : { entries: pattern.globs.map(entryOf), seen: pattern.seen },
  );
  return path => {
    let isSelected = false;
    for (const { entries, seen } of groups) {
      const file = seen ? seen(path) : path;
      if (file === undefined) continue;
      for (const { except, fits } of entries) if (isSelected === except && fits(file)) isSelected = !except;
    }
    return isSelected;
  };
}

function entryOf(text: string): { readonly except: boolean; readonly fits: Glob } {
  const except = text.startsWith('!');
  const glob = (except ? text.slice(1) : text).replace(/\/+$/, '');
  const trimmedGlob = glob.replace(/^(\.?\/)+/, '');
  const isAnywhere = !glob.includes('/');
  const readings = (
    isAnywhere ? [`**/${trimmedGlob}`, `**/${trimmedGlob}/**`] : [trimmedGlob, `${trimmedGlob}/**`]
  ).map(readGlob);
  return { except, fits: path => readings.some(pattern => pattern(path)) };
}

/** Whether a path or glob has wildcards. */
export const hasWildcards = (text: string): boolean => /[*?[{]|[+@!]\(/.test(text);

/** The glob that matches only a path. A path without a slash becomes a glob for the name in every folder. */
export const spelledAsGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
