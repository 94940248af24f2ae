import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sharedGitFolder, configurationsOf, objectsOf, ownGitFolder } from '../../state/git-folder.ts';
import { isWithin } from '../../state/paths.ts';
import type { Ran } from '../in-folders.ts';
import type { Checkout } from './checkout.ts';
import { lineFor } from './commands.ts';
import { secretIn, shownSecret, outputProblems, type Attempt } from './laws.ts';
import { session } from './session.ts';

/* Runs commands and sessions as separate processes, and checks the system calls that strace recorded. */

const SESSION_SHARE = 0.15;
/** The time limit of a process, in milliseconds. */
const TIME_LIMIT_MS = 120_000;

/** The system calls to record: opening files, changing the disk, starting programs, and connecting. */
const tracedCalls =
  'open openat openat2 creat truncate rename renameat renameat2 unlink unlinkat mkdir mkdirat rmdir link linkat symlink symlinkat ' +
  'mknod mknodat chmod fchmodat chown fchownat lchown utimensat setxattr execve execveat connect bind listen sendto';
/** Options of strace: no signals, no failed calls, and descriptors as `3</real/path>`. */
const straceOptions = ['-f', '-qq', '-y', '-e', 'signal=none', '-s', '4096', '-z'];

/** Folders that Node and git read; none of them contains secrets. */
const systemFolders = ['/usr', '/lib', '/lib64', '/bin', '/opt', '/sys/fs/cgroup', '/sys/devices/system'];
const neededFiles = new RegExp(
  `^/(${[
    'dev/(null|urandom)',
    'etc/(ld\\.so\\.(cache|preload)|ssl/openssl\\.cnf|gitconfig|passwd|group|nsswitch\\.conf|localtime)',
    'proc/(self|\\d+)/(maps|stat|status|cgroup|mountinfo|auxv)',
    'proc/(meminfo|cpuinfo|stat|version_signature|sys/.*)',
  ].join('|')})$`,
);

/**
 * Matches the calls that a stand-in may make: listening on this machine, and reading the settings of Node's resolver.
 */
