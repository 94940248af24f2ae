import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Lint } from '../core/generated/outputs.js';
import { liveVersions } from '../core/domain/live-versions.ts';
import { count } from '../core/wording.ts';
import { command } from './terminal/command.ts';
import { coloursFor, writeExactly, remark, type Io, pathFrom, Progress } from './terminal/io.ts';
import { pruneBaselines, staleAltogether, staleInWords, writeBaselines } from './lint/baselines.ts';
import { unreadDemands } from './ci/demands.ts';
import { lintState, type LintedWorkspace } from './lint/lint-state.ts';
import { changedDocuments, repair, writeFixed } from './lint/fixes.ts';
import { lintHabits, lintOptions, lintOptionsOf, tooMany, type LintRequest } from './lint/options.ts';
import { scopeNotes, noneChecked, nothingChecked } from './lint/remarks.ts';
import { judgeFindings } from './lint/judge.ts';
import { reportOf, type RunResult } from './lint/report-of.ts';
import { openRun, type LintRun } from './lint/open-run.ts';
import { RunMemory, watch } from './lint/watch.ts';
import { foldReport, statistics, filesIn, totals } from '../view/totals.ts';
import { findingsForModels } from '../view/findings-for-models.ts';
import { formats } from '../view/formats/index.ts';
import { lintOutput } from '../view/formats/json.ts';
import { isShortened } from '../view/formats/pretty.ts';
import { wayOut } from '../view/judged.ts';
import { worstFirst, type LintReport } from '../view/report.ts';
import { withoutControls } from '../view/printable.ts';
import { printPatch } from './terminal/patch.ts';
import { save } from './terminal/save.ts';
import { version } from './terminal/package.ts';

/** Finds mistakes in files: `preflight lint`. */
export const lint = command(
  {
    name: 'lint',
    readsConfiguration: true,
    operands: '[paths…]',
    completes: 'path',
    about: `Find mistakes in the configuration of conversational agents. Paths are files, folders and globs; the default is the
working directory. References are looked up in the whole workspace. If you name single files, as a pre-commit hook
does, findings in those files are reported, and new findings that they cause in other files.`,
    options: lintOptions,
    habits: lintHabits,
    helpEnding: `Exit codes
  0  no errors
  1  errors, more warnings than --max-warnings, or --diff has something to show
  2  wrong usage or configuration, a path that matches nothing, or a file that --fix could not write
  3  a rule failed, or an output cannot be written

Examples
  preflight lint                                     the whole workspace
  preflight lint agents/desk.agent.json              one file, and what it breaks elsewhere
  preflight lint --fix --diff                        what the safe fixes would change
  preflight lint --changed-since origin/main --format github
  preflight lint --staged                            the next commit, for hooks
  preflight lint --format sarif=preflight.sarif --format pretty
  preflight lint --select references,variables       two groups of rules
  cat desk.agent.json | preflight lint - --stdin-filename agents/desk.agent.json`,
  },
  (typedOptions, io) => {
    const options = lintOptionsOf(typedOptions, io);
    if (typedOptions.values.cache && !options.quiet)
      remark(io, '--cache is deprecated: it does nothing, and the next release will refuse it');
    if (!options.watch) return runOnce(options, io);
    const memory = new RunMemory();
    const isForPeople = options.outputs.some(({ format, file }) => file === undefined && formats[format].forPeople);
    return watch(io, memory, isForPeople ? '---\n' : '', () => runOnce(options, io, memory));
  },
);

function runOnce(options: LintRequest, io: Io, memory?: RunMemory): number {
  const result = lintFiles(options, io, memory);
  return typeof result === 'number' ? result : finish(result, options, io);
}

/**
 * Runs lint.
 * @returns the result, or an exit code if everything is already printed
 */
