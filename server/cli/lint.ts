import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { baselineName } from '../core/configuration/configuration.ts';
import { baselineOf, baselineText } from '../core/configuration/baseline.ts';
import { RuleSet } from '../core/engine/lint.ts';
import { count } from '../core/words.ts';
import { openSettings } from '../host/open.ts';
import { reasonOf } from '../host/text.ts';
import { writeAtomically } from '../host/write.ts';
import { rules } from '../../rules/index.ts';
import { coloursFor, type Command, type Io, UsageError } from './io.ts';
import { isAsked } from './lint/asked.ts';
import { LintCache } from './lint/cache.ts';
import { check, type Check, stablePointers } from './lint/check.ts';
import { firstRun } from './lint/first-run.ts';
import { repair } from './lint/fixes.ts';
import { help } from './lint/help.ts';
import { type LintOptions, readLintOptions } from './lint/options.ts';
import { Progress } from './lint/progress.ts';
import { type Outcome, reportOf, type RunResult } from './lint/report-of.ts';
import { openSession, type Session } from './lint/session.ts';
import { unifiedDiff } from './lint/unified-diff.ts';
import { Remembered, watch } from './lint/watch.ts';
import { printers } from '../printers/index.ts';
import { version } from './version.ts';

/** Finds what is wrong: `preflight lint`. */
export const lint: Command = {
  help,
  async run(args, io) {
    const options = readLintOptions(args, io, rules);
    if (!options.watch) return runOnce(options, io);
    const remembered = new Remembered();
    return watch(io, remembered.roots, () => runOnce(options, io, remembered));
  },
};

function runOnce(options: LintOptions, io: Io, remembered?: Remembered): number {
  const cache = options.cache ? LintCache.for(options, io, rules) : undefined;
  const result = cache?.read() ?? fresh(options, io, remembered, cache);
  return typeof result === 'number' ? result : finish(result, options, io);
}

function fresh(
  options: LintOptions,
  io: Io,
  remembered: Remembered | undefined,
  cache: LintCache | undefined,
): RunResult | number {
  const progress = new Progress(io);
  try {
    const session = openSession(options, io, rules, new RuleSet(rules), progress, remembered);
    remembered?.keep(session.checks);
    if (options.writeBaseline) return writeBaselines(session, io);
    const repaired = session.checks.map(each =>
      options.fix && !options.diff ? repair(each, options.unsafe) : undefined,
    );
    const outcomes = session.checks.map((each, i): Outcome => {
      const done = repaired[i];
      return {
        opened: each.opened,
        workspace: done?.workspace ?? each.opened.workspace,
        checked: done?.checked ?? check(each),
        fixed: done?.applied ?? 0,
      };
    });
    progress.clear();
    for (const line of session.notes) io.stderr.write(`${line}\n`);
    for (const line of repaired.flatMap(done => done?.notes ?? [])) io.stderr.write(`${line}\n`);
    if (options.diff) return printDiff(session, outcomes, options, io);
    writeChanges(outcomes, options, io);
    const { report, warnings } = reportOf(outcomes, rules, io.cwd, options.atLeast, options.fix);
    const firstRun =
      outcomes.length > 0 &&
      outcomes.every(({ opened }) => opened.configuration.document === undefined && opened.baseline === undefined);
    const result: RunResult = {
      report: { ...report, firstRun: firstRun && !options.quiet },
      warnings,
      failed: outcomes.some(({ checked }) => checked.failed),
    };
    cache?.write(result, session.checks);
    return result;
  } finally {
    progress.clear();
  }
}

