import type { Answer } from '../../view/answer.ts';
import { printable, withoutCommands, withoutControls, publishedJson } from '../../view/printable.ts';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { paint } from '../../view/paint.ts';

/** The destination of text: a terminal, a pipe, or a test. */
export interface Output {
  write(text: string): void;
  /**
   * Raw data: a file printed again, a cursor movement. `write`, in contrast, escapes anything that could command a
   * terminal.
   */
  exactly?(text: string): void;
  readonly isTTY: boolean;
  /** Width in columns; Infinity off a terminal, so that nothing is wrapped. */
  readonly columns: number;
}
/** The process of a command. Data is written to stdout, everything else to stderr. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute; `--cwd DIR` has been applied. */
  readonly cwd: string;
  /** The process's own working directory; relative paths in its environment refer to it. */
  readonly startedIn?: string;
  /** The configuration given with `--config`; absolute. Without it each workspace has its own. */
  readonly config?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All of standard input. */
  readStdin(): Buffer;
  /** Receives an answer instead of standard output, for a caller in the same process. */
  readonly take?: (answer: Answer) => void;
  /** Asks the user; only if standard input and stderr are a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Stops commands that run until they are stopped. */
  readonly signal?: AbortSignal;
}

/** Wrong usage or configuration: its message goes to stderr, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** @param message one line @param details further lines, already printable */
  constructor(message: string, details?: string) {
    super(details === undefined ? printable(message) : `${printable(message)}\n${details}`);
  }
}

/**
 * Something that cannot be written, for example because the disk is full: its message goes to stderr, the exit code is
 * 3.
 */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** @param message one line */
  constructor(message: string) {
    super(printable(message));
  }
}

/** An output in which no name or value can command the terminal, or the service that runs a CI job. */
export const guardOutput = ({ write, isTTY, columns }: Output, hasColours: boolean): Output => ({
  write: text => write(withoutCommands(withoutControls(text, hasColours))),
  exactly: write,
  isTTY,
  columns,
});

/** Writes data, which must not be escaped. */
export const writeExactly = (output: Output, text: string): void => (output.exactly ?? output.write)(text);

/** A one-line remark for people, safe for any names in it. */
export const remark = (io: Io, text: string): void => io.stderr.write(`${printable(text)}\n`);

/**
 * Whether to use colors: NO_COLOR says no (--no-color sets it), FORCE_COLOR and CLICOLOR_FORCE yes, CLICOLOR=0 no; otherwise
 * only on a terminal.
 */
export function coloursFor(output: Output, io: Pick<Io, 'env'>): boolean {
  if ((io.env['NO_COLOR'] ?? '') !== '') return false;
  const force = io.env['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (!['', '0'].includes(io.env['CLICOLOR_FORCE'] ?? '')) return true;
  if (io.env['CLICOLOR'] === '0') return false;
  return output.isTTY && io.env['TERM'] !== 'dumb';
}

/** Today's date in UTC, `YYYY-MM-DD`: core has no clock. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** A path of the workspace in outputs: relative to the working directory, with `/`. */
export const pathFrom = ({ cwd }: Pick<Io, 'cwd'>, root: string, file: string): string =>
  (root === cwd && !isAbsolute(file) ? file : relative(cwd, resolve(root, file)).split(sep).join('/')) || '.';

/** Prints an answer in a format, or hands it to the program that called the command. */
export function show(answer: Answer, format: 'json' | 'table' | 'text' | 'markdown' | 'html' | 'ids', io: Io): void {
  if (io.take) {
    io.take(answer);
    return;
  }
  const { stdout } = io;
  const print = format === 'markdown' || format === 'html' || format === 'ids' ? answer[format] : undefined;
  if (format === 'json') stdout.write(publishedJson(answer.result));
  else stdout.write(print?.() ?? answer.text({ paint: paint(coloursFor(stdout, io)), columns: stdout.columns }));
}
