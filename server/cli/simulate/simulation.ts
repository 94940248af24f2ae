import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import type { Kind } from '../../core/kinds.ts';
import type { ShownResolution } from '../../simulator/resolution.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { Options } from '../terminal/command.ts';
import type { Io } from '../terminal/io.ts';

/** What was given on the command line; only options that the simulation has. */
export type GivenOptions = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

/** A file to be simulated, read and recognised, in the workspace around it. */
export interface Simulated {
  readonly io: Io;
  readonly document: Document;
  readonly workspace: Workspace;
  /** The root of the workspace; absolute. */
  readonly root: string;
  /** The file as outputs name it: relative to the working directory, with `/`. */
  readonly file: string;
  /** `table`, `json`, or another of the simulation's own formats. */
  readonly format: string;
  readonly colours: boolean;
  readonly values: GivenOptions;
  /** A path of the workspace as outputs name it: relative to the working directory, with `/`. */
  shown(file: string): string;
  /** A resolution as outputs show it: `file` relative to the working directory. */
  placed(resolution: ShownResolution): ShownResolution;
  /**
   * Another file that the command line names, read as one of the same workspace.
   * @throws UsageError where it is missing, or is of none of these kinds
   */
  other(path: string, kinds: readonly Kind[]): { readonly document: Document; readonly file: string };
}

/**
 * What `preflight simulate` does with files of some kinds: one module each in this folder, listed in `server/cli/simulate.ts`.
 * It says all that is wrong with its input by throwing UsageError before it prints anything.
 */
export interface Simulation {
  readonly kinds: readonly [Kind, ...Kind[]];
  /** The option that asks for this simulation, where a kind has several: `outage` and `call` of an agent. */
  readonly askedBy?: string;
  /** What it shows, for `preflight simulate --help`. */
  readonly about: string;
  /** Command lines that show it, each with its newline, indented by two spaces. */
  readonly examples: string;
  /** Beside `format`, which all have. An option of several simulations is the same everywhere. */
  readonly options: Options;
  /** The first is the default; `table` and `json` where it is left out. */
  readonly formats?: readonly [string, ...string[]];
  /** @returns the exit code */
  run(simulated: Simulated): number | Promise<number>;
}

/** ` at /tasks/0`, to be put behind the name of a file; nothing for the whole of it. */
export const atPointer = ({ pointer }: Cursor): string => (pointer === '' ? '' : ` at ${pointer}`);

/** The text that was given for an option, of several the last. */
export const text = (values: GivenOptions, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Each record of a file; of a file that is a list, each item. */
export const recordsOf = ({ document }: Simulated): readonly Cursor[] => document.roots;