function lintFiles(options: LintRequest, io: Io, memory?: RunMemory): RunResult | number {
  const progress = new Progress(io);
  try {
    const session = openRun(options, io, progress, memory);
    memory?.keep(session.checks);
    if (options.writeBaseline) return writeBaselines(session, io);
    if (options.pruneBaseline) return pruneBaselines(session, io);
    const repairs = session.checks.map(lintInput =>
      options.fix && !options.diff ? repair(lintInput, options.unsafe) : undefined,
    );
    const plannedWorkspaces = session.checks.map((lintInput, i): LintedWorkspace => {
      const repair = repairs[i];
      return {
        state: lintInput.state,
        workspace: repair?.workspace ?? lintInput.state.workspace,
        lintResult: repair?.checked ?? lintState(lintInput),
        fixedCount: repair?.appliedCount ?? 0,
      };
    });
    progress.clear();
    const unreadNotes = unreadDemands(
      session.checks.map(({ state }) => state),
      io,
    );
    for (const line of [...session.notes, ...unreadNotes, ...repairs.flatMap(repair => repair?.notes ?? [])])
      remark(io, line);
    if (options.diff) return printDiff(session, plannedWorkspaces, options, io);
    if (options.fix && options.stdin !== undefined) printFixedInput(plannedWorkspaces[0]!, options.stdin, io);
    const { outcomes: writtenWorkspaces, leftovers } =
      options.fix && options.stdin === undefined
        ? writeFixed(session.checks, plannedWorkspaces, options, io)
        : { outcomes: plannedWorkspaces, leftovers: [] };
    const { outcomes, changeJudgement: judgement } = judgeFindings(
      session.checks,
      writtenWorkspaces,
      options.trustSettings === true,
    );
    const { report, warnings } = reportOf(outcomes, io, options.atLeast, options.fix, judgement);
    for (const line of leftovers) remark(io, line);
    if (options.verbose) for (const line of outcomes.flatMap(outcome => staleInWords(outcome, io))) remark(io, line);
    const isFirstRun =
      outcomes.length > 0 &&
      options.comparison === undefined &&
      session.checks.every(({ selection }) => selection.files.size === 0) &&
      outcomes.every(({ state }) => state.configuration.document === undefined && state.baseline === undefined);
    return {
      report: {
        ...report,
        isFirstRun: isFirstRun && !options.quiet && !options.fix,
        hasNothingLive: options.live === true && outcomes.every(({ workspace }) => liveVersions(workspace).size === 0),
        ...(options.fix && { triedFixes: options.unsafe ? 'all' : 'safe' }),
      },
      warnings,
      hasFailed: outcomes.some(({ lintResult }) => lintResult.hasFailed),
      hasRemaining: leftovers.length > 0,
      uncheckedReason: nothingChecked(session.checks, report),
      scopeNote: scopeNotes(outcomes, options),
    };
  } finally {
    progress.clear();
  }
}

/**
 * Prints the report to all requested outputs.
 * @returns the exit code
 */
function finish(
  { report, warnings, hasFailed, hasRemaining, uncheckedReason, scopeNote }: RunResult,
  options: LintRequest,
  io: Io,
): number {
  const out = options.stdin !== undefined && options.fix ? io.stderr : io.stdout;
  const current = foldReport(report);
  const { verbose, quiet } = options;
  const output = (): Lint => lintOutput(report),
    textOf = (part: object): string => findingsForModels(part as Lint, file => report.documentOf(file));
  if (io.take) io.take({ result: output(), text: () => textOf(output()), textOf });
  for (const { format, file, brief = false } of io.take ? [] : options.outputs) {
    const printer = formats[format],
      visibleReport = limitReport(printer.keepsHistory ? report : current, options.maxFindings);
    if (file !== undefined) {
      const text = withoutControls(printer.print(visibleReport, { colours: false, columns: Infinity, version }));
      save(io, file, { text });
      continue;
    }
    const hasColours = coloursFor(out, io);
    const pagesUrl = hasColours && out.isTTY ? rulePages() : undefined;
    const text = options.statistics
      ? [...statistics(current), ...(quiet ? [] : [totals(current)])].map(line => `${line}\n`).join('')
      : printer.print(visibleReport, {
          colours: hasColours,
          columns: out.columns,
          version,
          brief,
          verbose,
          quiet,
          pagesUrl,
        });
    // the output contains terminal commands on purpose, and nothing else from files
    if (printer.ownCommands) writeExactly(out, text);
    else out.write(text);
    if (format === 'pretty' && report.isFirstRun && !options.statistics)
      out.write(firstRun(current, isShortened(current, { brief, ...options })));
  }
  const hiddenCount = current.findings.length - options.maxFindings;
  if (hiddenCount > 0 && !quiet) io.stderr.write(`${count(hiddenCount, 'finding')} not shown (--max-findings)\n`);
  const { stale: staleCount = 0 } = report.summary;
  if (staleCount > 0 && !options.quiet) remark(io, staleAltogether(staleCount));
  // the totals on stdout already contain this remark
  const isTotalled = out === io.stdout && options.outputs.some(choice => !choice.file && choice.format === 'pretty');
  if (uncheckedReason !== undefined && !quiet && !(isTotalled && uncheckedReason === noneChecked))
    remark(io, uncheckedReason);
  if (scopeNote !== undefined) remark(io, scopeNote);
  if (hasFailed) {
    io.stderr.write('a rule failed, so findings are missing; see the internal-error findings\n');
    return 3;
  }
  const limitProblem = tooMany(warnings, options.maxWarnings),
    reasons = report.judgement?.reasons ?? [];
  for (const line of [...reasons, ...wayOut(report.judgement), ...(limitProblem === undefined ? [] : [limitProblem])])
    remark(io, line);
  if (hasRemaining) return 2;
  if (options.exitNonZeroOnFix && (report.summary.fixed ?? 0) > 0) return 1;
  if (options.exitZero) return 0;
  return report.summary.errors > 0 || limitProblem !== undefined || reasons.length > 0 ? 1 : 0;
}

