import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { wrapText } from '../../view/prose.ts';
import { didYouMean, listed, suggest } from '../../core/wording.ts';
import { type Io, UsageError } from './io.ts';

/**
 * The words that a shell completes: these words, or names in the workspace. `path` and `folder` are completed by the
 * shell.
 */
export type CompletionKind =
  readonly string[] | 'path' | 'folder' | 'rule' | 'rule-or-group' | 'reference' | 'agent-version' | 'agent-tag';

/** An option, as used for parsing, `--help`, the documentation of commands, and shell completion. */
export interface Option {
  /** A description without the name of the option. Line breaks are kept, and long lines are wrapped. */
  readonly about: string;
  /** The one-letter name of the option. */
  readonly short?: string;
  /** The name of the value in help, such as `FORMAT`. Without it, the option is a switch. */
  readonly value?: string;
  /** The default value if the option is typed without a value. A typed value follows `=`. */
  readonly bareValue?: string;
  readonly multiple?: true;
  /** The allowed values. */
  readonly choices?: readonly [string, ...string[]];
  /** The kind of names that are completed as the value, in addition to `choices`. */
  readonly completes?: CompletionKind;
}
export type Options = Readonly<Record<string, Option>>;

type Value<O extends Option> = O extends { readonly value: string }
  ? O extends { readonly multiple: true }
    ? readonly string[]
    : O extends { readonly choices: readonly (infer Choice)[] }
      ? Choice
      : string
  : boolean;
/** A parsed command line. */
export interface GivenOptions<T extends Options> {
  readonly values: { readonly [Name in keyof T]?: Value<T[Name]> | undefined };
  readonly positionals: readonly string[];
  /** All options in the order of the command line. The value of a switch is undefined. */
  readonly typedSequence: readonly { readonly name: string; readonly value: string | undefined }[];
}

interface CommandDeclaration<T extends Options> {
  readonly name: string;
  /** The operands in the usage line, such as `[paths…]`. */
  readonly operands?: string;
  /** The description in help: paragraphs as printed, without a final line ending. */
  readonly about: string;
  readonly options: T;
  /** Options that users know from other tools, each with the option to use instead. */
  readonly habits?: Readonly<Record<string, string>>;
  /** Whether the command reads the configuration and therefore has the option `--config`. */
  readonly readsConfiguration?: true;
  /** The kind of names that are completed as operands. */
  readonly completes?: CompletionKind;
  /** Text in place of the list of options in help, for a special order; it includes the common options. */
  readonly listing?: string;
  /** Examples and exit codes as printed, without a final line ending. */
  readonly helpEnding?: string;
}

/** A command. `--help`, `--cwd` and `--version` are handled before `run` is called. */
export interface Command {
  readonly options: Options;
  readonly completes?: CompletionKind | undefined;
  /** The usage line, description, options and examples, with a final line ending. */
  readonly help: string;
  /**
   * Runs the command.
   * @returns the exit code
   * @throws UsageError for arguments that the declaration does not allow
   */
  run(args: readonly string[], io: Io): Promise<number>;
}

/**
 * An entry in the list of commands. The command is loaded only when it is called, so that it does not slow down
 * others.
 */
interface CommandEntry {
  /** A description of the command in the list of commands. */
  readonly about: string;
  load(): Promise<Command>;
}
export type Commands = Readonly<Record<string, CommandEntry>>;

