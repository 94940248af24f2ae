import type { Finding } from '../core/finding.ts';
import { Concerned } from '../core/workspace/concerned.ts';
import { isFile, keys, Tracker } from '../core/workspace/tracker.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The files of a root at one moment. */
interface Files {
  readonly workspace: Workspace;
  readonly open: ReadonlyMap<string, unknown>;
  readonly unreadable: ReadonlyMap<string, unknown>;
}
/** What is known of a file: the id of its report, and the findings that settings may affect. */
export interface Check {
  readonly id: string;
  /** Before settings are applied; absent without settings. */
  readonly findings: readonly Finding[];
}

/**
 * Results computed from the files of a root that are still valid. It moves along with the states of the root: when a
 * newer one is requested, only the results that depend on the difference are dropped.
 */
export class Checked {
  readonly tracker = new Tracker();
  readonly #concerned = new Concerned();
  /** By file. */
  readonly #checks = new Map<string, Check>();
  /** Other computed results, under names that no file has. */
  readonly #answers = new Set<string>();
  readonly #due = new Set<string>();
  #files: Files | undefined;

  /** The state that results apply to from now on. */
  follow({ workspace, open, unreadable }: Files): void {
    const before = this.#files;
    this.#files = { workspace, open, unreadable };
    if (!before) {
      for (const { file } of workspace.documents) this.#due.add(file);
      return;
    }
    const changed = new Set([
      ...workspace.changesSince(before.workspace),
      // an open file is linted and named as the editor has it
      ...differing(before.open, open, () => true).map(keys.content),
      ...differing(before.unreadable, unreadable, Object.is).map(keys.content),
    ]);
    for (const name of this.#concerned.by(changed)) this.#forget(name);
    for (const key of changed) if (isFile(key)) this.#forget(key);
  }
  #forget(name: string): void {
    this.#answers.delete(name);
    if (!isFile(name)) return;
    this.#checks.delete(name);
    if (this.#files!.workspace.document(name)) this.#due.add(name);
    else this.#due.delete(name);
  }

  /** Files that need a check. */
  get due(): ReadonlySet<string> {
    return this.#due;
  }
  /** What is known of a file, unless it needs a check. */
  of(file: string): Check | undefined {
    return this.#checks.get(file);
  }
  check(file: string, check: () => Check): Check {
    const { value, asked } = this.tracker.track(check);
    this.#concerned.note(file, asked);
    this.#due.delete(file);
    this.#checks.set(file, value);
    return value;
  }
  /** Marks for a new check the files whose known state differs from the caller's. */
  recheck(isKnown: (file: string, check: Check) => boolean): void {
    for (const [file, check] of this.#checks) if (!isKnown(file, check)) this.#forget(file);
  }
  /** Everything that is known. */
  get findings(): readonly Finding[] {
    return [...this.#checks.values()].flatMap(({ findings }) => findings);
  }

  /** Computes another result, under a name that no file has. */
  answer<T>(name: string, compute: () => T): T {
    const { value, asked } = this.tracker.track(compute);
    this.#concerned.note(name, asked);
    this.#answers.add(name);
    return value;
  }
  /** Whether it would have the same result again. */
  isRight(name: string): boolean {
    return this.#answers.has(name);
  }
}

/** The files for which two maps differ. */
const differing = (
  a: ReadonlyMap<string, unknown>,
  b: ReadonlyMap<string, unknown>,
  same: (a: unknown, b: unknown) => boolean,
): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter(
    file => a.has(file) !== b.has(file) || !same(a.get(file), b.get(file)),
  );
