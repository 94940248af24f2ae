import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serveStdio, serveStreams as serve } from '../lsp/connection/main.ts';
import { readOptions, UsageError, type Command } from './terminal/io.ts';
import { version } from './terminal/version.ts';

/** The language server: `preflight lsp --stdio`. */
export const lsp: Command = {
  help: `preflight lsp --stdio

Runs the language server: diagnostics, hovers, completion, fixes, navigation and more, in every editor that speaks the language server
protocol. It talks over standard input and output and ends with its editor. The README shows how to set up editors.

Options
  --stdio                  talk over standard input and output; the only way there is
  --clientProcessId PID    accepted, as some editors give it; the editor says the same in its greeting
`,
  async run(args) {
    const { values } = readOptions('lsp', args, { stdio: { type: 'boolean' }, clientProcessId: { type: 'string' } });
    if (values.stdio !== true)
      throw new UsageError('the language server talks over standard input and output: preflight lsp --stdio');
    // the command may be called through a link
    const program = dirname(realpathSync(process.argv[1] ?? '.'));
    process.exit(await serveStdio(version, join(program, '..')));
  },
};

/** For the build, which lets the server run once before it keeps its compiled code. */
export const serveStreams = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<number> =>
  serve(input, output, version, '.');
