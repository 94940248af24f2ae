import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from '../cli/terminal/command.ts';
import type { Io } from '../cli/terminal/io.ts';

/** What a command printed, and how it ended; an error that it throws is returned as it is. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in a folder of its own like `main`, without a terminal. */
export async function run(
  command: Pick<Command, 'run'>,
  args: string[],
  cwd: string,
  more: Partial<Io> = {},
): Promise<Ran> {
  let stdout = '',
    stderr = '';
  const output = (add: (text: string) => void) => ({ write: add, isTTY: false, columns: 80 });
  const io: Io = {
    stdout: output(text => {
      stdout += text;
    }),
    stderr: output(text => {
      stderr += text;
    }),
    cwd,
    env: {},
    readStdin: () => Buffer.alloc(0),
    ...more,
  };
  const code = await command.run(args, io);
  return { code, stdout, stderr };
}

/** A folder on disk with these files; removed by `dispose`. */
export function scratch(files: Readonly<Record<string, string>>): { readonly folder: string; dispose(): void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-test-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
