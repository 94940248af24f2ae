import type { Run } from './mcp/ask.ts';
import { serve } from './mcp/serve.ts';
import { command, type Command } from './terminal/command.ts';
import { remark, UsageError } from './terminal/io.ts';

/**
 * Serves coding agents: `preflight mcp`.
 * @param run runs the command lines of the tools
 */
export const mcp = (run: Run): Command =>
  command(
    {
      name: 'mcp',
      about: `Serve coding agents: a server of the Model Context Protocol on standard input and output. Its tools answer like the
commands lint, explain, resolve, plan, reach, prompt, cost, drift and affected; two more answer where a name is used and
which values a field may have. It reads only the folders that the client names as its roots, or the working directory if
it names none, writes nothing and connects to nothing. docs/mcp.md shows how to add it to coding agents.`,
      options: {},
      helpEnding: `Exit codes
  0  the client has left`,
    },
    async ({ positionals }, io) => {
      if (positionals.length > 0) throw new UsageError('mcp takes no arguments; docs/mcp.md shows how to set it up');
      if (process.stdin.isTTY) remark(io, 'waiting for a client on standard input; ctrl-c ends it');
      await serve(run, io, process.stdin, process.stdout);
      return 0;
    },
  );
