import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Io } from '../cli/terminal/io.ts';
import { main } from '../cli/main.ts';
import { run, write, type Ran } from './in-folders.ts';

export { commitAll, committed, git, run, write, type Ran } from './in-folders.ts';

/** Runs a command line like `node dist/preflight.cjs`; for `lint`, the date is 2026-01-15. */
export const preflight = (args: string[], cwd: string, more: Partial<Io> = {}): Promise<Ran> =>
  run(
    { run: (lines, io) => main(lines, io) },
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
  readonly range: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
  readonly related: readonly unknown[];
  readonly superseded?: true;
  readonly fix?: { readonly title: string };
}
export interface PrintedFindings extends Ran {
  readonly findings: readonly PrintedFinding[];
  readonly summary: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
  /** Each as `file rule pointer by file:line text`. */
  readonly hidden: readonly string[];
  /** Each as `file by file:line text`, with ` live` appended if callers are served by the file. */
  readonly unchecked: readonly string[];
  /** Each as `file:line text: effect`. */
  readonly settings: readonly string[];
}
interface PrintedJudgement {
  readonly hidden?: readonly { readonly finding: PrintedFinding; readonly by: PrintedSetting }[];
  readonly unchecked?: readonly { readonly file: string; readonly by: PrintedSetting; readonly live: unknown[] }[];
  readonly settings?: readonly (PrintedSetting & { readonly effect: string })[];
}
interface PrintedSetting {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

const placeOf = ({ text, file, line }: PrintedSetting): string => `${file}:${line} ${text}`;
/** The effects of changed settings on what `lint` reports, as short lines. */
export const judgedLines = ({ hidden = [], unchecked = [], settings = [] }: PrintedJudgement) => ({
  hidden: hidden.map(({ finding, by }) => `${finding.file} ${finding.rule} ${finding.pointer} by ${placeOf(by)}`),
  unchecked: unchecked.map(({ file, by, live }) => `${file} by ${placeOf(by)}${live.length > 0 ? ' live' : ''}`),
  settings: settings.map(setting => `${placeOf(setting)}: ${setting.effect}`),
});

/** Runs `lint --format json` and parses the output. `lines` are the findings as `file rule pointer severity`. */
export async function lintJson(args: string[], cwd: string, more: Partial<Io> = {}): Promise<PrintedFindings> {
  const result = await preflight(['lint', '--format', 'json', ...args], cwd, more);
  const answerOf = (result.stdout === '' ? {} : JSON.parse(result.stdout)) as Partial<
    Pick<PrintedFindings, 'findings' | 'summary'>
  > &
    PrintedJudgement;
  const { findings = [], summary = {} } = answerOf;
  return {
    ...result,
    ...judgedLines(answerOf),
    findings,
    summary,
    lines: findings.map(({ file, rule, pointer, severity }) => `${file} ${rule} ${pointer} ${severity}`),
  };
}

/** Returns a function that creates temporary folders, which are removed after each test. */
export function scratchFolders(): (files: Readonly<Record<string, string>>) => string {
  const cleanups: (() => void)[] = [];
  afterEach(() => {
    for (const dispose of cleanups.splice(0)) dispose();
  });
  return files => {
    const { folder, dispose } = scratch(files);
    cleanups.push(dispose);
    return folder;
  };
}

/** Creates a temporary folder with these files; `dispose` removes it. */
export function scratch(files: Readonly<Record<string, string>>): { readonly folder: string; dispose(): void } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-test-')));
  write(folder, files);
  return { folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * The text of a valid agent.
 * @param extra members to add before the last brace
 */
export const agent = (extra = '', id = 'agent_desk', version = 1): string => `{
  "agent_id": "${id}", "version": ${version}, "is_published": true, "last_modification_timestamp": 1767225600000,
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" },
  "voice_id": "11labs-Myra", "language": "en-US"${extra === '' ? '' : `,\n  ${extra}`}
}
`;
/** Like `agent`, but for an unpublished version, which may be changed. */
export const draft = (extra = '', id = 'agent_desk', version = 1): string =>
  agent(extra, id, version).replace('"is_published": true', '"is_published": false');
/**
 * The text of an agent list with one agent.
 * @param tags the value of `tags`, or its members as JSON
 */
export const agentList = (tags: string | object, id = 'agent_desk', name = 'Desk'): string =>
  `[{ "agent_id": "${id}", "agent_name": "${name}", "channel": "voice", "tags": ${
    typeof tags === 'string' ? `{ ${tags} }` : JSON.stringify(tags)
  }, "user_modified_timestamp": 1767225600000 }]`;
