import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { wrapText } from '../../view/prose.ts';
import { didYouMean, listed, suggest } from '../../core/wording.ts';
import { type Io, UsageError } from './io.ts';

/** The words that a shell completes: these words, or names from the workspace. The shell completes paths itself. */
export type Completes =
  readonly string[] | 'path' | 'folder' | 'rule' | 'rule-or-group' | 'reference' | 'agent-version' | 'agent-tag';

/** One option; parsing, `--help`, the command-line page and shell completion use it. */
export interface Option {
  /** What the option does, without its name; line breaks are kept, and long lines are wrapped. */
  readonly about: string;
  /** One letter. */
  readonly short?: string;
  /** The name of its value in help: `FORMAT`. Without it the option is a switch. */
  readonly value?: string;
  /** The value of the option without a typed value; a typed value follows `=`. */
  readonly bare?: string;
  readonly multiple?: true;
  /** The allowed values. */
  readonly choices?: readonly [string, ...string[]];
  /** How its value is completed, in addition to `choices`. */
  readonly completes?: Completes;
}
export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly multiple: true }
    ? readonly string[]
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string
  : boolean;
/** A parsed command line, in its original order. */
export interface GivenOptions<T extends Options> {
  readonly values: { readonly [Name in keyof T]?: Value<T[Name]> | undefined };
  readonly positionals: readonly string[];
  /** Every option in the order typed; the value of a switch is undefined. */
  readonly typedSequence: readonly { readonly name: string; readonly value: string | undefined }[];
}

interface Declared<T extends Options> {
  readonly name: string;
  /** The operands of the command: `[paths…]`. */
  readonly takes?: string;
  /** Paragraphs as printed, without a final line end. */
  readonly about: string;
  readonly options: T;
  /** Options that users know from other tools, and what to do instead. */
  readonly habits?: Readonly<Record<string, string>>;
  /** Whether the command reads the configuration, so that `--config` can name another one. */
  readonly configured?: true;
  /** How arguments that are not options are completed. */
  readonly completes?: Completes;
  /** Replaces the list of options in help if their order is special; includes the common options. */
  readonly listing?: string;
  /** Examples and exit codes as printed, without a final line end. */
  readonly more?: string;
}

/** The export of a command's file. `--help`, `--cwd` and `--version` never reach `run`. */
export interface Command {
  readonly options: Options;
  readonly completes?: Completes | undefined;
  /** Usage line, description, options and examples, with a final line end. */
  readonly help: string;
  /** @returns the exit code @throws UsageError for anything that the declaration does not allow */
  run(args: readonly string[], io: Io): Promise<number>;
}

/**
 * An entry in the list of commands; its declaration is loaded when it is called, so that no command pays for another.
 */
interface CommandEntry {
  /** What the command does, printed after its name. */
  readonly about: string;
  load(): Promise<Command>;
}
export type Commands = Readonly<Record<string, CommandEntry>>;

/** A command from its one declaration. */
export function command<const T extends Options>(
  declaration: Declared<T>,
  run: (options: GivenOptions<T>, io: Io) => number | Promise<number>,
): Command {
  const { name, completes } = declaration;
  const options: T & Options = declaration.configured
    ? { ...declaration.options, ...configOption }
    : declaration.options;
  return {
    options,
    completes,
    get help() {
      return helpOf({ ...declaration, options });
    },
    run: async (args, io) => {
      const typedOptions = readOptions(name, args, options, declaration.habits);
      // commands that take references or certain words check an empty one themselves
      const isJudgedLater = completes === 'reference' || Array.isArray(completes);
      if (!isJudgedLater && typedOptions.positionals.includes(''))
        throw new UsageError(`${completes === 'path' ? 'a path' : 'an argument'} is empty`);
      const config = declaration.configured ? (typedOptions.values['config'] as string | undefined) : undefined;
      return run(typedOptions, config === undefined ? io : { ...io, config: resolve(io.cwd, config) });
    },
  };
}

export const configOption = {
  config: {
    value: 'FILE',
    about: 'use this configuration instead of the one found; its globs are relative to the workspace',
    completes: 'path',
  },
} as const satisfies Options;

const WIDTH = 120;

/** `--format FORMAT`, `--exit-code[=N]` */
function usageOf(name: string, { value, bare }: Option): string {
  if (value === undefined) return `--${name}`;
  return bare === undefined ? `--${name} ${value}` : `--${name}[=${value}]`;
}

function helpOf({ name, takes, about, options, listing = allOf(options), more }: Declared<Options>): string {
  const usage = ['preflight', name, ...(takes === undefined ? [] : [takes]), '[options]'].join(' ');
  return [usage, about, listing.trimEnd(), ...(more === undefined ? [] : [more])].map(part => `${part}\n`).join('\n');
}

const allOf = (options: Options): string => `Options\n${optionLines({ ...options, ...everywhere })}`;

/** The options that `main` reads before any command. */
export const everywhere: Options = {
  'no-color': { about: 'no colors' },
  cwd: { value: 'DIR', about: 'run in this folder', completes: 'folder' },
  help: { short: 'h', about: 'print this help' },
};

