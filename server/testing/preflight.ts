import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';
import type { Io } from '../cli/terminal/io.ts';
import { main } from '../cli/main.ts';
import type { Command } from '../cli/terminal/command.ts';

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

/** Runs a whole command line, like `node dist/preflight.cjs`. Its date is 2026-01-15. */
export const preflight = (args: string[], cwd: string, more: Partial<Io> = {}): Promise<Ran> =>
  run(
    { run: (given, io) => main(given, io) },
    args[0] === 'lint' ? ['lint', '--today=2026-01-15', ...args.slice(1)] : args,
    cwd,
    more,
  );

interface PrintedFinding {
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
  readonly range: { readonly start: { readonly line: number; readonly column: number } };
}
export interface PrintedFindings extends Ran {
  readonly findings: readonly PrintedFinding[];
  readonly summary: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
}

/** `lint --format json`, parsed; `lines` are `file rule pointer severity`, short for comparing. */
export async function lintJson(args: string[], cwd: string, more: Partial<Io> = {}): Promise<PrintedFindings> {
  const ran = await preflight(['lint', '--format', 'json', ...args], cwd, more);
  const { findings = [], summary = {} } = (ran.stdout === '' ? {} : JSON.parse(ran.stdout)) as Partial<PrintedFindings>;
  return {
    ...ran,
    findings,
    summary,
    lines: findings.map(({ file, rule, pointer, severity }) => `${file} ${rule} ${pointer} ${severity}`),
  };
}

/** Folders of one test file, removed after each test. */
export function scratchFolders(): (files: Readonly<Record<string, string>>) => string {
  const made: (() => void)[] = [];
  afterEach(() => {
    for (const dispose of made.splice(0)) dispose();
  });
  return files => {
    const { folder, dispose } = scratch(files);
    made.push(dispose);
    return folder;
  };
}

/** A folder on disk with these files; removed by `dispose`. */
export function scratch(files: Readonly<Record<string, string>>): { readonly folder: string; dispose(): void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-test-')));
  write(folder, files);
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

export function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** Runs git in a folder, without any user configuration. */
export function git(folder: string, ...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_AUTHOR_NAME: 'T',
    GIT_AUTHOR_EMAIL: 't@example.test',
    GIT_COMMITTER_NAME: 'T',
    GIT_COMMITTER_EMAIL: 't@example.test',
  };
  return execFileSync('git', ['-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
export function commitAll(folder: string, message = 'work'): void {
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', message);
}
/** Makes a folder a repository with one commit. */
export function committed(folder: string): string {
  git(folder, 'init', '-q');
  commitAll(folder);
  return folder;
}

/** The text of a plausible agent; `extra` goes before its last brace. */
export const agent = (extra = '', id = 'agent_desk', version = 1): string => `{
  "agent_id": "${id}", "version": ${version}, "is_published": true, "last_modification_timestamp": 1767225600000,
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" },
  "voice_id": "11labs-Myra", "language": "en-US"${extra === '' ? '' : `,\n  ${extra}`}
}
`;
/** The same for an unpublished version, which may be changed. */
export const draft = (extra = '', id = 'agent_desk', version = 1): string =>
  agent(extra, id, version).replace('"is_published": true', '"is_published": false');
/** A list of the agent `agent_desk` alone, with these members of its tags. */
export const agentList = (tags: string): string =>
  `[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "tags": { ${tags} }, "user_modified_timestamp": 1767225600000 }]`;
