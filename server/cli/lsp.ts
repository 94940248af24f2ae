import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serveStdio, serveStreams as serve } from '../lsp/connection/main.ts';
import { command } from './terminal/command.ts';
import { UsageError } from './terminal/io.ts';
import { version } from './terminal/version.ts';

/** The language server: `preflight lsp --stdio`. */
export const lsp = command(
  {
    name: 'lsp',
    takes: '--stdio',
    about: `Run the language server: diagnostics, hovers, completion, fixes, navigation and more, for every editor that supports
the Language Server Protocol. It uses standard input and output and exits with its editor. docs/editors.md shows how
to set up editors.`,
    options: {
      stdio: { about: 'use standard input and output, the only transport' },
      clientProcessId: {
        value: 'PID',
        about: 'accepted and ignored; some editors pass it',
      },
    },
  },
  async ({ values }) => {
    if (values.stdio !== true)
      throw new UsageError('the language server talks over standard input and output: preflight lsp --stdio');
    // the command may be called through a link
    const program = dirname(realpathSync(process.argv[1] ?? '.'));
    process.exit(await serveStdio(version, join(program, '..')));
  },
);

/** For the build, which runs the server once before saving its compiled code. */
export const serveStreams = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<number> =>
  serve(input, output, version, '.');
