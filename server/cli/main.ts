import { resolve } from 'node:path';
import { factsInForce, factsInWords } from '../core/domain/dated.ts';
import { didYouMean } from '../core/wording.ts';
import type { Commands } from './terminal/command.ts';
import { coloursFor, guardOutput, type Io, type Output, UsageError, today } from './terminal/io.ts';
import { version } from './terminal/package.ts';
import { statsOf } from '../state/regular-file.ts';

/** All commands. Each is loaded only when it is called, so that a command does not slow down the start of others. */
export const commands: Commands = {
  lint: {
    about: 'Find mistakes in the files of a workspace',
    load: async () => (await import('./lint.ts')).lint,
  },
  explain: {
    about: 'Explain what a rule reports and why',
    load: async () => (await import('./explain.ts')).explain,
  },
  rules: { about: 'List the rules', load: async () => (await import('./rules.ts')).rules },
  init: {
    about: 'Create a configuration, and offer the pre-commit hook',
    load: async () => (await import('./init.ts')).init,
  },
  resolve: {
    about: 'Show which version each agent reference resolves to',
    load: async () => (await import('./resolve.ts')).resolve,
  },
  plan: {
    about: 'Preview what a change does to callers and references',
    load: async () => (await import('./plan.ts')).plan,
  },
  reach: {
    about: 'Show what callers can reach, and what they never reach',
    load: async () => (await import('./reach.ts')).reach,
  },
  diff: {
    about: 'Compare two versions of an agent, or two files',
    load: async () => (await import('./diff.ts')).diff,
  },
  prompt: {
    about: 'Show what the model gets at one moment of a conversation',
    load: async () => (await import('./prompt.ts')).prompt,
  },
  cost: {
    about: 'Show how long requests to the model are, and how that scales the cost',
    load: async () => (await import('./cost.ts')).cost,
  },
  drift: {
    about: 'Compare an export of the platform with these files',
    load: async () => (await import('./drift.ts')).drift,
  },
  import: {
    about: 'Create files from an export of the platform',
    load: async () => (await import('./import.ts')).import,
  },
  requests: {
    about: "Print the calls of the platform's API that deploy these files",
    load: async () => (await import('./requests.ts')).requests,
  },
  affected: {
    about: 'List the records that a change can affect',
    load: async () => (await import('./affected.ts')).affected,
  },
  ci: { about: 'Lint and plan a pull request in one run', load: async () => (await import('./ci.ts')).ci },
  guard: {
    about: 'Judge a call that a coding agent is about to make',
    load: async () => (await import('./guard.ts')).guard,
  },
  config: {
    about: 'Show the settings that apply to a file',
    load: async () => (await import('./config.ts')).config,
  },
  suppress: {
    about: 'Accept findings of a file, with a reason',
    load: async () => (await import('./suppress.ts')).suppress,
  },
  doctor: {
    about: 'Show what this workspace leaves unresolved',
    load: async () => (await import('./doctor.ts')).doctor,
  },
  simulate: {
    about: 'Show what the platform would do with a file',
    load: async () => (await import('./simulate.ts')).simulate,
  },
  graph: { about: 'Draw agents and flows', load: async () => (await import('./graph.ts')).graph },
  serve: {
    about: "Serve the platform's HTTP API on this machine, backed by these files",
    load: async () => (await import('./serve.ts')).serve,
  },
  mcp: {
    about: 'Answer the questions of coding agents',
    load: async () => (await import('./mcp.ts')).mcp(runTool),
  },
  lsp: { about: 'Run the language server for editors', load: async () => (await import('./lsp.ts')).lsp },
  completion: {
    about: 'Print a completion script for bash, zsh or fish',
    load: async () => (await import('./completion.ts')).completion(commands),
  },
  assumptions: {
    about: 'List the assumptions made where the specification is silent',
    load: async () => (await import('./assumptions.ts')).assumptions,
  },
};

/** Runs a command line of a tool for `mcp`. The tools are commands of their own. */
export const runTool = (args: readonly string[], io: Io): Promise<number> =>
  main(args, io, { ...commands, ...toolCommands });
const toolCommands: Commands = {
  references: { about: '', load: async () => (await import('./references.ts')).references },
  describe: { about: '', load: async () => (await import('./describe.ts')).describe },
  examples: { about: '', load: async () => (await import('./examples.ts')).examples },
};

const help = `preflight COMMAND [options]

Finds mistakes in the configuration of conversational agents before callers do. Works offline: nothing is ever sent anywhere.

Commands
${Object.entries(commands)
  .map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  .join('\n')}

  preflight COMMAND --help   show the options and examples of a command
  preflight --version        with --verbose: also how old its facts about the platform are
  --cwd DIR                  run in this folder; accepted by every command
  --no-color                 no colors; accepted by every command
`;

/**
 * Runs a command line.
 * @param table the available commands
 * @returns the exit code: 2 for wrong usage or configuration, 3 for failed output or an internal error, otherwise that
 * of the command
 */
