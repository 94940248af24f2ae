import { ruleGroups } from '../../core/engine/groups.ts';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isDate } from '../../core/configuration/suppress.ts';
import type { Severity } from '../../core/finding.ts';
import { count, didYouMean, listed } from '../../core/wording.ts';
import { formatCalled, inWords, type GivenOptions, type Options } from '../terminal/command.ts';
import { UsageError, type Io, today } from '../terminal/io.ts';
import { stagedIn, baseOptions } from '../terminal/comparing.ts';
import { ruleChoice, ruleOptions } from './chosen-rules.ts';
import type { RunRequest } from './open-run.ts';
import { formats, type FormatName, isFormat } from '../../view/formats/index.ts';

const formatNames = Object.keys(formats);

/** The options of `preflight lint`. */
export const lintOptions = {
  format: {
    short: 'f',
    value: 'FORMAT[=FILE]',
    multiple: true,
    completes: formatNames,
    about:
      `${inWords(['pretty', ...formatNames.filter(name => name !== 'pretty')])}; may be repeated, one to stdout. ` +
      'github prints the 10 worst findings per level, which is what GitHub shows',
  },
  select: {
    value: 'RULE,…',
    multiple: true,
    completes: 'rule-or-group',
    about: `run only these rules or groups: ${listed([...ruleGroups], 'and', 20)}`,
  },
  ignore: { value: 'RULE,…', multiple: true, completes: 'rule-or-group', about: 'skip these rules or groups' },
  rule: {
    value: 'ID[=LEVEL]',
    multiple: true,
    completes: 'rule',
    about: 'with LEVEL (error, warning, info or off): set the severity in this run; without: same as --select',
  },
  live: {
    about:
      'report only findings in live versions (selected by a live tag or a phone number, or reached by a transfer from one)',
  },
  history: {
    about: 'also report and count findings in superseded versions, which are published, but no longer selected',
  },
  severity: {
    value: 'LEVEL',
    choices: ['error', 'warning', 'warn', 'info'],
    about: 'hide findings below this level: error, warning (or warn) or info',
  },
  quiet: { short: 'q', about: 'print errors only: no remarks, no summary' },
  statistics: { about: 'print counts by rule, and how many are fixable, instead of findings' },
  'max-findings': { value: 'N', about: 'print only the N worst; the summary and the exit code count all' },
  'max-warnings': { value: 'N', about: 'fail if there are more warnings than this' },
  'exit-zero': { about: 'exit with 0 even if there are findings' },
  'exit-non-zero-on-fix': { about: 'exit with 1 if --fix changed a file' },
  fix: { about: 'apply safe fixes, then report what remains' },
  unsafe: { about: 'with --fix or --diff: also the fixes that need review' },
  diff: {
    about: 'print the changes that --fix would make, as a patch, and write nothing; exit with 1 if there are any',
  },
  stdin: {
    about:
      'read one file from standard input, same as the path -; with --fix the fixed text goes to stdout, the report to stderr',
  },
  'stdin-filename': {
    value: 'FILE',
    completes: 'path',
    about: 'the path of the file from --stdin in the workspace',
  },
  'changed-since': {
    value: 'REV',

    about:
      'lint only files that changed since the merge base of HEAD and REV, including deleted and renamed ones, and report what they ' +
      'newly break elsewhere; A...B compares B with the merge base, A..B with A itself',
  },
  'base-exact': baseOptions()['base-exact'],
  staged: {
    about:
      'lint the staged content (git index, including configuration and baseline) against HEAD; with nothing staged, the whole ' +
      'workspace; in "pre-commit run --from-ref A --to-ref B", commit B against A',
  },
  'trust-settings': {
    about:
      'judge a change by its own settings alone; otherwise the settings of the base hold too, and what the change hides is reported',
  },
  'no-error-on-unmatched': { about: 'accept a path, glob or folder that matches no file' },
  watch: { about: 'run again whenever a file changes' },
  cache: { about: 'deprecated: does nothing, and the next release will refuse it' },
  'ignore-suppressions': { about: 'ignore suppressions and the baseline' },
  'write-baseline': { about: 'accept all current findings: write preflight.baseline.json' },
  'prune-baseline': { about: 'remove entries from the baseline that are no longer found' },
  today: {
    value: 'YYYY-MM-DD',
    about: 'date that counts as today for suppressions that expire (default: today in UTC)',
  },
  verbose: {
    about:
      'list each file that was checked or skipped, and why; for each finding, show related places, how to fix it, and why it matters',
  },
} as const satisfies Options;