/** Prints the report to wherever it was asked for. */
function finish({ report, warnings, failed }: RunResult, options: LintOptions, io: Io): number {
  const out = options.stdin !== undefined && options.fix ? io.stderr : io.stdout;
  for (const { format, file } of options.outputs) {
    const print = printers[format];
    if (file !== undefined) {
      save(file, print(report, { colours: false, columns: 100, version }));
      continue;
    }
    out.write(print(report, { colours: coloursFor(out, io, options.noColour), columns: out.columns, version }));
    if (format === 'pretty' && report.firstRun) out.write(firstRun(report));
  }
  if (report.summary.files === 0) io.stderr.write('0 files checked\n');
  if (failed) {
    io.stderr.write('a rule failed, so findings are missing; the findings called internal-error name it\n');
    return 3;
  }
  if (warnings > options.maxWarnings)
    io.stderr.write(
      `${count(warnings, 'warning')}, and at most ${options.maxWarnings} ${options.maxWarnings === 1 ? 'is' : 'are'} allowed\n`,
    );
  return report.summary.errors > 0 || warnings > options.maxWarnings ? 1 : 0;
}

function save(file: string, text: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${reasonOf(error)}`);
  }
}

function changedDocuments({ opened, workspace }: Outcome) {
  return workspace.documents.flatMap((after, i) => {
    const before = opened.workspace.documents[i]!;
    return after.text === before.text ? [] : [{ before, after, path: join(opened.root, after.file) }];
  });
}

function writeChanges(outcomes: readonly Outcome[], options: LintOptions, io: Io): void {
  if (options.stdin !== undefined && options.fix) {
    const { workspace, opened } = outcomes[0]!;
    const document = workspace.documents.find(({ file }) => join(opened.root, file) === options.stdin);
    if (document) io.stdout.write(document.text);
    return;
  }
  for (const { path, after } of outcomes.flatMap(changedDocuments)) {
    try {
      writeAtomically(path, after.text);
    } catch (error) {
      throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`);
    }
  }
}

/** What --fix would write, instead of writing it; the exit code is that of the files as they are. */
function printDiff({ checks }: Session, outcomes: readonly Outcome[], options: LintOptions, io: Io): number {
  let files = 0,
    fixes = 0;
  for (const each of checks) {
    const { workspace, applied, notes, checked } = repair(each, options.unsafe);
    for (const note of notes) io.stderr.write(`${note}\n`);
    for (const { before, after } of changedDocuments({ opened: each.opened, workspace, checked, fixed: applied })) {
      io.stdout.write(unifiedDiff(each.opened.root, before, after, io.cwd));
      files++;
    }
    fixes += applied;
  }
  io.stderr.write(
    files === 0
      ? 'no fix would change anything\n'
      : `${count(fixes, 'fix', 'fixes')} would change ${count(files, 'file')}; nothing was written\n`,
  );
  const { report, warnings } = reportOf(outcomes, rules, io.cwd, options.atLeast, false);
  const elsewhere = options.outputs.filter(({ file }) => file !== undefined);
  return finish(
    { report, warnings, failed: outcomes.some(({ checked }) => checked.failed) },
    { ...options, outputs: elsewhere },
    io,
  );
}

/** Accepts what is found now; entries about files that were not asked for stay. */
function writeBaselines({ checks }: Session, io: Io): number {
  let failed = false;
  for (const each of checks) {
    const checked = check(withEverything(each));
    const { root } = each.opened;
    const kept = isAsked(each.asked, root)
      ? []
      : (openSettings(root, rules).baseline ?? []).filter(({ file }) => !isAsked(each.asked, join(root, file)));
    const entries = baselineOf(
      checked.findings.filter(({ rule }) => rule !== 'internal-error'),
      stablePointers(each.opened, each.opened.workspace),
    );
    const path = join(root, baselineName);
    try {
      writeAtomically(path, baselineText([...kept, ...entries]));
    } catch (error) {
      throw new UsageError(`${path} cannot be written: ${reasonOf(error)}`);
    }
    io.stderr.write(
      `${count(entries.length, 'finding')} in ${count(checked.files.length, 'file')} written to ${path}\n`,
    );
    failed ||= checked.failed;
  }
  return failed ? 3 : 0;
}
const withEverything = (each: Check): Check => ({ ...each, elsewhere: false, base: undefined });
