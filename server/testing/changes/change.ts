import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { committed, git, write } from '../in-folders.ts';

/** The texts of files by path; null removes a file. */
export type Files = Readonly<Record<string, string | null>>;
type Codes = readonly [staged: number, hook: number, since: number, plan: number, ci: number];

/** A typical change to a repository, with the expected results of the commands that compare states. */
export interface Change {
  readonly name: string;
  /**
   * Creates the repository with the base on `main`, and checks out a branch `work`.
   * @returns its folder
   */
  repository(folderWith: FolderWith): string;
  do(folder: string): void;
  /** Stages the change; by default, all changed files are staged. */
  stage?(folder: string): void;
  /** The arguments of `git commit`. */
  readonly commit?: readonly string[];
  /** The base of the comparison; `main` by default. */
  readonly base?: string;
  /**
   * The exit codes of `lint --staged`, of a commit with that command as its hook, and, after the commit, of `lint
   * --changed-since`, `plan --assert "no breaks"` and `ci`. Default: derived from `verdict`.
   */
  readonly codes?: Codes | undefined;
  /** A pattern that the output of every command with a nonzero exit code matches. */
  readonly says?: RegExp | undefined;
  readonly verdict?: Verdict | undefined;
  /** Further checks after the commit: the name, the actual value and the expected value of each. */
  also?(folder: string, run: Run): Promise<readonly (readonly [string, unknown, unknown])[]>;
}
/** The expected results of the commands that report findings or settings; an omitted key allows any value. */
export interface Verdict {
  /** Each as `file rule pointer severity`. */
  readonly findings?: readonly string[];
  /** Each as `file rule pointer by file:line setting`. */
  readonly hidden?: readonly string[];
  /** Each as `file by file:line setting`, with ` live` appended if the file serves callers. */
  readonly unchecked?: readonly string[];
  /** Each as `file:line setting: effect`. */
  readonly settings?: readonly string[];
  /** Whether the assertion `no breaks` holds. */
  readonly holds: boolean;
  /** The exit code of `lint`; by default it follows from the other fields. */
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

/**
 * Creates a repository with these files on `main`; later layers override earlier ones.
 * @returns its folder
 */
export function repository(folderWith: FolderWith, ...layers: readonly Files[]): string {
  const entries = Object.entries(Object.assign({}, ...layers) as Files);
  const folder = committed(
    folderWith(Object.fromEntries(entries.filter((file): file is [string, string] => file[1] !== null))),
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
