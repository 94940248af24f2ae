import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDate } from '../../core/configuration/dates.ts';
import type { Severity } from '../../core/finding.ts';
import { count, didYouMean, listed } from '../../core/wording.ts';
import { formatCalled, type GivenOptions } from '../terminal/command.ts';
import { today } from '../terminal/paths.ts';
import { UsageError, type Io } from '../terminal/io.ts';
import { stagedIn } from '../terminal/comparing.ts';
import { ruleChoice, ruleOptions } from './chosen-rules.ts';
import type { lintOptions } from './declared-options.ts';
import type { RunRequest } from './open-run.ts';
import { formats, type FormatName, isFormat } from '../../view/formats/index.ts';

/** Where a report goes: to stdout, or to a file (absolute). */
export interface OutputChoice {
  readonly format: FormatName;
  readonly file: string | undefined;
  /** Whether it is the default, not chosen by name. */
  readonly brief?: boolean;
}

export interface LintRequest extends RunRequest {
  readonly outputs: readonly OutputChoice[];
  /** Findings below are not shown. */
  readonly atLeast: Severity;
  readonly fix: boolean;
  readonly unsafe: boolean;
  readonly diff: boolean;
  readonly maxWarnings: number;
  readonly maxFindings: number;
  readonly statistics: boolean;
  readonly exitZero: boolean;
  readonly exitNonZeroOnFix: boolean;
  readonly watch: boolean;
  readonly writeBaseline: boolean;
  readonly pruneBaseline: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
}

/** @throws UsageError for options that contradict each other, or have no meaning here */
export function lintOptionsOf(
  { values, positionals }: Pick<GivenOptions<typeof lintOptions>, 'values' | 'positionals'>,
  io: Io,
): LintRequest {
  const { select, severities } = ruleOptions(values.rule ?? []),
    chosen = ruleChoice([...select, ...(values.select ?? [])], values.ignore ?? []);
  const stdin = values.stdin === true || positionals.includes('-');
  const paths = positionals.filter(path => path !== '-');
  const since = values['changed-since'],
    exact = values['base-exact'] === true,
    staged = values.staged ? stagedIn(io) : undefined;
  const options: LintRequest = {
    paths,
    outputs: readOutputs(values.format ?? [], io.cwd),
    chosen,
    severities,
    live: values.live === true,
    history: values.history === true,
    atLeast: values.quiet ? 'error' : severityCalled(values.severity ?? 'info'),
    fix: values.fix === true,
    unsafe: values.unsafe === true,
    diff: values.diff === true,
    maxWarnings: mostOf('max-warnings', values),
    maxFindings: mostOf('max-findings', values),
    statistics: values.statistics === true,
    exitZero: values['exit-zero'] === true,
    exitNonZeroOnFix: values['exit-non-zero-on-fix'] === true,
    ignoreSuppressions: values['ignore-suppressions'] === true,
    quiet: values.quiet === true,
    stdin: stdin ? resolve(io.cwd, values['stdin-filename'] ?? 'stdin.json') : undefined,
    compared: since === undefined ? staged : { revision: since, exact },
    needsDisk: values.fix === true || values.diff === true || values.watch === true,
    errorOnUnmatched: values['no-error-on-unmatched'] !== true,
    watch: values.watch === true,
    writeBaseline: values['write-baseline'] === true,
    ignoreBaseline: values['write-baseline'] === true,
    pruneBaseline: values['prune-baseline'] === true,
    verbose: values.verbose === true,
    today: dayOf(values.today),
    trustSettings: values['trust-settings'] === true,
  };
  const refuse = (wrong: boolean, message: string): void => {
    if (wrong) throw new UsageError(message);
  };
  refuse(paths.includes(''), 'a path is empty');
  refuse(options.unsafe && !options.fix && !options.diff, '--unsafe needs --fix or --diff');
  refuse(
    values['stdin-filename'] !== undefined && !options.stdin,
    '--stdin-filename names what --stdin reads, so it needs --stdin',
  );
  refuse(
    options.stdin !== undefined && paths.length > 0,
    '--stdin reads one file from standard input, so it takes no paths',
  );
  const isOn = {
    '--fix': options.fix,
    '--diff': options.diff,
    '--watch': options.watch,
    '--changed-since': since !== undefined,
    '--staged': values.staged === true,
    '--write-baseline': options.writeBaseline,
    '--prune-baseline': options.pruneBaseline,
    '--rule, --select and --ignore': chosen !== undefined,
    '--ignore-suppressions': values['ignore-suppressions'] === true,
    '--live': values.live === true,
  };
  type Switch = keyof typeof isOn;
  const refuseBeside = (on: boolean, others: readonly Switch[], message: (other: Switch) => string): void => {
    const other = on ? others.find(name => isOn[name]) : undefined;
    if (other !== undefined) throw new UsageError(message(other));
  };
  const edits = ['--fix', '--diff'] as const,
    notStaged = [...edits, '--watch', '--changed-since'] as const,
    partial = [...notStaged, '--staged', '--rule, --select and --ignore', '--ignore-suppressions', '--live'] as const;
  refuseBeside(
    options.stdin !== undefined,
    ['--watch', '--write-baseline', '--prune-baseline', '--changed-since', '--staged'],
    other => `--stdin and ${other} cannot be combined`,
  );
  refuseBeside(
    options.writeBaseline,
    partial,
    other => `--write-baseline accepts every finding in the current files, so it cannot be combined with ${other}`,
  );
  refuseBeside(
    options.pruneBaseline,
    partial,
    other => `--prune-baseline needs every finding in the current files, so it cannot be combined with ${other}`,
  );
  refuse(options.writeBaseline && options.pruneBaseline, '--write-baseline and --prune-baseline cannot be combined');
  refuseBeside(
    values.live === true,
    edits,
    other => `--live only changes what is shown, so it cannot be combined with ${other}`,
  );
  refuse(
    options.statistics && options.outputs.some(({ format, file }) => file === undefined && format !== 'pretty'),
    '--statistics replaces pretty, so it cannot be combined with another format',
  );
  refuse(options.exitNonZeroOnFix && !options.fix, '--exit-non-zero-on-fix needs --fix');
  refuse(options.watch && options.diff, '--watch and --diff cannot be combined');
  refuse(since === '', '--changed-since needs a git revision, such as main or HEAD~1');
  refuse(exact && since === undefined, '--base-exact needs --changed-since');
  refuseBeside(
    values.staged === true,
    notStaged,
    other => `--staged lints the git index, so it cannot be combined with ${other}`,
  );
  return options;
}

