import { readGlob, type Glob } from './glob.ts';

/** Whether one of the globs selects a path: relative to the folder of the configuration, with `/`. */
export type PathMatcher = Glob;

/**
 * Globs as people write them into a configuration. One without a slash fits names in every folder, as in `.gitignore`; one that fits a
 * folder fits what is in it; `!` takes out again what an earlier one selected.
 */
export function pathMatcher(globs: readonly string[]): PathMatcher {
  const entries = globs.map(written => {
    const except = written.startsWith('!');
    const glob = (except ? written.slice(1) : written).replace(/\/+$/, '');
    const bare = glob.replace(/^(\.?\/)+/, '');
    const anywhere = !glob.includes('/');
    const readings = (anywhere ? [`**/${bare}`, `**/${bare}/**`] : [bare, `${bare}/**`]).map(readGlob);
    const fits: Glob = path => readings.some(reading => reading(path));
    return { except, fits };
  });
  return path => {
    let selected = false;
    for (const { except, fits } of entries) if (selected === except && fits(path)) selected = !except;
    return selected;
  };
}

/** A path as a glob spells it: its own characters and no wildcards. Without a slash it would select its name in every folder. */
export const spelledAsGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