/** The report with only the worst findings, in the order of the report. */
function limitReport(report: LintReport, maxCount: number): LintReport {
  if (report.findings.length <= maxCount) return report;
  const keptFindings = new Set(worstFirst(report.findings).slice(0, maxCount));
  return {
    ...report,
    findings: report.findings.filter(finding => keptFindings.has(finding)),
    filesFound: filesIn(report.findings),
  };
}

/** The folder with the installed pages of the rules, to which findings in a terminal link. */
function rulePages(): string | undefined {
  try {
    const folder = join(dirname(realpathSync(process.argv[1] ?? '')), '../rules');
    return existsSync(folder) ? pathToFileURL(folder).href : undefined;
  } catch {
    return undefined;
  }
}

/** Prints the fixed text of standard input. It is not escaped for a terminal, because a pipe receives it as data. */
function printFixedInput({ workspace, state }: LintedWorkspace, stdin: string, { stdout }: Io): void {
  const document = workspace.documents.find(({ file }) => join(state.root, file) === stdin);
  if (!document) return;
  if (stdout.isTTY) stdout.write(document.text);
  else writeExactly(stdout, document.text);
}

/**
 * Prints the patches that --fix would apply.
 * @returns 1 if a file would change
 */
function printDiff({ checks }: LintRun, outcomes: readonly LintedWorkspace[], options: LintRequest, io: Io): number {
  let files = 0,
    fixes = 0;
  for (const lintInput of checks) {
    const { workspace, appliedCount, notes } = repair(lintInput, options.unsafe);
    for (const note of notes) remark(io, note);
    for (const { before, after } of changedDocuments({ state: lintInput.state, workspace })) {
      printPatch(pathFrom(io, lintInput.state.root, before.file), { before, after, reason: '--fix' }, io);
      files++;
    }
    fixes += appliedCount;
  }
  const { report, warnings } = reportOf(outcomes, io, options.atLeast, false);
  const remainder =
    report.summary.errors > 0
      ? `; ${count(report.summary.errors, 'error')} ${report.summary.errors === 1 ? 'remains' : 'remain'}`
      : '';
  io.stderr.write(
    files === 0
      ? `no fix would change a file${remainder}\n`
      : `${count(fixes, 'fix', 'fixes')} would change ${count(files, 'file')}; nothing was written\n`,
  );
  const choices = options.outputs.filter(({ file }) => file !== undefined);
  const code = finish(
    {
      report,
      warnings,
      hasFailed: outcomes.some(({ lintResult }) => lintResult.hasFailed),
      hasRemaining: false,
      uncheckedReason: nothingChecked(checks, report),
    },
    { ...options, outputs: choices },
    io,
  );
  return code === 0 && files > 0 && !options.exitZero ? 1 : code;
}

/**
 * The next steps for a repository without a configuration or baseline.
 * @param isCounted whether the report counts the findings by rule
 */
function firstRun(report: LintReport, isCounted: boolean): string {
  if (report.findings.length === 0) return '';
  const safeCount = report.findings.filter(({ fix }) => fix?.safe).length,
    first = `(--fix --diff shows ${safeCount === 1 ? 'it' : 'them'} first)`,
    fixing = `\n  preflight lint --fix             apply the ${count(safeCount, 'safe fix', 'safe fixes')} ${first}`;
  return `
${isCounted ? '' : `By rule\n${statistics(report).join('\n')}\n\n`}There is no configuration and no baseline here yet. Next steps:
  preflight explain RULE           what a rule reports and why, with examples${safeCount > 0 ? fixing : ''}
  preflight init                   create a configuration
  preflight lint --write-baseline  accept the current findings, so that only new ones fail
`;
}
