import { keys } from './tracker.ts';

/** A file that asked for more than this is taken to have asked for all. */
const MOST_ASKED = 500;

/** Which files have to be looked at again when something changes: those that asked for it when they were looked at last. */
export class Concerned {
  /** Of most only one file asks. */
  readonly #files = new Map<string, string | Set<string>>();

  /** @param asked what somebody asked of the workspace when a file was looked at */
  note(file: string, asked: ReadonlySet<string>): void {
    if (asked.size > MOST_ASKED) this.#add(keys.anything, file);
    else for (const key of asked) if (key !== file) this.#add(key, file);
  }
  /** Those files, which are to be noted again when they are looked at. */
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
