import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { committed, git, write } from '../in-folders.ts';

/** Texts by path; null: without that file. */
export type Files = Readonly<Record<string, string | null>>;
type Codes = readonly [staged: number, hook: number, since: number, plan: number, ci: number];

/** A typical change of a repository, and the answer of every comparing command. */
export interface Change {
  readonly name: string;
  /** The base; a branch `work` is checked out in it. */
  repository(folderWith: FolderWith): string;
  do(folder: string): void;
  /** Stages the change; by default, all of it. */
  stage?(folder: string): void;
  /** The arguments of `git commit`. */
  readonly commit?: readonly string[];
  /** The base of the comparison; `main` by default. */
  readonly base?: string;
  /**
   * Exit codes of `lint --staged`, of a commit with it as hook, and then of `lint --changed-since`, `plan --assert "no
   * breaks"` and `ci`. By default they follow from `verdict`.
   */
  readonly codes?: Codes | undefined;
  /** The output of every command that does not exit with 0. */
  readonly says?: RegExp | undefined;
  readonly verdict?: Verdict | undefined;
  /** Further expectations after the commit: a name, the actual value, and the expected one. */
  also?(folder: string, run: Run): Promise<readonly (readonly [string, unknown, unknown])[]>;
}
/** The answers of all commands that report such a thing; omitted keys may have any value. */
export interface Verdict {
  /** `file rule pointer severity` */
  readonly findings?: readonly string[];
  /** `file rule pointer by file:line setting` */
  readonly hidden?: readonly string[];
  /** `file by file:line setting`, and ` live` */
  readonly unchecked?: readonly string[];
  /** `file:line setting: effect` */
  readonly settings?: readonly string[];
  /** Whether `no breaks` holds. */
  readonly holds: boolean;
  /** The exit code of `lint`, if it does not follow from the others. */
  readonly code?: 0 | 1;
}
export type FolderWith = (files: Readonly<Record<string, string>>) => string;
export type Run = (...args: string[]) => Promise<{ readonly code: number; readonly output: string }>;

export const json = (value: unknown): string => `${JSON.stringify(value, undefined, 1)}\n`;

export function codesOf({ codes, verdict }: Change): Codes {
  if (codes) return codes;
  const { findings: lines = [], hidden = [], unchecked = [], holds, code } = verdict!;
  const isRefused = lines.some(line => line.endsWith(' error')) || hidden.length > 0 || unchecked.some(isLive),
    lint = code ?? Number(isRefused),
    plan = holds ? 0 : 4;
  return [lint, lint, lint, plan, lint || plan];
}
const isLive = (line: string): boolean => line.endsWith(' live');

/** A repository with these files on main. */
export function repository(folderWith: FolderWith, ...layers: readonly Files[]): string {
  const all = Object.entries(Object.assign({}, ...layers) as Files);
  const folder = committed(
    folderWith(Object.fromEntries(all.filter((file): file is [string, string] => file[1] !== null))),
  );
  git(folder, 'checkout', '-qb', 'work');
  return folder;
}
export function change(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files))
    if (text === null) rmSync(join(folder, file));
    else write(folder, { [file]: text });
}
export function move(folder: string, from: string, to: string): void {
  mkdirSync(dirname(join(folder, to)), { recursive: true });
  renameSync(join(folder, from), join(folder, to));
}
