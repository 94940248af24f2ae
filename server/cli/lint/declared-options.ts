import { formats as lintFormats } from '../../printers/formats/index.ts';
import { listed } from '../../core/wording.ts';
import { ruleGroups } from '../../core/engine/groups.ts';
import { inWords, noColour, type Options } from '../terminal/command.ts';

const formats = Object.keys(lintFormats);

/** The options of `preflight lint`. */
export const lintOptions = {
  format: {
    short: 'f',
    value: 'FORMAT[=FILE]',
    multiple: true,
    completes: formats,
    about: `${inWords(formats)}; may be repeated, one to stdout`,
  },
  select: {
    value: 'RULE,…',
    multiple: true,
    completes: 'rule-or-group',
    about: `only these rules, or groups of them: ${listed([...ruleGroups], 'and', 20)}`,
  },
  ignore: { value: 'RULE,…', multiple: true, completes: 'rule-or-group', about: 'all but these rules or groups' },
  rule: { value: 'ID', multiple: true, completes: 'rule', about: 'as --select' },
  live: {
    about: 'only what is found in versions that callers are served by (a live tag, a phone number, a swap from there)',
  },
  severity: {
    value: 'LEVEL',
    choices: ['error', 'warning', 'warn', 'info'],
    about: 'leaves out findings below this level: error, warning (or warn) or info',
  },
  quiet: { short: 'q', about: 'shows errors only: no remarks, no summary' },
  statistics: { about: 'counts by rule, and what is fixable, in place of the findings' },
  'max-findings': { value: 'N', about: 'shows the N worst; the summary and the exit code are about all' },
  'max-warnings': { value: 'N', about: 'more warnings than this fail the run' },
  'exit-zero': { about: 'ends with 0 whatever is found' },
  'exit-non-zero-on-fix': { about: 'ends with 1 when --fix has changed something' },
  fix: { about: 'applies the safe fixes, then reports what remains' },
  unsafe: { about: 'with --fix or --diff: the fixes that a person should look at too' },
  diff: {
    about:
      'prints what --fix would change as a patch, and writes nothing; ends with 1 while there is something to change',
  },
  stdin: {
    about:
      'reads one file from standard input, as the path - does; with --fix its text after the fixes goes to stdout, the report to stderr',
  },
  'stdin-filename': { value: 'FILE', completes: 'path', about: 'the name it has in the workspace' },
  'changed-since': {
    value: 'REV',

    about:
      'only files that differ from where HEAD left REV, deleted and renamed ones included, and what they newly break elsewhere; A...B is ' +
      'where commit B left A, A..B compares B with A itself',
  },
  'base-exact': { about: 'compares with REV itself' },
  staged: {
    about:
      'lints what is staged (the index of git, configuration and baseline too) against HEAD; with nothing staged the whole workspace; in ' +
      '"pre-commit run --from-ref A --to-ref B" commit B against A',
  },
  'no-error-on-unmatched': { about: 'a path, glob or folder that fits no file is no error' },
  watch: { about: 'runs again whenever a file changes' },
  cache: {
    about:
      "gives the last report again if nothing has changed: version, options, day, configuration, baseline, and each file's path, size " +
      'and times; never with --fix, single files or git. Kept in $XDG_CACHE_HOME or ~/.cache',
  },
  'ignore-suppressions': { about: 'as if the configuration suppressed nothing and there were no baseline' },
  'write-baseline': { about: 'accepts every finding that is there now: writes preflight.baseline.json' },
  'prune-baseline': { about: 'takes out of the baseline what is no longer found' },
  today: { value: 'YYYY-MM-DD', about: 'the day it is, for suppressions with an end (default: today in UTC)' },
  verbose: {
    about:
      'names each file that was checked or passed over, and why; of each finding what is related, how to mend it, and why it matters',
  },
  ...noColour,
} as const satisfies Options;
