import { formats as lintFormats } from '../../view/formats/index.ts';
import { listed } from '../../core/wording.ts';
import { ruleGroups } from '../../core/engine/groups.ts';
import { baseOptions } from '../terminal/base-options.ts';
import { inWords, type Options } from '../terminal/command.ts';

const formats = Object.keys(lintFormats);

/** The options of `preflight lint`. */
export const lintOptions = {
  format: {
    short: 'f',
    value: 'FORMAT[=FILE]',
    multiple: true,
    completes: formats,
    about:
      `${inWords(['pretty', ...formats.filter(name => name !== 'pretty')])}; may be repeated, one to stdout. ` +
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
    about: 'with LEVEL (error, warning, info or off), its severity in this run; without, same as --select',
  },
  live: {
    about: 'report only findings in live versions (behind a live tag or a phone number, or handed over to from there)',
  },
  history: {
    about: 'report and count findings in superseded versions too: published ones that nothing selects any more',
  },
  severity: {
    value: 'LEVEL',
    choices: ['error', 'warning', 'warn', 'info'],
    about: 'hide findings below this level: error, warning (or warn) or info',
  },
  quiet: { short: 'q', about: 'print errors only: no remarks, no summary' },
  statistics: { about: 'print counts by rule, and how many are fixable, instead of findings' },
  'max-findings': { value: 'N', about: 'print only the N worst; summary and exit code still count all' },
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
  'stdin-filename': { value: 'FILE', completes: 'path', about: 'its path in the workspace' },
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
  today: { value: 'YYYY-MM-DD', about: 'date for suppressions with an end (default: today in UTC)' },
  verbose: {
    about:
      'list each file that was checked or skipped, and why; for each finding, show related places, how to fix it, and why it matters',
  },
} as const satisfies Options;

/** Options of other linters. */
export const lintHabits = {
  '--output-file': 'use --format FORMAT=FILE, such as --format json=report.json',
  '-o': 'use --format FORMAT=FILE, such as --format json=report.json',
  '--dry-run': 'use --diff, which writes nothing',
  '--fix-dry-run': 'use --diff, which writes nothing',
  '--no-cache': 'leave it out: nothing is kept between runs',
  '--exclude': 'use "ignore" in preflight.config.json',
  '--ignore-path': 'use "ignore" in preflight.config.json',
  '--color': 'use FORCE_COLOR=1 in the environment',
} as const;
