import { fstatSync, statSync, writeSync } from 'node:fs';
import { MAX_SIZE, readUpTo } from '../../state/regular-file.ts';
import { reasonOf } from '../../state/text.ts';
import { type Io, OutputError, type Output, UsageError } from './io.ts';

/** The environment of a command in this process. */
export function processIo(): Io {
  const ask = async (question: string): Promise<string> => {
    const { createInterface } = await import('node:readline/promises');
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
  const stdout = isPlain(1) ? plainOutput(1, () => process.stdout) : streamOutput(1, process.stdout);
  const stderr = isPlain(2) ? plainOutput(2, () => process.stderr) : streamOutput(2, process.stderr);
  return {
    stdout,
    stderr,
    get cwd() {
      return workingFolder();
    },
    env: process.env,
    readStdin,
    ...(stderr.isTTY && process.stdin.isTTY && { ask }),
  };
}

/**
 * The working directory.
 * @throws UsageError if it was removed or is not accessible
 */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(`the working directory ${isGone ? 'was removed' : `cannot be used: ${reasonOf(error)}`}`);
  }
}

function readStdin(): Buffer {
  try {
    return readUpTo(0, MAX_SIZE);
  } catch (error) {
    throw new UsageError(`standard input cannot be read: ${reasonOf(error)}`);
  }
}

/** Whether a file descriptor is certainly not a terminal. */
function isPlain(fd: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    const stats = fstatSync(fd);
    return (
      stats.isFile() ||
      stats.isFIFO() ||
      stats.isSocket() ||
      (stats.isCharacterDevice() && stats.rdev === statSync('/dev/null').rdev)
    );
  } catch {
    return false;
  }
}

/** The number of columns in the environment variable COLUMNS. */
function columnsSet(): number | undefined {
  const text = process.env['COLUMNS'] ?? '';
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined;
}

/**
 * The width of a terminal in columns. A terminal without a size, as in `script` or `docker -t`, has 0 columns and
 * counts as 80 wide.
 */
export const widthOf = ({ columns }: { readonly columns?: number }): number => columns || 80;

function streamOutput(fd: number, stream: NodeJS.WriteStream): Output {
  stream.on('error', error => stopWriting(fd, error));
  return {
    write: text => {
      if (text !== '') stream.write(text);
    },
    isTTY: stream.isTTY === true,
    columns: columnsSet() ?? widthOf(stream),
  };
}

/**
 * An output that writes synchronously, because streams of Node take milliseconds to load. Uses the stream only after a
 * write would have to wait.
 */
function plainOutput(fd: number, stream: () => NodeJS.WriteStream): Output {
  let waitingStream: NodeJS.WriteStream | undefined,
    isClosed = false;
  const write = (text: string): void => {
    if (isClosed) return;
    if (waitingStream) {
      waitingStream.write(text);
      return;
    }
    let remainingBytes = Buffer.from(text);
    try {
      while (remainingBytes.length > 0) remainingBytes = remainingBytes.subarray(writeSync(fd, remainingBytes));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') {
        isClosed = true;
        // an error is reported in a later turn, like that of a stream, so that a finished command still returns its
        // exit code
        setImmediate(stopWriting, fd, error as Error);
        return;
      }
      if (code !== 'EAGAIN') throw new OutputError(cannotWrite(fd, error));
      waitingStream = stream().on('error', failure => stopWriting(fd, failure));
      waitingStream.write(remainingBytes);
    }
  };
  return { write, isTTY: false, columns: columnsSet() ?? Infinity };
}

const cannotWrite = (fd: number, error: unknown): string =>
  `standard ${fd === 1 ? 'output' : 'error'} cannot be written: ${reasonOf(error)}`;

/** Ends the process if the reader has closed the pipe (`preflight lint | head`) or the disk is full. */
function stopWriting(fd: number, error: Error): void {
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(process.exitCode ?? 0);
  try {
    writeSync(2, `${cannotWrite(fd, error)}\n`);
  } catch {
    /* standard error cannot be written either, so the exit code has to be enough */
  }
  process.exit(3);
}
