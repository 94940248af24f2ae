import { readGlob, type Glob } from './glob.ts';

/**
 * Globs, and a function that makes a workspace path relative to the file with the globs; `undefined` if it is not below
 * that.
 */
interface StatedGlobs {
  readonly globs: readonly string[];
  readonly seen: (file: string) => string | undefined;
}

/**
 * Combines the globs of a configuration. A glob without a slash matches names in every folder, as in `.gitignore`; a
 * glob that matches a folder matches its contents; `!` excludes what earlier globs selected, even those of an extended
 * file.
 * @returns whether the globs select a path, which is relative to the workspace root, with `/`
 */
export function pathMatcher(stated: readonly string[] | readonly StatedGlobs[]): Glob {
  const groups = (stated as readonly (string | StatedGlobs)[]).map(one =>
    typeof one === 'string'
      ? { entries: [entryOf(one)], seen: undefined }
      : { entries: one.globs.map(entryOf), seen: one.seen },
  );
  return path => {
    let selected = false;
    for (const { entries, seen } of groups) {
      const file = seen ? seen(path) : path;
      if (file === undefined) continue;
      for (const { except, fits } of entries) if (selected === except && fits(file)) selected = !except;
    }
    return selected;
  };
}

function entryOf(written: string): { readonly except: boolean; readonly fits: Glob } {
  const except = written.startsWith('!');
  const glob = (except ? written.slice(1) : written).replace(/\/+$/, '');
  const bare = glob.replace(/^(\.?\/)+/, '');
  const anywhere = !glob.includes('/');
  const readings = (anywhere ? [`**/${bare}`, `**/${bare}/**`] : [bare, `${bare}/**`]).map(readGlob);
  return { except, fits: path => readings.some(reading => reading(path)) };
}

/** Whether a text that may be a path or a glob has wildcards. */
export const hasWildcards = (text: string): boolean => /[*?[{]|[+@!]\(/.test(text);

/** The glob that matches exactly a path. Without a slash it matches that name in every folder. */
export const spelledAsGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
