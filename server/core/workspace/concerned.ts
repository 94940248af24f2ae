import { keys } from './tracker.ts';

/** A file that asked for more than this is treated as having asked for everything. */
const MOST_ASKED = 500;

/**
 * Which files have to be checked again after a change: those that asked for the changed thing during their last check.
 */
export class Concerned {
  /** For most keys only one file asks. */
  readonly #files = new Map<string, string | Set<string>>();

  /** @param asked what was requested from the workspace while a file was checked */
  note(file: string, asked: ReadonlySet<string>): void {
    if (asked.size > MOST_ASKED) this.#add(keys.anything, file);
    else for (const key of asked) if (key !== file) this.#add(key, file);
  }
  /** Those files; they are recorded again when they are checked again. */
  by(changed: Iterable<string>): ReadonlySet<string> {
    const concerned = new Set<string>();
    for (const key of changed) {
      const files = this.#files.get(key);
      if (files === undefined) continue;
      this.#files.delete(key);
      if (typeof files === 'string') concerned.add(files);
      else for (const file of files) concerned.add(file);
    }
    return concerned;
  }
  #add(key: string, file: string): void {
    const files = this.#files.get(key);
    if (files === undefined) this.#files.set(key, file);
    else if (typeof files !== 'string') files.add(file);
    else if (files !== file) this.#files.set(key, new Set([files, file]));
  }
}
