import { firstLines } from '../core/wording.ts';
import { readHook } from './guard/hooks.ts';
import { operationNames, GuardTable } from './guard/operations.ts';
import { recognize } from './guard/calls.ts';
import { wrapText } from '../view/prose.ts';
import { command } from './terminal/command.ts';
import { remark, UsageError, type Io } from './terminal/io.ts';
import { dirname, join } from 'node:path';
import { property, type Json } from '../core/json/json.ts';
import { configurationNames } from '../core/settings-files.ts';
import { parseText, valueOf } from '../core/syntax/parse.ts';
import { gitRootOf } from '../state/paths.ts';
import { statsOf } from '../state/regular-file.ts';
import { bytesOf } from '../state/text.ts';

/** Blocks calls of coding agents that would break what callers get: `preflight guard`. */
export const guard = command(
  {
    name: 'guard',
    about: `Judge a call that a coding agent is about to make. As a hook before tool calls it reads the call as JSON on standard
input, in the format of Claude Code (PreToolUse) or Cursor (beforeShellExecution, beforeMCPExecution). Calls that
publish, move a tag, change numbers or live records, or delete are judged by the state after them: by ci.assert of the
last commit's configuration ("no breaks" without it), by errors in published records, and by what is new in live calls:
errors, drafts, and variables without a value. All other calls are let through silently. "preflight init --agents" sets
up the hooks.`,
    options: {
      strict: { about: 'also block what cannot be read or judged' },
      today: {
        value: 'YYYY-MM-DD',
        about: 'date that counts as today for suppressions that expire (default: today in UTC)',
      },
    },
    helpEnding: `Operations
${wrapText(`${operationNames.join(', ')};`, 118)
  .map(line => `  ${line}`)
  .join('\n')}
  as a tool (mcp__SERVER__OPERATION), by the platform's command line, or by curl. "guard" in the configuration adds names.

Exit codes
  0  let through; what cannot be read or judged is one line on standard error
  2  blocked, with the reason on standard error; with --strict also what cannot be judged

Examples
  preflight guard < call.json
  preflight guard --strict < call.json`,
  },
  async ({ values, positionals }, io) => {
    if (positionals.length > 0) throw new UsageError('guard reads the call on standard input and takes no arguments');
    const doubt = (reason: string): number => {
      remark(io, `preflight guard cannot judge this call: ${reason}`);
      return values.strict ? 2 : 0;
    };
    try {
      const hookInput = readHook(io.readStdin().toString(), io.cwd);
      if ('problem' in hookInput) return doubt(hookInput.problem);
      if (!hookInput.call) return 0;
      const { call } = hookInput,
        importVerdict = async () => await import('./guard/verdict.ts');
      const { calls, doubts } = recognize(
        call,
        await tableIn(call.cwd, async () => (await importVerdict()).guardSettings(call.cwd, io)),
      );
      if (calls.length === 0) return doubts.size === 0 ? 0 : doubt([...doubts].join('; '));
      const verdict = (await importVerdict()).verdictOn(calls, io, values.today),
        remainingDoubts = [...doubts, ...verdict.doubts];
      if (verdict.reasons.length > 0) return block(verdict.reasons, hookInput.format, io);
      return remainingDoubts[0] === undefined ? 0 : doubt(remainingDoubts.join('; '));
    } catch (error) {
      const { name, message } = error as Error,
        isOurs = /^(?:Type|Range|Reference)?Error$/.test(name);
      return doubt(`${isOurs ? 'internal error: ' : ''}${message.split('\n')[0]}`);
    }
  },
);

function block(reasons: readonly string[], format: string, io: Io): number {
  const text = ['blocked by preflight guard:', ...firstLines(reasons, 10).map(reason => `- ${reason}`)].join('\n');
  for (const line of text.split('\n')) remark(io, line);
  // Cursor reads the answer for the model from standard output
  if (format.startsWith('before'))
    io.stdout.write(`${JSON.stringify({ permission: 'deny', user_message: text, agent_message: text })}\n`);
  return 2;
}

/**
 * The operations and programs that are guarded in a folder. Reads the configurations above the folder without the
 * engine, and calls `ask`, which loads the engine, only if a configuration extends others or differs from the last
 * commit: a change must not undo committed settings.
 */
async function tableIn(folder: string, ask: () => Promise<readonly (Json | undefined)[]>): Promise<GuardTable> {
  const checkoutRoot = gitRootOf(folder),
    committedAt = checkoutRoot === undefined ? undefined : statsOf(join(checkoutRoot, '.git', 'logs', 'HEAD'))?.mtimeMs;
  const guards: (Json | undefined)[] = [];
  for (let directory = folder; ; directory = dirname(directory)) {
    for (const name of configurationNames) {
      const file = join(directory, name),
        text = bytesOf(file, { linkBoundary: checkoutRoot ?? directory })?.toString();
      if (text === undefined) continue;
      const value = valueOf(parseText(text, true, true).nodes);
      const isNewer = committedAt !== undefined && statsOf(file)!.mtimeMs > committedAt;
      if (isNewer || property(value, 'extends') !== undefined) return new GuardTable(await ask());
      guards.push(property(value, 'guard'));
    }
    if (directory === (checkoutRoot ?? dirname(directory))) return new GuardTable(guards);
  }
}
