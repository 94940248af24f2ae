import { printable } from '../../printers/printable.ts';

/** Where text goes: a terminal, a pipe, or a test. */
export interface Output {
  write(text: string): void;
  /** What is not for reading: a file given back, a cursor moved. There where `write` escapes what could command whoever shows the text. */
  exactly?(text: string): void;
  readonly isTTY: boolean;
  /** Width in columns; Infinity where there is no terminal, so that nothing is wrapped. */
  readonly columns: number;
}
/** All that a command knows of the process around it. Data goes to stdout, everything else to stderr. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absolute; `--cwd DIR` has been applied. */
  readonly cwd: string;
  /** Where the process was started, which relative paths of its environment begin at. */
  readonly startedIn?: string;
  /** The configuration that `--config` names; absolute. Without it each workspace has its own. */
  readonly config?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** All of standard input. */
  readStdin(): Buffer;
  /** Asks a person; only where there is one: standard input and error are a terminal. */
  readonly ask?: (question: string) => Promise<string>;
  /** Ends commands that run until they are stopped. */
  readonly signal?: AbortSignal;
}

/** Wrong usage or a wrong configuration: its message goes to stderr, the exit code is 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** @param message one line @param more further lines, printable already */
  constructor(message: string, more?: string) {
    super(more === undefined ? printable(message) : `${printable(message)}\n${more}`);
  }
}

/** Something that cannot be written, because the disk is full, say: its message goes to stderr, the exit code is 3. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** @param message one line */
  constructor(message: string) {
    super(printable(message));
  }
}

/** Writes data, which no guard may change. */
export const exactly = (output: Output, text: string): void => (output.exactly ?? output.write)(text);

/** A remark of one line for people, whatever names are in it. */
export const remark = (io: Io, text: string): void => io.stderr.write(`${printable(text)}\n`);

/** Whether to colour: NO_COLOR and --no-color say no, FORCE_COLOR and CLICOLOR_FORCE say yes, CLICOLOR=0 says no, else a terminal does. */
export function coloursFor(output: Output, io: Io, refused = false): boolean {
  if (refused || (io.env['NO_COLOR'] ?? '') !== '') return false;
  const force = io.env['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  if (!['', '0'].includes(io.env['CLICOLOR_FORCE'] ?? '')) return true;
  if (io.env['CLICOLOR'] === '0') return false;
  return output.isTTY && io.env['TERM'] !== 'dumb';
}
