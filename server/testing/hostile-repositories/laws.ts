import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { codesOf, type Line } from './commands.ts';
import { credential, secrets, type Checkout } from './checkout.ts';
import type { Ran } from '../in-folders.ts';

/** The duration of one command line or session, in milliseconds. */
export interface Duration {
  readonly title: string;
  readonly cpuTime: number;
  readonly elapsedTime: number;
}

/** Runs command lines and sessions in a repository, and yields the problems of each. */
export type Attempt = (
  checkout: Checkout,
) => AsyncGenerator<{ readonly lap?: Duration; readonly problems: readonly string[] }>;

/* Laws of every command in every repository. */

/** The state of every file below some folders, by path in Latin 1. */
type Snapshot = ReadonlyMap<string, string>;
export function snapshot(...folders: readonly string[]): Snapshot {
  const byName = new Map<string, string>(),
    pending = folders.map(folder => Buffer.from(folder));
  for (let folder = pending.pop(); folder; folder = pending.pop())
    for (const name of readdirSync(folder, { encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from('/'), name]),
        stats = lstatSync(path);
      const { mode, size, mtimeMs, ino } = stats;
      if (stats.isDirectory()) pending.push(path);
      byName.set(path.toString('latin1'), [mode, ino, ...(stats.isDirectory() ? [] : [size, mtimeMs])].join());
    }
  return byName;
}
export const differences = (before: Snapshot, after: Snapshot): string[] => [
  ...[...after].filter(([path, state]) => before.get(path) !== state).map(([path]) => path),
  ...[...before.keys()].filter(path => !after.has(path)),
];

export function secretIn(text: string): string | undefined {
  for (const [where, secret] of Object.entries(secrets)) if (text.includes(secret)) return where;
  return undefined;
}

/** Like `secretIn`, for text shown to people, which must not contain the credential either. */
export const shownSecret = (text: string): string | undefined =>
  secretIn(text) ?? (text.includes(credential) ? "the checkout's own files" : undefined);

/** Characters that control a terminal or reverse the direction of text. Line ends and tabs are allowed. */
const controlCharacters = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

/** The problems with the exit code and the output of a command. */
export async function* outputProblems({ args, writes }: Line, { code, stdout, stderr }: Ran): AsyncGenerator<string> {
  const codes = await codesOf(args[0]!),
    isOutput = code === 3 && /(cannot be|so it (was|is) not) (written|changed)/.test(stderr);
  if (!codes.has(code) && !isOutput) yield `exit code ${code}, documented are ${[...codes].sort().join()}`;
  const secret = shownSecret(stdout) ?? shownSecret(stderr);
  if (secret !== undefined) yield `a secret of ${secret} is printed`;
  if (/^internal error|internal-error/m.test(stderr) || /\binternal-error\b/.test(lintOf(args, stdout)))
    yield 'an internal error';
  // a patch or the text of a file is data, so it may contain control characters
  const isData = args.some(word => word === '--diff' || word === '--stdin');
  const match = controlCharacters.exec(isData || writes ? stderr : stdout + stderr);
  if (match) yield `U+${match[0].charCodeAt(0).toString(16).padStart(4, '0')} is printed`;
  if (code === 2 && stderr.trim() === '') yield 'a refusal without a word';
}
const lintOf = ([name]: readonly string[], stdout: string): string => (name === 'lint' || name === 'ci' ? stdout : '');

/**
 * The problems with the changes on disk.
 * @param paths the changed paths, in Latin 1
 */
export function* diskProblems(
  { folder, parentFolder }: Checkout,
  { writes }: Line,
  paths: readonly string[],
): Generator<string> {
  for (const path of paths) {
    const text = JSON.stringify(path.slice(parentFolder.length + 1));
    if (!path.startsWith(`${folder}/`)) yield `${text} has changed, outside of the checkout`;
    else if (path.startsWith(`${folder}/.git/`)) yield `${text} has changed, of git's own files`;
    else if (!writes) yield `${text} has changed`;
    else if (path.endsWith('.preflight')) yield `${text} was left behind`;
    else if (lstatSync(Buffer.from(path, 'latin1'), { throwIfNoEntry: false })?.isFile()) {
      const secret = secretIn(readFileSync(Buffer.from(path, 'latin1'), 'utf8'));
      if (secret !== undefined) yield `a secret of ${secret} is in ${text}`;
    }
  }
}
