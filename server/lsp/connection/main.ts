import { existsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StreamMessageReader, type Connection } from 'vscode-languageserver/node';
import { logFailure } from '../failures.ts';
import { explaining } from '../protocol.ts';
import { Framing, StreamWriter } from './framing.ts';
import { serve } from './server.ts';

/** Receives the events of a connection. */
interface Listener {
  /** Called when the server starts to listen. */
  onStart?(connection: Connection): void;
  /** Called with the reason if the input can no longer be parsed. */
  onLoss?(reason: string): void;
}

/**
 * Serves the editor on standard input and output until it exits, disconnects, or sends unreadable input.
 * @param packageFolder the folder with the pages of the rules
 * @returns the exit code
 */
export function serveStdio(version: string, packageFolder: string): Promise<number> {
  return serveStreams(process.stdin, process.stdout, version, packageFolder, {
    onStart: connection => {
      // an error in one answer must not prevent all others
      for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
        process.on(event, error => {
          logFailure(connection, 'a background task failed', error);
        });
      }
    },
    onLoss: reason => {
      try {
        writeSync(
          process.stderr.fd,
          `preflight: the language server exits, because it can no longer read the messages of the editor: ${reason}\n`,
        );
      } catch {
        // the editor no longer reads, so the message cannot be shown
      }
    },
  });
}

/** Serves an editor over the given streams. */
export function serveStreams(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  version: string,
  packageFolder: string,
  { onStart, onLoss }: Listener = {},
): Promise<number> {
  const folder = join(packageFolder, 'rules'),
    pages = existsSync(folder) ? pathToFileURL(folder).href : undefined;
  return new Promise(resolve => {
    const reader = new StreamMessageReader(input),
      writer = new StreamWriter(output),
      framing = new Framing();
    let isLost = false;
    const lose = (reason: string): void => {
      if (!isLost) onLoss?.(reason);
      isLost = true;
      resolve(1);
    };
    // this listener runs before the reader gets the chunk
    input.on('data', (chunk: Buffer | string) => {
      const problem = framing.feed(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
      if (problem !== undefined) lose(problem);
    });
    // a truncated message is not JSON; an editor restarts a server that exits, but waits forever for one that does not
    // answer
    reader.onError(error => {
      lose(error instanceof SyntaxError ? 'a message is not JSON' : 'the input cannot be read');
    });
    // an editor that was killed sends no exit; if it sends exit and then closes its stream, exit is handled first
    reader.onClose(() => {
      setTimeout(resolve, 100, 1);
    });
    writer.onClose(() => {
      resolve(1);
    });
    const connection = serve(reader, writer, {
      version,
      today: () => new Date().toISOString().slice(0, 10),
      rulePage: (rule, client) => (client.options.panels === true ? explaining(rule) : pages && `${pages}/${rule}.md`),
    });
    connection.onExit(() => {
      resolve(0);
    });
    onStart?.(connection);
  });
}