export async function main(args: readonly string[], process: Io, table: Commands = commands): Promise<number> {
  const ownArgs = args.slice(0, args.includes('--') ? args.indexOf('--') : undefined),
    env = ownArgs.includes('--no-color') ? { ...process.env, NO_COLOR: '1' } : process.env;
  const guard = (output: Output): Output => guardOutput(output, coloursFor(output, { env }));
  const stdout = guard(process.stdout),
    stderr = guard(process.stderr);
  let cwd = '';
  try {
    ({ cwd } = process);
    const withoutOptions = withoutCommon(args, process.cwd);
    ({ cwd } = withoutOptions);
    const io: Io = { ...process, env, stdout, stderr, cwd, startedIn: process.cwd };
    const [name, ...options] = withoutOptions.rest;
    if (name === undefined) {
      io.stderr.write(help);
      return 2;
    }
    if (name === '--help' || name === '-h' || name === 'help') return await helpOf(options, io);
    if (name === '--version' || name === '-v' || name === '-V' || name === 'version') {
      const facts = options.includes('--verbose') ? factsInForce({ platform: undefined, today: today() }) : undefined;
      io.stdout.write(`${version}\n${facts ? `platform facts: ${factsInWords(facts)}\n` : ''}`);
      return 0;
    }
    const command = await (await commandCalled(name, options, cwd, table)).load();
    const optionNames = options.includes('--') ? options.slice(0, options.indexOf('--')) : options;
    if (optionNames.includes('--help') || optionNames.includes('-h')) {
      io.stdout.write(command.help);
      return 0;
    }
    return await command.run(options, io);
  } catch (error) {
    const { refusalOf } = await import('./terminal/refusal.ts');
    const refusal = refusalOf(error, { cwd });
    if (refusal) {
      stderr.write(`${refusal.message}\n`);
      return refusal.code;
    }
    const { message, stack } = error as Error;
    const details = process.env['PREFLIGHT_DEBUG']
      ? (stack ?? '')
      : 'set PREFLIGHT_DEBUG=1 to see where; please report it';
    stderr.write(`internal error: ${message ?? String(error)}\n${details}\n`);
    return 3;
  }
}

async function helpOf([name, ...extraNames]: readonly string[], io: Io): Promise<number> {
  io.stdout.write(name === undefined ? help : (await (await commandCalled(name, extraNames, io.cwd)).load()).help);
  return 0;
}

/**
 * The command with a name.
 * @throws UsageError for an unknown name, with a suggestion if other linters have the command (`check`, `validate`,
 * `fix`)
 */
async function commandCalled(
  name: string,
  args: readonly string[],
  cwd: string,
  table: Commands = commands,
): Promise<Commands[string]> {
  const command = Object.hasOwn(table, name) ? table[name] : undefined;
  if (command) return command;
  const isOption = name.startsWith('-');
  const hint =
    (await suggestionFor(name, args, cwd)) ??
    (didYouMean(name, Object.keys(commands)) || '; "preflight --help" lists the commands');
  throw new UsageError(`unknown ${isOption ? 'option' : 'command'} ${name}${hint}`);
}

/** Names that other linters have for `lint`. */
const linting = ['check', 'validate', 'fix'];

/** The suggested command line if the first argument is a path, an option, or a command of another linter. */
async function suggestionFor(name: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  const say = (...words: readonly string[]): string =>
    `; type: preflight lint ${words.map(asTyped).join(' ')}`.trimEnd();
  if (linting.includes(name)) return say(...(name === 'fix' ? ['--fix'] : []), ...args);
  const option = /^(-\w|--[\w-]+)(?:=|$)/.exec(name)?.[1];
  if (option !== undefined) {
    const { options } = await commands['lint']!.load();
    const isLints = Object.entries(options).some(
      ([longName, { short }]) => option === `--${longName}` || option === `-${short}`,
    );
    return isLints ? say(name, ...args) : undefined;
  }
  const isPath = /[\\/*]|\.jsonc?$/i.test(name) || statsOf(resolve(cwd, name)) !== undefined;
  return isPath ? say(name, ...args) : undefined;
}

/** A word in the spelling of a shell, so that the command line can be copied. */
const asTyped = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * Splits the common options off a command line.
 * @returns the command with its own options, and the working directory
 */
function withoutCommon(args: readonly string[], cwd: string): { readonly rest: string[]; readonly cwd: string } {
  const remainingArgs: string[] = [];
  let folder = cwd;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i]!;
    if (arg === '--') {
      remainingArgs.push(...args.slice(i));
      break;
    }
    if (arg === '--no-color') continue;
    if (arg !== '--cwd' && !arg.startsWith('--cwd=')) {
      remainingArgs.push(arg);
      continue;
    }
    const value = arg === '--cwd' ? args[++i] : arg.slice('--cwd='.length);
    if (value === undefined || value === '') throw new UsageError('--cwd needs a folder');
    folder = resolve(cwd, value);
    if (!statsOf(folder)?.isDirectory()) throw new UsageError(`--cwd: there is no folder ${value}`);
  }
  return { rest: remainingArgs, cwd: folder };
}
