import child_process, { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { parseArgs } from 'node:util';
import { StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { main as preflight } from '../../cli/main.ts';
import { serve } from '../../lsp/connection/server.ts';
import { Random } from '../fuzz/random.ts';
import { run } from '../in-folders.ts';
import { secrets, Templates, type Checkout } from './checkout.ts';
import { lineFor, type Line } from './commands.ts';
import { makeHostile } from './hostilities.ts';
import {
  differences,
  secretIn,
  shownSecret,
  snapshot,
  diskProblems,
  outputProblems,
  type Attempt,
  type Duration,
} from './laws.ts';
import { session, type Answer } from './session.ts';
import { traced } from './traced.ts';

/** The number of command lines per repository. */
const LINES_PER_REPOSITORY = 2;
const SESSION_SHARE = 0.15;
/**
 * The time limits of a command or session, in milliseconds: CPU time, and elapsed time including git. The slowest
 * known case is a list of 200,000 values that are all refused: `lint` takes 5 s on two idle cores, `ci` takes 10 s on
 * busy cores.
 */
const TIME_LIMITS = { cpuTime: 15_000, elapsedTime: 30_000 } as const;
/** The number of repositories that are removed together. */
const BATCH_SIZE = 100;

/**
 * Runs every command and the language server in hostile repositories. With `--traced` they are separate processes
 * under strace, which records opened and written files and started programs.
 * @returns the exit code
 */
export async function main(root: string, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      repositories: { type: 'string', default: '2000' },
      first: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      traced: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  });
  if (process.env['PREFLIGHT_CANARY'] !== secrets.environment)
    throw new Error(`PREFLIGHT_CANARY=${secrets.environment} must be in the environment, so that it can be looked for`);
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' });
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-hostile-'))),
    templates = new Templates(root, join(scratch, 'templates'));
  const first = Number(values.first),
    limit = Number(values.repositories),
    attempt = values.traced ? traced(root, scratch) : inProcess();
  const problems: string[] = [],
    laps: Duration[] = [];
  let lines = 0;
  try {
    for (let number = first; number < first + limit && problems.length < 20; number++) {
      const batch = join(scratch, String(Math.floor(number / BATCH_SIZE)));
      const checkout = templates.checkout(join(batch, String(number)), new Random(Number(values.seed), number));
      makeHostile(checkout, templates);
      for await (const { lap, problems: newProblems } of attempt(checkout)) {
        lines++;
        if (lap) laps.push({ ...lap, title: `repository ${number}, ${lap.title}` });
        for (const problem of newProblems) {
          problems.push(problem);
          console.error(`repository ${number}: ${problem} (${checkout.steps.join('; ')})`);
        }
      }
      laps.sort((a, b) => b.cpuTime + b.elapsedTime - a.cpuTime - a.elapsedTime).splice(5);
      if ((number + 1) % BATCH_SIZE !== 0) continue;
      console.log(`until repository ${number}: ${problems.length} problems`);
      if (!values.keep) execFileSync('rm', ['-rf', batch]);
    }
  } finally {
    if (values.keep) console.log(`the repositories are in ${scratch}`);
    else execFileSync('rm', ['-rf', scratch]);
  }
  for (const { title, cpuTime, elapsedTime } of laps)
    console.log(`${cpuTime.toFixed(0)} ms busy, ${elapsedTime.toFixed(0)} ms in all: ${title}`);
  console.log(
    `${limit} repositories, ${lines} command lines and sessions, seed ${values.seed}: ${problems.length} problems`,
  );
  return problems.length > 0 ? 1 : 0;
}

const wordsOf = ({ args }: Line): string => `preflight ${args.map(word => JSON.stringify(word)).join(' ')}`;

function inProcess(): Attempt {
  const { suspiciousActions, failures } = watch();
  return async function* attempt(checkout) {
    for (let i = 0; i < LINES_PER_REPOSITORY; i++) {
      const line = lineFor(checkout),
        before = snapshot(checkout.parentFolder),
        { lap, result } = await measure(wordsOf(line), () =>
          // the signal stops a stand-in as soon as it listens
          run({ run: preflight }, [...line.args], checkout.folder, { signal: AbortSignal.abort() }),
        );
      const problems = [...timeProblems(lap), ...suspiciousActions.splice(0), ...failures.splice(0)];
      for await (const problem of outputProblems(line, result)) problems.push(problem);
      problems.push(...diskProblems(checkout, line, differences(before, snapshot(checkout.parentFolder))));
      const text = result.stderr.slice(0, 300).trim();
      yield { lap, problems: problems.map(problem => `${problem}: ${wordsOf(line)}: ${text}`) };
    }
    if (!checkout.random.chance(SESSION_SHARE)) return;
    const before = snapshot(checkout.parentFolder),
      { lap, result } = await measure('a session', () => sessionInProcess(checkout)),
      { output: words } = result,
      secret = secretIn(words) ?? shownSecret(result.visibleText);
    const problems = [
      ...timeProblems(lap),
      ...suspiciousActions.splice(0),
      ...failures.splice(0),
      ...(secret === undefined ? [] : [`the language server tells a secret of ${secret}`]),
      ...(/"message":"[^"]*\b(failed|lost) because Preflight failed/.test(words)
        ? [`the language server fails: ${words.slice(0, 600)}`]
        : []),
      ...diskProblems(checkout, { args: [], writes: false }, differences(before, snapshot(checkout.parentFolder))),
    ];
    yield { lap, problems: problems.map(problem => `${problem}: a session`) };
  };
}

function sessionInProcess(checkout: Checkout): Promise<Answer> {
  const input = new PassThrough(),
    output = new PassThrough();
  serve(new StreamMessageReader(input), new StreamMessageWriter(output), {
    version: '1.2.3',
    today: () => '2026-01-15',
    rulePage: rule => `file:///rules/${rule}.md`,
  });
  return session(checkout, output, input);
}

async function measure<T>(
  title: string,
  work: () => Promise<T>,
): Promise<{ readonly lap: Duration; readonly result: T }> {
  const start = performance.now(),
    before = process.cpuUsage(),
    result = await work(),
    { user, system } = process.cpuUsage(before);
  return { lap: { title, cpuTime: (user + system) / 1000, elapsedTime: performance.now() - start }, result };
}
const timeProblems = ({ cpuTime, elapsedTime }: Duration): string[] =>
  cpuTime > TIME_LIMITS.cpuTime || elapsedTime > TIME_LIMITS.elapsedTime
    ? [`${cpuTime.toFixed(0)} ms busy, ${elapsedTime.toFixed(0)} ms in all`]
    : [];

/** Records programs that are started, connections that are made, and errors that are not caught. */
function watch(): { readonly suspiciousActions: string[]; readonly failures: string[] } {
  const suspiciousActions: string[] = [],
    failures: string[] = [];
  const note = (program: unknown): void => {
    if (basename(String(program)) !== 'git') suspiciousActions.push(`${String(program)} is started`);
  };
  // `execFileSync` is not watched, because this process prepares and removes folders with it
  for (const name of ['spawn', 'spawnSync', 'exec', 'execFile', 'execSync', 'fork'] as const) {
    const original = child_process[name] as (...args: unknown[]) => unknown;
    (child_process as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
      note(args[0]);
      return original(...args);
    };
  }
  syncBuiltinESMExports();
  const { connect } = Socket.prototype;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    suspiciousActions.push('a connection is made');
    return (connect as (...list: unknown[]) => Socket).apply(this, args);
  } as typeof connect;
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, error => void failures.push(`${event}: ${(error as Error)?.stack ?? String(error)}`));
  return { suspiciousActions, failures };
}