/** Options of other linters, each with the option to use instead. */
export const lintHabits = {
  '--output-file': 'use --format FORMAT=FILE, such as --format json=report.json',
  '-o': 'use --format FORMAT=FILE, such as --format json=report.json',
  '--dry-run': 'use --diff, which writes nothing',
  '--fix-dry-run': 'use --diff, which writes nothing',
  '--no-cache': 'omit it: nothing is stored between runs',
  '--exclude': 'use "ignore" in preflight.config.json',
  '--ignore-path': 'use "ignore" in preflight.config.json',
  '--color': 'use FORCE_COLOR=1 in the environment',
} as const;

/** The destination of a report: stdout, or the absolute path of a file. */
export interface OutputChoice {
  readonly format: FormatName;
  readonly file: string | undefined;
  /** Whether the format is the default rather than chosen with `--format`. */
  readonly brief?: boolean;
}

export interface LintRequest extends RunRequest {
  readonly outputs: readonly OutputChoice[];
  /** The lowest severity of findings that are shown. */
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

/**
 * Reads the options of `lint`.
 * @throws UsageError for options that cannot be combined
 */
export function lintOptionsOf(
  { values, positionals }: Pick<GivenOptions<typeof lintOptions>, 'values' | 'positionals'>,
  io: Io,
): LintRequest {
  const { select, severities } = ruleOptions(values.rule ?? []),
    chosenChoice = ruleChoice([...select, ...(values.select ?? [])], values.ignore ?? []);
  const isStdin = values.stdin === true || positionals.includes('-');
  const paths = positionals.filter(path => path !== '-');
  const sinceName = values['changed-since'],
    isExactBase = values['base-exact'] === true,
    stagedComparison = values.staged ? stagedIn(io) : undefined;
  const options: LintRequest = {
    paths,
    outputs: readOutputs(values.format ?? [], io.cwd),
    ruleChoice: chosenChoice,
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
    stdin: isStdin ? resolve(io.cwd, values['stdin-filename'] ?? 'stdin.json') : undefined,
    comparison: sinceName === undefined ? stagedComparison : { revision: sinceName, exact: isExactBase },
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
  const refuse = (isWrong: boolean, message: string): void => {
    if (isWrong) throw new UsageError(message);
  };
  refuse(options.unsafe && !options.fix && !options.diff, '--unsafe needs --fix or --diff');
  refuse(
    values['stdin-filename'] !== undefined && !options.stdin,
    '--stdin-filename is the path of the text on standard input, so it needs --stdin',
  );
  refuse(
    options.stdin !== undefined && paths.length > 0,
    '--stdin reads one file from standard input, so it takes no paths',
  );
  const isOn = {
    '--fix': options.fix,
    '--diff': options.diff,
    '--watch': options.watch,
    '--changed-since': sinceName !== undefined,
    '--staged': values.staged === true,
    '--write-baseline': options.writeBaseline,
    '--prune-baseline': options.pruneBaseline,
    '--rule, --select and --ignore': chosenChoice !== undefined,
    '--ignore-suppressions': values['ignore-suppressions'] === true,
    '--live': values.live === true,
  };
  type Switch = keyof typeof isOn;
  const refuseBeside = (
    isSet: boolean,
    otherNames: readonly Switch[],
    message: (otherName: Switch) => string,
  ): void => {
    const otherName = isSet ? otherNames.find(name => isOn[name]) : undefined;
    if (otherName !== undefined) throw new UsageError(message(otherName));
  };
  const edits = ['--fix', '--diff'] as const,
    notStaged = [...edits, '--watch', '--changed-since'] as const,
    partialOptions = [
      ...notStaged,
      '--staged',
      '--rule, --select and --ignore',
      '--ignore-suppressions',
      '--live',
    ] as const;
  refuseBeside(
    options.stdin !== undefined,
    ['--watch', '--write-baseline', '--prune-baseline', '--changed-since', '--staged'],
    name => `--stdin and ${name} cannot be combined`,
  );
  refuseBeside(
    options.writeBaseline,
    partialOptions,
    name => `--write-baseline accepts all findings in the current files, so it cannot be combined with ${name}`,
  );
  refuseBeside(
    options.pruneBaseline,
    partialOptions,
    name => `--prune-baseline needs all findings in the current files, so it cannot be combined with ${name}`,
  );
  refuse(options.writeBaseline && options.pruneBaseline, '--write-baseline and --prune-baseline cannot be combined');
  refuseBeside(
    values.live === true,
    edits,
    name => `--live only limits what is shown, so it cannot be combined with ${name}`,
  );
  refuse(
    options.statistics && options.outputs.some(({ format, file }) => file === undefined && format !== 'pretty'),
    '--statistics replaces pretty, so it cannot be combined with another format',
  );
  refuse(options.exitNonZeroOnFix && !options.fix, '--exit-non-zero-on-fix needs --fix');
  refuse(options.watch && options.diff, '--watch and --diff cannot be combined');
  refuse(sinceName === '', '--changed-since needs a git revision, such as main or HEAD~1');
  refuse(isExactBase && sinceName === undefined, '--base-exact needs --changed-since');
  refuseBeside(
    values.staged === true,
    notStaged,
    name => `--staged lints the git index, so it cannot be combined with ${name}`,
  );
  return options;
}

/**
 * The day in `--today`, by default the current day.
 * @throws UsageError
 */
export function dayOf(text: string | undefined): string {
  const day = text ?? today();
  if (!isDate(day)) throw new UsageError(`--today needs a day like 2026-12-31, not "${day}"`);
  return day;
}

/**
 * The limit in an option, by default Infinity.
 * @throws UsageError
 */
export function mostOf<const Name extends 'max-warnings' | 'max-findings'>(
  name: Name,
  { [name]: value }: { readonly [of in Name]?: string | undefined },
): number {
  if (value !== undefined && !/^\d+$/.test(value)) throw new UsageError(`--${name} needs an integer, not "${value}"`);
  return value === undefined ? Infinity : Number(value);
}

/** The message about more warnings than --max-warnings allows; otherwise undefined. */
export const tooMany = (warnings: number, maxWarnings: number): string | undefined =>
  warnings > maxWarnings
    ? `${count(warnings, 'warning')}, and at most ${maxWarnings} ${maxWarnings === 1 ? 'is' : 'are'} allowed`
    : undefined;

/** The severity with a name. Other linters call a warning `warn`. */
const severityCalled = (name: Severity | 'warn'): Severity => (name === 'warn' ? 'warning' : name);

/**
 * The absolute path of an output file.
 * @throws UsageError if its folder does not exist
 */
export function outputFile(option: string, file: string, cwd: string): string {
  const folder = dirname(file);
  if (!existsSync(resolve(cwd, folder))) throw new UsageError(`${option}: there is no folder "${folder}"`);
  return resolve(cwd, file);
}

/**
 * The outputs in `--format`: formats, each with a file or stdout.
 * @throws UsageError
 */
export function readOutputs(values: readonly string[], cwd: string): OutputChoice[] {
  const outputs = values.map((value): OutputChoice => {
    const [name, ...file] = value.split('=') as [string, ...string[]],
      format = formatCalled(name, formatNames);
    if (!isFormat(format))
      throw new UsageError(
        `there is no format "${format}"${didYouMean(format, formatNames) || `; there are ${listed(formatNames, 'and')}`}`,
      );
    if (file.length > 0 && file.join('=') === '') throw new UsageError(`--format ${value} names no file after =`);
    return { format, file: file.length > 0 ? outputFile(`--format ${value}`, file.join('='), cwd) : undefined };
  });
  if (outputs.filter(output => output.file === undefined).length > 1)
    throw new UsageError(
      'only one format can be printed on stdout; give the others a file: --format sarif=preflight.sarif',
    );
  const files = outputs.flatMap(({ file }) => file ?? []);
  if (new Set(files).size < files.length) throw new UsageError('two formats name the same file');
  return outputs.length > 0 ? outputs : [{ format: 'pretty', file: undefined, brief: true }];
}
