import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Io } from '../cli/terminal/io.ts';
import type { Command } from '../cli/terminal/command.ts';

/* Runs commands and git in folders on disk, with or without a test framework. */

/** The exit code and the output of a command. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in a folder, without a terminal. */
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

export function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

// without maintenance, a commit takes two thirds of the time (19 ms instead of 29 ms)
const settings = ['init.defaultBranch=main', 'protocol.file.allow=always', 'maintenance.auto=false'].flatMap(one => [
  '-c',
  one,
]);
/** The environment variables for git, without any user configuration. */
export const gitEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'T',
  GIT_AUTHOR_EMAIL: 't@example.test',
  GIT_COMMITTER_NAME: 'T',
  GIT_COMMITTER_EMAIL: 't@example.test',
});
/** Runs git in a folder, without any user configuration. */
export function git(folder: string, ...args: string[]): string {
  return execFileSync('git', [...settings, ...args], {
    cwd: folder,
    env: gitEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // git itself waits if a pipe is in the place of a file
    timeout: 60_000,
  });
}
export function commitAll(folder: string, message = 'work'): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', message);
}
/**
 * Makes a folder a repository with all its files in one commit.
 * @returns the folder
 */
export function committed(folder: string): string {
  git(folder, 'init', '-q');
  commitAll(folder);
  return folder;
}