/** The day that `--today` names, or this one. @throws UsageError */
export function dayOf(typed: string | undefined): string {
  const day = typed ?? today();
  if (!isDate(day)) throw new UsageError(`--today needs a day like 2026-12-31, not "${day}"`);
  return day;
}

/** The limit that an option sets; none without it. @throws UsageError */
export function mostOf<const Name extends 'max-warnings' | 'max-findings'>(
  name: Name,
  { [name]: value }: { readonly [of in Name]?: string | undefined },
): number {
  if (value !== undefined && !/^\d+$/.test(value)) throw new UsageError(`--${name} needs an integer, not "${value}"`);
  return value === undefined ? Infinity : Number(value);
}

/** What a run with more warnings than --max-warnings says; undefined if they are not too many. */
export const tooMany = (warnings: number, most: number): string | undefined =>
  warnings > most
    ? `${count(warnings, 'warning')}, and at most ${most} ${most === 1 ? 'is' : 'are'} allowed`
    : undefined;

/** Other linters call it that. */
const severityCalled = (name: Severity | 'warn'): Severity => (name === 'warn' ? 'warning' : name);

/** The absolute path of a file that an option names as an output. @throws UsageError without its folder */
export function outputFile(option: string, file: string, cwd: string): string {
  const folder = dirname(file);
  if (!existsSync(resolve(cwd, folder)))
    throw new UsageError(`${option}: there is no folder "${folder}", and none is created`);
  return resolve(cwd, file);
}

/** What `--format` names. @throws UsageError */
export function readOutputs(values: readonly string[], cwd: string): OutputChoice[] {
  const outputs = values.map((value): OutputChoice => {
    const [name, ...file] = value.split('=') as [string, ...string[]],
      format = formatCalled(name, Object.keys(formats));
    if (!isFormat(format))
      throw new UsageError(
        `there is no format "${format}"${didYouMean(format, Object.keys(formats)) || `; there are ${listed(Object.keys(formats), 'and')}`}`,
      );
    if (file.length > 0 && file.join('=') === '') throw new UsageError(`--format ${value} names no file after =`);
    return { format, file: file.length > 0 ? outputFile(`--format ${value}`, file.join('='), cwd) : undefined };
  });
  if (outputs.filter(output => output.file === undefined).length > 1)
    throw new UsageError('only one format can go to stdout; give the others a file: --format sarif=preflight.sarif');
  const files = outputs.flatMap(({ file }) => file ?? []);
  if (new Set(files).size < files.length) throw new UsageError('two formats would go to the same file');
  return outputs.length > 0 ? outputs : [{ format: 'pretty', file: undefined, brief: true }];
}
