import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { serve } from './server.ts';
import { YoungMemory } from './young-memory.ts';

/** Of the documents that the extension makes of rules' pages; other editors get the page that came with the package. */
export const rulePageScheme = 'preflight-rule';

/**
 * Serves the editor at standard input and output until it ends the conversation, or is gone.
 * @param packageFolder where the pages of the rules are @returns the exit code
 */
export function serveStdio(version: string, packageFolder: string): Promise<number> { return serveStreams(process.stdin, process.stdout, version, packageFolder); }

/** The same over other streams. */
export function serveStreams(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, version: string, packageFolder: string): Promise<number> {
  const memory = new YoungMemory(), page = join(packageFolder, 'rules/README.md');
  const pageUri = existsSync(page) ? pathToFileURL(page).href : undefined;
  return new Promise(resolve => {
    const reader = new StreamMessageReader(input), writer = new StreamMessageWriter(output);
    // an editor that was killed says no farewell
    reader.onClose(() => { resolve(1); });
    writer.onClose(() => { resolve(1); });
    memory.hold();
    const connection = serve(reader, writer, {
      version, today: () => new Date().toISOString().slice(0, 10), opened: length => { memory.opened(length); },
      rulePage: (rule, client) => (client.options.panels === true ? `${rulePageScheme}:/${rule}.md` : pageUri && `${pageUri}#${rule}`),
    });
    connection.onExit(() => { resolve(0); });
  });
}
