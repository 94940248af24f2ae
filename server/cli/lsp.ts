import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serveStdio, serveStreams as serve } from '../lsp/connection/main.ts';
import { command } from './terminal/command.ts';
import { UsageError } from './terminal/io.ts';
import { version } from './terminal/package.ts';

/** Runs the language server: `preflight lsp --stdio`. */
export const lsp = command(
  {
    name: 'lsp',
    operands: '--stdio',
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
    if (values.stdio !== true) throw new UsageError('the language server needs --stdio: preflight lsp --stdio');
    // the program may be called through a symbolic link
    const program = dirname(realpathSync(process.argv[1] ?? '.'));
    process.exit(await serveStdio(version, join(program, '..')));
  },
);

/** Runs the server on two streams. For the build, which runs it once before it saves the compiled code. */
export const serveStreams = (input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<number> =>
  serve(input, output, version, '.');
