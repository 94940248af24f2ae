import { readGlob, type Glob } from './glob.ts';

/** Globs, and a workspace file's path as seen by the file that states them; `undefined` if it is out of its reach. */
interface StatedGlobs {
  readonly globs: readonly string[];
  readonly seen: (file: string) => string | undefined;
}

/**
 * Globs as people write them in a configuration. One without a slash matches names in every folder, as in `.gitignore`;
 * one that matches a folder matches its contents; `!` removes what an earlier one selected, even one of an extended
 * file.
 * @returns whether they select a path relative to the workspace root, with `/`
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

/** A path escaped as a glob, without wildcards. Without a slash it would select its name in every folder. */
export const spelledAsGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
