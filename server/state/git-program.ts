import { spawnSync } from 'node:child_process';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { isWithin, gitRootOf } from './paths.ts';

/** The failure of a git command, as a sentence for people. */
export class GitError extends Error {
  override readonly name = 'GitError';
  /** The exit code of git; `undefined` if git did not run. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}
/** Thrown if git is missing, or if the folder is in no repository that git accepts. */
export class NoGitError extends GitError {}

/**
 * Options that disable programs and fetches, because the configuration of a repository may name programs to run (a
 * monitor, hooks), and a partial clone may make git fetch missing objects. Command-line options override every
 * configuration file; no configuration overrides GIT_ALLOW_PROTOCOL. The configuration of the user still applies: it
 * decides which folders are safe, and how lines end.
 */
const safeOptions = [
  '-c',
  'core.fsmonitor=false',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'safe.bareRepository=explicit',
  '--no-replace-objects',
];
const safeEnvironment = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_LITERAL_PATHSPECS: '1',
  // this path cannot exist: git would print advice about an empty graft file
  GIT_GRAFT_FILE: '/dev/null/none',
  LC_ALL: 'C',
};

/**
 * Runs git at the top of a checkout. Git may not search the folders above, and gets the work tree as an argument, so
 * that it uses the repository that Preflight has found: in a subfolder, git would accept a committed folder that looks
 * like a bare repository. Git itself finds the `.git` and checks its owner. No command may start a filter, compare
 * with the working tree, or format a text for people.
 */
export function runGit(
  program: string,
  top: string,
  args: readonly string[],
  {
    input,
    timeoutMs,
    index,
  }: {
    readonly input?: string;
    readonly timeoutMs: number;
    /** The absolute path of the index to read instead of the index of the checkout. */
    readonly index?: string | undefined;
  },
): Buffer {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreignVariables.has(name)));
  const { error, status, stdout, stderr } = spawnSync(
    program,
    ['--no-pager', ...safeOptions, '-c', 'core.quotePath=false', ...args],
    {
      cwd: top,
      env: {
        ...env,
        ...safeEnvironment,
        GIT_WORK_TREE: top,
        GIT_CEILING_DIRECTORIES: dirname(top),
        ...(index !== undefined && { GIT_INDEX_FILE: index }),
      },
      maxBuffer: 2 ** 31 - 1,
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(input !== undefined && { input }),
    },
  );
  if ((error as { code?: string } | undefined)?.code === 'ETIMEDOUT')
    throw new GitError(`git ${args[0]} did not answer within ${timeoutMs / 1000} seconds`);
  if (error) throw new GitError(`git ${args[0]} failed: ${error.message}`);
  if (status === 0) return stdout;
  const reason = reasonOf(args[0]!, stderr.toString('utf8'), status);
  const Kind = reason.includes(' failed: not a git repository') ? NoGitError : GitError;
  throw new Kind(reason, status ?? undefined);
}

/**
 * Environment variables of a hook that name its repository, relative to the folder of the hook, or that change the
 * meaning of paths.
 */
const foreignVariables: ReadonlySet<string> = new Set([
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_INDEX_FILE',
  'GIT_GLOB_PATHSPECS',
  'GIT_ICASE_PATHSPECS',
]);

/** The error message of git, on one line and harmless to a terminal, without quotations from files. */
function reasonOf(command: string, output: string, status: number | null): string {
  const lines = output.split('\n').map(printable),
    fatal = lines.find(line => /^(fatal|error): /.test(line)) ?? lines.find(line => line !== '');
  const message = fatal?.replace(/^(fatal|error): /, '') ?? `exit ${status}`,
    first = clipped(quotingMessages.reduce((text, pattern) => text.replace(pattern, '$1'), message));
  const remedy = lines
    .map(line => line.trim())
    .find(line => line.startsWith('git config --global --add safe.directory '));
  if (remedy !== undefined) return `git refuses this folder: ${first}; "${clipped(remedy)}" allows it`;
  if (first.includes('promisor remote'))
    return `git ${command} failed: this partial clone lacks the requested objects; "${fetchAll}" fetches them`;
  return `git ${command} failed: ${first}`;
}
/** Messages with quotations. Git would quote a line or value of any file to which one of its own files is a link. */
const quotingMessages = [
  /^(bad shallow line): .*/,
  /^((?:unexpected|unterminated) line in [^:]+): .*/,
  /^(bad (?:numeric|boolean) config value) '.*'(?= for ')/,
] as const;
/** The command for fetching the objects missing in a partial clone. */
export const fetchAll = 'git fetch --refetch --no-filter';

const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trimEnd();
const MAX_LENGTH = 300;
const clipped = (line: string): string => (line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line);

/**
 * The absolute path of the git on the PATH. Some systems search the working directory first, which may contain a file
 * called git. Folders of the PATH that are relative, or inside the checkout, are skipped.
 * @throws GitError if there is no git
 */
export function gitProgram(folder: string, platform = process.platform): string {
  const checkout = gitRootOf(folder) ?? folder,
    // if the checkout is the root of the disk, every folder is inside it
    checkouts = dirname(checkout) === checkout ? [] : [checkout, realPath(checkout)];
  let content: string | undefined;
  for (const entry of (process.env['PATH'] ?? '').split(delimiter)) {
    const place = platform === 'win32' ? entry.replaceAll('"', '') : entry;
    if (!isAbsolute(place)) continue;
    const program = namesOn(platform)
      .map(name => join(place, name))
      .find(isProgram);
    if (program === undefined) continue;
    if (
      ![program, realPath(program), join(realPath(place), 'git')].some(path =>
        checkouts.some(top => isWithin(top, path)),
      )
    )
      return program;
    content ??= program;
  }
  if (content === undefined) throw new NoGitError('git is not installed, or not on the PATH');
  throw new GitError(`the only git on the PATH is ${content}, a file of the checkout itself, and is not started`);
}

/** The file names of git; on Windows, only files that can be started without a shell. */
const namesOn = (platform: string): string[] => (platform === 'win32' ? ['git.exe', 'git.com'] : ['git']);

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