/**
 * `  -f, --format FORMAT   what it does`, one option per line.
 * @param indent columns before each option
 */
export function optionLines(options: Options, indent = 2): string {
  const rows = Object.entries(options).map(([name, option]) => ({
    head: `${' '.repeat(indent)}${option.short === undefined ? '' : `-${option.short}, `}${usageOf(name, option)}`,
    about: option.about,
  }));
  const column = Math.min(28 + indent, Math.max(...rows.map(({ head }) => head.length)) + 2);
  return rows
    .map(({ head, about }) => {
      const lines = about.split('\n').flatMap(line => {
        const deeper = /^ */.exec(line)![0];
        return wrapText(line, WIDTH - column - deeper.length).map(part => deeper + part);
      });
      const isBeside = head.length + 2 <= column;
      const first = isBeside ? `${head.padEnd(column)}${lines[0] ?? ''}` : head;
      return [first, ...lines.slice(isBeside ? 1 : 0).map(line => ' '.repeat(column) + line)].join('\n') + '\n';
    })
    .join('');
}

/**
 * `--format` of a command with several output formats; the first is the default.
 * @param notes remarks on individual ones
 */
export const formatOption = <const T extends readonly [string, ...string[]]>(
  choices: T,
  notes: { readonly [Name in T[number]]?: string } = {},
) => ({ short: 'f', value: 'FORMAT', choices, about: inWords(choices, notes) }) as const;

/** `table (default), json or svg (one file)` */
export function inWords(choices: readonly string[], notes: Readonly<Record<string, string | undefined>> = {}): string {
  const choiceTexts = choices.map((name, i) => {
    const remark = [i === 0 && 'default', notes[name]].filter(Boolean).join('; ');
    return remark === '' ? name : `${name} (${remark})`;
  });
  return listed(choiceTexts, 'or', 20);
}

/**
 * `util.parseArgs` with error messages in sentences that suggest the nearest option.
 * @throws UsageError for an unknown option, a missing or superfluous value, or a value that is not one of its choices
 */
function readOptions<const T extends Options>(
  command: string,
  args: readonly string[],
  options: T,
  habits: Readonly<Record<string, string>> = {},
): GivenOptions<T> {
  const { values, positionals, tokens } = parseOptions(command, args, options, habits);
  for (const [name, { choices }] of Object.entries(options)) {
    const value = values[name];
    if (choices && typeof value === 'string')
      (values as Record<string, unknown>)[name] = choose(`--${name}`, value, choices);
  }
  return {
    values: values as GivenOptions<T>['values'],
    positionals,
    typedSequence: tokens.flatMap(token => (token.kind === 'option' ? [{ name: token.name, value: token.value }] : [])),
  };
}

/** Each command has its own name for the terminal format; every command accepts all of these names. */
const forPeople = ['pretty', 'table', 'text'];
export const formatCalled = (name: string, formats: readonly string[]): string =>
  formats.includes(name) || !forPeople.includes(name)
    ? name
    : (formats.find(format => forPeople.includes(format)) ?? name);

/** @throws UsageError for any other format */
export function choose<const T extends string>(subject: string, value: string, choices: readonly T[]): T {
  const chosenItem = choices.find(choice => choice === (subject === '--format' ? formatCalled(value, choices) : value));
  if (chosenItem !== undefined) return chosenItem;
  // "tests" for "test-case"
  const stem = value.replace(/s$/, ''),
    extended = choices.filter(choice => stem.length > 2 && choice.startsWith(stem)),
    suggestion = didYouMean(value, choices) || (extended.length === 1 ? suggest(extended[0]) : '');
  throw new UsageError(`${subject} takes ${listed(choices, 'or', choices.length)}, not "${value}"${suggestion}`);
}

/** Adds the value to every option that has an optional one: `parseArgs` knows no optional values. */
function withBare(args: readonly string[], options: Options): string[] {
  const end = args.indexOf('--');
  return args.map((arg, i) => {
    const bareValue = end < 0 || i < end ? options[arg.slice(2)]?.bare : undefined;
    return bareValue !== undefined && arg.startsWith('--') ? `${arg}=${bareValue}` : arg;
  });
}

function parseOptions(
  command: string,
  args: readonly string[],
  options: Options,
  habits: Readonly<Record<string, string>>,
) {
  try {
    return parseArgs({
      args: withBare(args, options),
      options: Object.fromEntries(
        Object.entries(options).map(([name, { short, value, multiple = false }]) => [
          name,
          { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple, ...(short && { short }) },
        ]),
      ),
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    const hint = `; "preflight ${command} --help" lists the options`;
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
      const name = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
      const names = Object.keys(options).map(option => `--${option}`);
      const habit = Object.hasOwn(habits, name) ? `; ${habits[name]}` : didYouMean(name, names) || hint;
      throw new UsageError(`unknown option ${name}${habit}`);
    }
    if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
      const name = /--[\w-]+/.exec(message)?.[0] ?? 'an option';
      throw new UsageError(
        /does not take an argument/.test(message) ? `${name} takes no value${hint}` : `${name} needs a value${hint}`,
      );
    }
    throw error;
  }
}