const listeningPattern = /^.*(\bbind\(.*inet_addr\("127\.0\.0\.1"\).*|\blisten\(.*|"\/etc\/resolv\.conf".*)\n/gm;

interface Call {
  readonly pid: string;
  readonly name: string;
  readonly line: string;
}

/**
 * Runs the built command under strace.
 * @param root the folder of this repository
 * @param scratch a folder for the output of strace
 */
export function traced(root: string, scratch: string): Attempt {
  const log = join(scratch, 'trace'),
    command = [process.execPath, join(root, 'dist/preflight.cjs')];
  // Node would write compiled code beside the program, so its compile cache is disabled
  const { PATH, HOME, PREFLIGHT_CANARY, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM } = process.env;
  const baseEnvironment = { PATH, HOME, PREFLIGHT_CANARY, GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM },
    env = { ...baseEnvironment, NODE_DISABLE_COMPILE_CACHE: '1', NO_COLOR: '1' };
  const strace = ['-o', log, ...straceOptions, '-e', `trace=${tracedCalls.replaceAll(' ', ',')}`, '--', ...command];
  const judge = (checkout: Checkout, writes: boolean, listens = false): string[] => {
    const trace = readFileSync(log, 'latin1'),
      text = [...callProblems(listens ? trace.replace(listeningPattern, '') : trace, checkout, root, writes)];
    rmSync(log, { force: true });
    return [...new Set(text)];
  };
  return async function* attempt(checkout) {
    if (checkout.random.chance(SESSION_SHARE)) {
      const child = spawn('strace', [...strace, 'lsp', '--stdio'], { cwd: checkout.folder, env });
      const exit = new Promise(settle => child.once('close', settle)),
        timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
      const {
        output: text,
        visibleText: words,
        failure,
      } = await session(checkout, child.stdout, child.stdin, true).then(
        all => ({ ...all, failure: undefined }),
        (error: Error) => ({ output: '', visibleText: '', failure: error.message }),
      );
      child.stdin.end();
      await exit;
      clearTimeout(timer);
      const secret = secretIn(text) ?? shownSecret(words);
      const problems = [
        ...(failure === undefined ? [] : [`the language server is lost: ${failure}`]),
        ...(secret === undefined ? [] : [`the language server tells a secret of ${secret}`]),
        ...(child.exitCode === 0
          ? []
          : [`the language server ends with ${String(child.exitCode ?? child.signalCode)}`]),
        ...judge(checkout, false),
      ];
      yield { problems: problems.map(problem => `${problem}: a session`) };
      return;
    }
    const line = lineFor(checkout),
      { stderr, signal, ...ran } = await runToEnd(
        spawn('strace', [...strace, ...line.args], { cwd: checkout.folder, env, detached: true }),
      ),
      problems: string[] = signal === null ? [] : [`${signal} ends it (SIGKILL: after ${TIME_LIMIT_MS / 1000} s)`];
    for await (const problem of outputProblems(line, { ...ran, stderr })) problems.push(problem);
    problems.push(...judge(checkout, line.writes, line.args[0] === 'serve'));
    const output = `${line.args.map(word => JSON.stringify(word)).join(' ')}: ${stderr.slice(0, 300).trim()}`;
    yield { problems: problems.map(problem => `${problem}: preflight ${output}`) };
  };
}

/** Runs a process to its end. A stand-in gets SIGINT as soon as it listens. */
async function runToEnd(
  child: ChildProcessWithoutNullStreams,
): Promise<Ran & { readonly signal: NodeJS.Signals | null }> {
  let stdout = '',
    stderr = '';
  // signals the whole process group, because strace itself ignores the signal
  const signalAll = (signal: NodeJS.Signals): void => void process.kill(-child.pid!, signal);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (/^http:\/\/127\.0\.0\.1:\d+\n/.test((stdout += text)) && stdout.length === text.length) signalAll('SIGINT');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.end();
  const timer = setTimeout(signalAll, TIME_LIMIT_MS, 'SIGKILL'),
    [code, ended] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  return { code: code ?? -1, stdout, stderr, signal: ended };
}

function* callsIn(trace: string): Generator<Call> {
  for (const text of trace.split('\n')) {
    const [, pid = '', line = '', name = ''] = /^(\d+) +((\w+)\(.*)$/s.exec(text) ?? [];
    if (name !== '') yield { pid, name, line };
  }
}

/**
 * The forbidden system calls of a program.
 * @param trace the output of strace, in Latin 1
 */
function* callProblems(trace: string, checkout: Checkout, root: string, writes: boolean): Generator<string> {
  const gitPids = new Set<string>();
  let first: string | undefined;
  for (const { pid, name, line } of callsIn(trace)) {
    first ??= pid;
    if (name === 'execve' || name === 'execveat') {
      const program = /"((?:[^"\\]|\\.)*)"/.exec(line)?.[1] ?? '';
      if (basename(program) === 'git') gitPids.add(pid);
      else if (pid !== first || program !== process.execPath) yield `${program} is started`;
    } else if (/^(connect|bind|listen|sendto)$/.test(name)) {
      // git connects to this socket to look up user names
      if (!/AF_UNIX.*\/nscd\/socket"/.test(line)) yield `a connection: ${line.slice(0, 200)}`;
    } else if (/^(open|creat)/.test(name))
      yield* openProblems(line, { checkout, root, writes, isGit: gitPids.has(pid) });
    else yield* changeProblems(line, { checkout, root, writes, isGit: gitPids.has(pid) });
  }
}

interface CallContext {
  readonly checkout: Checkout;
  readonly root: string;
  readonly writes: boolean;
  readonly isGit: boolean;
}

function* openProblems(line: string, { checkout, root, writes, isGit }: CallContext): Generator<string> {
  const [, path] = /= \d+<(.*)>$/.exec(line) ?? [],
    flags = /O_[A-Z_|]+/.exec(line.slice(line.lastIndexOf('", ')))?.[0] ?? '';
  if (path === undefined || /O_PATH/.test(flags)) return;
  const real = path.replace(/ ?\(deleted\)$/, '').replace(/(?:\\\d+)+/g, decodeOctal),
    isWriting = /O_(WRONLY|RDWR|CREAT|TRUNC|APPEND)/.test(flags) || line.startsWith('creat');
  if (real === '/dev/null' || real.startsWith('pipe:') || real.startsWith('socket:') || real.startsWith('anon_inode:'))
    return;
  if (isWithin(checkout.folder, real)) {
    if (!isWriting) return;
    if (isGit || isWithin(join(checkout.folder, '.git'), real))
      yield `${real} is opened to be written${isGit ? ' by git' : ''}`;
    else if (!writes) yield `${real} is opened to be written`;
    return;
  }
  if (isWriting) yield `${real} is opened to be written, outside of the checkout`;
  else if (
    isWithin(join(root, 'dist'), real) ||
    isWithin(dirname(process.execPath), real) ||
    real === join(root, 'package.json')
  )
    return;
  else if (systemFolders.some(folder => isWithin(folder, real)) || neededFiles.test(real)) return;
  // git may follow a `.git` file to a folder outside the checkout
  else if (isGit && (checkout.hasOddGit || isWithin(join(checkout.parentFolder, 'main'), real))) return;
  else if (isWithin(join(checkout.parentFolder, 'main/.git'), real) || isReadOfGit(checkout, real)) return;
  else yield `${real} is opened${isGit ? ' by git' : ''}`;
}

/**
 * Whether a path is one of the files of git that Preflight reads itself: to find git's folder, its settings and the
 * ignored files, and to prevent git from waiting for a pipe.
 */
function isReadOfGit({ folder }: Checkout, path: string): boolean {
  const tops = [folder, join(folder, 'agents')],
    folders = tops.flatMap(top => [ownGitFolder(top) ?? [], sharedGitFolder(top) ?? []].flat());
  // `.git` may be a file that names the folder, and may be a link
  if (tops.some(top => realPathOf(join(top, '.git')) === path)) return true;
  return folders.some(
    folder =>
      [join(folder, 'refs'), ...objectsOf(folder)].some(one => isWithin(realPathOf(one), path)) ||
      [
        folder,
        ...configurationsOf(folder),
        ...['commondir', 'info/exclude', 'objects/info/alternates'].map(name => join(folder, name)),
      ].some(file => realPathOf(file) === path),
  );
}

function* changeProblems(line: string, { checkout, writes, isGit }: CallContext): Generator<string> {
  for (const [, written] of line.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
    const path = resolve(checkout.folder, written!.replace(/(?:\\\d+)+/g, decodeOctal)),
      real = realOf(path);
    if (isGit || !writes || !isWithin(checkout.folder, real) || isWithin(join(checkout.folder, '.git'), real))
      yield `${line.slice(0, 200)}${isGit ? ' by git' : ''}`;
  }
}
/** Decodes the octal escapes in the output of strace. */
const decodeOctal = (text: string): string =>
  Buffer.from([...text.matchAll(/\\(\d+)/g)].map(([, digits]) => parseInt(digits!, 8))).toString('latin1');
const realOf = (path: string): string => join(realPathOf(dirname(path)), basename(path));
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
