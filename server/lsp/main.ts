import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StreamMessageReader, StreamMessageWriter, type Connection } from 'vscode-languageserver/node';
import { logFailure } from './failures.ts';
import { serve } from './server.ts';
import { YoungMemory } from './young-memory.ts';

/** Of the documents that the extension makes of rules' pages; other editors get the page that came with the package. */
export const rulePageScheme = 'preflight-rule';

/**
 * Serves the editor at standard input and output until it ends the conversation, or is gone.
 * @param packageFolder where the pages of the rules are @returns the exit code
 */
export function serveStdio(version: string, packageFolder: string): Promise<number> {
  const memory = new YoungMemory();
  memory.hold();
  return serveStreams(
    process.stdin,
    process.stdout,
    version,
    packageFolder,
    length => {
      memory.opened(length);
    },
    connection => {
      // one answer that fails must not end all others
      for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
        process.on(event, error => {
          logFailure(connection, 'something failed that nobody waited for', error);
        });
      }
    },
  );
}

/**
 * The same over other streams.
 * @param opened told the length of each document that is opened, in UTF-16 units
 * @param started told once it listens
 */
export function serveStreams(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  version: string,
  packageFolder: string,
  opened?: (length: number) => void,
  started?: (connection: Connection) => void,
): Promise<number> {
  const page = join(packageFolder, 'rules/README.md'),
    pageUri = existsSync(page) ? pathToFileURL(page).href : undefined;
  return new Promise(resolve => {
    const reader = new StreamMessageReader(input),
      writer = new StreamMessageWriter(output);
    // an editor that was killed says no farewell
    reader.onClose(() => {
      resolve(1);
    });
    writer.onClose(() => {
      resolve(1);
    });
    const connection = serve(reader, writer, {
      version,
      today: () => new Date().toISOString().slice(0, 10),
      ...(opened && { opened }),
      rulePage: (rule, client) =>
        client.options.panels === true ? `${rulePageScheme}:/${rule}.md` : pageUri && `${pageUri}#${rule}`,
    });
    connection.onExit(() => {
      resolve(0);
    });
    started?.(connection);
  });
}
