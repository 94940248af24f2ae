import type { Answer } from '../../view/answer.ts';
import { printable, withoutCommands, withoutControls, publishedJson } from '../../view/printable.ts';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { paint } from '../../view/paint.ts';

/** Where text is written: a terminal, a pipe, or a test. */
export interface Output {
  write(text: string): void;
  /**
   * Writes raw data, such as a fixed file or a cursor movement. `write` escapes characters that control a terminal.
   */
  exactly?(text: string): void;
  readonly isTTY: boolean;
  /** The width in columns; Infinity if the output is not a terminal, so that lines are not wrapped. */
  readonly columns: number;
}
/** The environment of a command. Results are written to stdout, all other text to stderr. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** The absolute working directory, after `--cwd DIR`. */
  readonly cwd: string;
  /** The working directory of the process, to which paths in its environment are relative. */
  readonly startedIn?: string;
  /** The absolute path in `--config`. Without it, each workspace has its own configuration. */
  readonly config?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads standard input to its end. */
  readStdin(): Buffer;
  /** Receives the answer in place of standard output, for a caller in the same process. */
  readonly take?: (answer: Answer) => void;
  /** Asks the user a question. Only if standard input and stderr are a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** The signal that stops commands without an end of their own. */
  readonly signal?: AbortSignal;
}

/** An error in the usage or the configuration. Its message is printed on stderr, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /**
   * @param message one line
   * @param details more lines, already escaped
   */
  constructor(message: string, details?: string) {
    super(details === undefined ? printable(message) : `${printable(message)}\n${details}`);
  }
}

/**
 * An error while writing an output, for example because the disk is full. Its message is printed on stderr, and the
 * exit code is 3.
 */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** @param message one line */
  constructor(message: string) {
    super(printable(message));
  }
}

/** An output that escapes control characters and the commands of CI services in all text. */
export const guardOutput = ({ write, isTTY, columns }: Output, hasColours: boolean): Output => ({
  write: text => write(withoutCommands(withoutControls(text, hasColours))),
  exactly: write,
  isTTY,
  columns,
});

/** Writes data without escapes. */
export const writeExactly = (output: Output, text: string): void => (output.exactly ?? output.write)(text);

/** Prints a remark for people in one line, with all names escaped. */
export const remark = (io: Io, text: string): void => io.stderr.write(`${printable(text)}\n`);

/**
 * Whether an output has colors: not with NO_COLOR (which --no-color sets), with FORCE_COLOR and CLICOLOR_FORCE, not
 * with CLICOLOR=0; otherwise on a terminal.
 */
export function coloursFor(output: Output, io: Pick<Io, 'env'>): boolean {
  if ((io.env['NO_COLOR'] ?? '') !== '') return false;
  const force = io.env['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (!['', '0'].includes(io.env['CLICOLOR_FORCE'] ?? '')) return true;
  if (io.env['CLICOLOR'] === '0') return false;
  return output.isTTY && io.env['TERM'] !== 'dumb';
}

/** The current date in UTC, `YYYY-MM-DD`. Only the command line reads the clock. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/**
 * The path of a file in outputs: relative to the working directory, with `/`.
 * @param root the root of the workspace
 */
export const pathFrom = ({ cwd }: Pick<Io, 'cwd'>, root: string, file: string): string =>
  (root === cwd && !isAbsolute(file) ? file : relative(cwd, resolve(root, file)).split(sep).join('/')) || '.';

/** Prints an answer in a format, or passes it to `io.take`. */
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

/**
 * The progress of a long run, in a line on the terminal. Nothing is shown in the first second, or without a terminal.
 */
export class Progress {
  readonly #io: Io;
  #next = Date.now() + 1000;
  #isShown = false;
  constructor(io: Io) {
    this.#io = io;
  }

  step(activity: string): (doneCount: number, total: number) => void {
    if (!this.#io.stderr.isTTY) return () => {};
    return (doneCount, total) => {
      if ((doneCount & 15) !== 0 || Date.now() < this.#next) return;
      this.#next = Date.now() + 100;
      this.#isShown = true;
      this.#io.stderr.exactly?.(`\r${activity} ${doneCount} of ${total} files\x1b[K`);
    };
  }
  /** Shows the name of a long step without a percentage. */
  begin(activity: string): void {
    if (!this.#io.stderr.isTTY) return;
    this.#isShown = true;
    this.#io.stderr.exactly?.(`\r${activity}\x1b[K`);
  }
  clear(): void {
    if (this.#isShown) this.#io.stderr.exactly?.('\r\x1b[K');
    this.#isShown = false;
  }
}