/** Makes a command of its declaration and a function. */
export function command<const T extends Options>(
  declaration: CommandDeclaration<T>,
  run: (options: GivenOptions<T>, io: Io) => number | Promise<number>,
): Command {
  const { name, completes } = declaration;
  const options: T & Options = declaration.readsConfiguration
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
      // commands with references or fixed words report an empty argument themselves
      const isJudgedLater = completes === 'reference' || Array.isArray(completes);
      if (!isJudgedLater && typedOptions.positionals.includes(''))
        throw new UsageError(`${completes === 'path' ? 'a path' : 'an argument'} is empty`);
      const config = declaration.readsConfiguration ? (typedOptions.values['config'] as string | undefined) : undefined;
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

/** The option in a usage line: `--format FORMAT`, `--exit-code[=N]`. */
function usageOf(name: string, { value, bareValue }: Option): string {
  if (value === undefined) return `--${name}`;
  return bareValue === undefined ? `--${name} ${value}` : `--${name}[=${value}]`;
}

function helpOf({
  name,
  operands,
  about,
  options,
  listing = allOf(options),
  helpEnding,
}: CommandDeclaration<Options>): string {
  const usage = ['preflight', name, ...(operands === undefined ? [] : [operands]), '[options]'].join(' ');
  return [usage, about, listing.trimEnd(), ...(helpEnding === undefined ? [] : [helpEnding])]
    .map(part => `${part}\n`)
    .join('\n');
}

const allOf = (options: Options): string => `Options\n${optionLines({ ...options, ...everywhere })}`;

/** The options of every command, which `main` reads. */
export const everywhere: Options = {
  'no-color': { about: 'no colors' },
  cwd: { value: 'DIR', about: 'run in this folder', completes: 'folder' },
  help: { short: 'h', about: 'print this help' },
};

/**
 * The options in help, one per line: ` -f, --format FORMAT what it does`.
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
        const indentation = /^ */.exec(line)![0];
        return wrapText(line, WIDTH - column - indentation.length).map(part => indentation + part);
      });
      const isBeside = head.length + 2 <= column;
      const first = isBeside ? `${head.padEnd(column)}${lines[0] ?? ''}` : head;
      return [first, ...lines.slice(isBeside ? 1 : 0).map(line => ' '.repeat(column) + line)].join('\n') + '\n';
    })
    .join('');
}

/**
 * The option `--format` of a command with several formats, of which the first is the default.
 * @param notes remarks about single formats
 */
export const formatOption = <const T extends readonly [string, ...string[]]>(
  choices: T,
  notes: { readonly [Name in T[number]]?: string } = {},
) => ({ short: 'f', value: 'FORMAT', choices, about: inWords(choices, notes) }) as const;

/** Lists choices: `table (default), json or svg (one file)`. */
export function inWords(choices: readonly string[], notes: Readonly<Record<string, string | undefined>> = {}): string {
  const choiceTexts = choices.map((name, i) => {
    const remark = [i === 0 && 'default', notes[name]].filter(Boolean).join('; ');
    return remark === '' ? name : `${name} (${remark})`;
  });
  return listed(choiceTexts, 'or', 20);
}

/**
 * Parses options like `util.parseArgs`, with messages that suggest the nearest option.
 * @throws UsageError for an unknown option, a missing or unexpected value, or a value that is not a choice of the
 * option
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

/** The names of formats for a terminal. Each command has one, but accepts the others in its place. */
const forPeople = ['pretty', 'table', 'text'];
export const formatCalled = (name: string, formats: readonly string[]): string =>
  formats.includes(name) || !forPeople.includes(name)
    ? name
    : (formats.find(format => forPeople.includes(format)) ?? name);

/**
 * The choice that a value names.
 * @throws UsageError for another value
 */
export function choose<const T extends string>(subject: string, value: string, choices: readonly T[]): T {
  const chosenItem = choices.find(choice => choice === (subject === '--format' ? formatCalled(value, choices) : value));
  if (chosenItem !== undefined) return chosenItem;
  // such as "tests" for "test-case"
  const stem = value.replace(/s$/, ''),
    longerChoices = choices.filter(choice => stem.length > 2 && choice.startsWith(stem)),
    suggestion = didYouMean(value, choices) || (longerChoices.length === 1 ? suggest(longerChoices[0]) : '');
  throw new UsageError(`${subject} takes ${listed(choices, 'or', choices.length)}, not "${value}"${suggestion}`);
}

/** Adds the default value to options that are typed without one, because `parseArgs` has no optional values. */
function withBare(args: readonly string[], options: Options): string[] {
  const end = args.indexOf('--');
  return args.map((arg, i) => {
    const bareValue = end < 0 || i < end ? options[arg.slice(2)]?.bareValue : undefined;
    return bareValue !== undefined && arg.startsWith('--') ? `${arg}=${bareValue}` : arg;
  });
}

/** The argument after an option, if it begins with a dash and so is not taken as its value: `, not "-1"`. */
function notValue(name: string, args: readonly string[]): string {
  const argument = args[args.indexOf(name) + 1];
  return argument !== undefined && /^-\d/.test(argument) ? `, not "${argument}"` : '';
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
        /does not take an argument/.test(message)
          ? `${name} takes no value${hint}`
          : `${name} needs a value${notValue(name, args)}${hint}`,
      );
    }
    throw error;
  }
}
