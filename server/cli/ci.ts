import { join } from 'node:path';
import type { Ci } from '../core/generated/outputs.js';
import { listed } from '../core/wording.ts';
import { shownBase } from '../state/base.ts';
import { Git } from '../state/git.ts';
import { isWithin, gitRootOf } from '../state/paths.ts';
import { command } from './terminal/command.ts';
import { azure } from '../view/azure.ts';
import { foldReport } from '../view/totals.ts';
import { formats as lintFormats, isFormat } from '../view/formats/index.ts';
import { lintOutput } from '../view/formats/json.ts';
import { findingsMarkdown } from '../view/formats/markdown.ts';
import { wayOut } from '../view/judged.ts';
import { plansOutput, runMarkdown } from '../view/results/plans.ts';
import { publishedJson, withoutControls } from '../view/printable.ts';
import { demandsOf, formerDemands, judgedAssertions, type Demands } from './ci/demands.ts';
import { newlyCaused } from '../compare/new-findings.ts';
import { writeExactly, OutputError, remark, UsageError, type Io, Progress } from './terminal/io.ts';
import { lintState, type LintedWorkspace } from './lint/lint-state.ts';
import { askGit, baseOptions, isExact } from './terminal/comparing.ts';
import { dayOf, lintOptions, mostOf, outputFile, readOutputs, tooMany, type OutputChoice } from './lint/options.ts';
import { noneChecked, nothingChecked } from './lint/remarks.ts';
import { demandingOf, failingWarnings } from './lint/failing.ts';
import { judgeFindings, type ChangeJudgement } from './lint/judge.ts';
import { reportOf, type RunResult } from './lint/report-of.ts';
import { openRun, type LintRun, type RunRequest } from './lint/open-run.ts';
import { planBase, type ComparedBase } from './plan/base.ts';
import { plannedFor, type Planned } from './plan/planned.ts';
import { bytesBefore, save } from './terminal/save.ts';
import { version } from './terminal/package.ts';
import { readText } from '../state/text.ts';

/** Checks a pull request: `preflight ci`. */
export const ci = command(
  {
    name: 'ci',
    readsConfiguration: true,
    about: `Check a change in CI, in one run over all workspaces below the working directory: new findings since the base (as
"lint --changed-since") and the effect on every reference (as "plan --base"). Findings are printed as annotations
where the CI service supports them, the worst first. The summary goes to the job page ($GITHUB_STEP_SUMMARY),
otherwise to stdout as markdown, and to a file of your own with --summary. Nothing is sent anywhere.

The base is the target branch of the pull request, from the variables of GitHub, GitLab, Bitbucket or Azure. Without
one (a push, a schedule) everything is linted, and the plan compares with the first parent of HEAD.`,
    options: {
      ...baseOptions(),
      format: {
        short: 'f',
        value: 'FORMAT[=FILE]',
        multiple: true,
        completes: Object.keys(lintFormats),
        about:
          'on stdout: markdown (default; nothing if the job has a summary page) or json; with =FILE, findings as ' +
          `${listed(Object.keys(lintFormats), 'or', 20)}; may be repeated`,
      },
      summary: {
        value: 'FILE',
        completes: 'path',
        about: 'also write the summary to this file, for example to post it as a comment',
      },
      'max-warnings': lintOptions['max-warnings'],
      'trust-settings': lintOptions['trust-settings'],
      today: {
        value: 'YYYY-MM-DD',
        about: 'date that counts as today for suppressions and batches that end (default: today in UTC)',
      },
    },
    helpEnding: `Assertions are set in preflight.config.json and apply to its workspace and those below it:
  "ci": { "assert": ["no breaks", "prod unchanged"], "fail": "live-warnings" }
With "fail", new warnings in live records ("live-warnings"), or all new warnings ("warnings"), count as errors.

Exit codes
  0  no new errors, and all assertions hold
  1  new errors, new warnings that "fail" names, or more new warnings than --max-warnings
  2  wrong usage or configuration, or a base that this clone does not have (the message names the command that fetches it)
  3  a rule failed, or an output cannot be written
  4  an assertion fails

Examples
  preflight ci
  preflight ci --base origin/main
  preflight ci --max-warnings 0 --summary preflight.md
  preflight ci --format gitlab=gl-code-quality-report.json`,
  },
  ({ values, positionals }, io) => {
    if (positionals.length > 0)
      throw new UsageError('ci checks all workspaces below and takes no paths; use --cwd DIR for another folder');
    const isBaseExact = isExact(values);
    if (values.summary === '') throw new UsageError('--summary needs a file, such as preflight.md');
    if (values.base === '') throw new UsageError('--base needs a git revision, such as main or HEAD~1');
    const formats = values.format ?? [],
      stdoutFormat = formats.filter(format => !format.includes('=')).at(-1) ?? 'markdown';
    if (stdoutFormat !== 'markdown' && stdoutFormat !== 'json')
      throw new UsageError(
        isFormat(stdoutFormat)
          ? `--format ${stdoutFormat} needs a file: --format ${stdoutFormat}=FILE; to stdout goes markdown or json`
          : `there is no format "${stdoutFormat}"; to stdout goes markdown or json, to a file (--format pretty=FILE) also ` +
              listed(Object.keys(lintFormats), 'and', 20),
      );
    const baseName = values.base ?? askGit(() => heldBase(io.cwd, basesNamed(io.env)));
    const outputs = readOutputs(
        formats.filter(format => format.includes('=')),
        io.cwd,
      ),
      summary = values.summary === undefined ? undefined : outputFile('--summary', values.summary, io.cwd),
      maxWarnings = mostOf('max-warnings', values);
    if (outputs.some(({ file }) => file !== undefined && file === summary))
      throw new UsageError('--summary and --format name the same file');
    const trustsSettings = values['trust-settings'] === true,
      parent = baseName === undefined ? parentOf(io) : undefined,
      revision = baseName ?? parent;
    const {
      checks,
      notes,
      checkouts: checkoutAt,
    } = sessionFor(
      {
        paths: [],
        today: dayOf(values.today),
        comparison: revision === undefined ? undefined : { revision, exact: baseName === undefined || isBaseExact },
        reportsAll: baseName === undefined,
        trustSettings: trustsSettings,
      },
      io,
    );
    for (const line of notes) remark(io, line);
    const states = checks.map(lintInput => lintInput.state);
    const demands = demandsOf(states);
    if (revision === undefined) withoutParent(demands, io);
    const base =
      revision === undefined
        ? undefined
        : planBase(revision, { isExact: baseName === undefined || isBaseExact }, io, checkoutAt);
    // the plan can reuse a base that lint has opened only if lint checks the whole workspace
    const before = new Map(
      checks.flatMap(lintInput =>
        lintInput.before && isWithin(io.cwd, lintInput.state.root) ? [[lintInput.state, lintInput.before]] : [],
      ),
    );
    const plan = base && plannedFor({ base, edits: [], assertions: [], contents: 'live', before }, states, io);
    const comparison = baseName !== undefined && plan ? { plan } : undefined,
      result = lintAll(checks, comparison, trustsSettings, io);
    const demandedAssertions = plan
      ? judgedAssertions(plan, [...demands, ...formerDemands(demands, trustsSettings ? undefined : result.judgement)])
      : [];
    // the summary on stdout begins with the result, so no remark repeats it
    const isSummed = stdoutFormat === 'markdown' && summaryPage(io) === undefined;
    if (result.uncheckedReason !== undefined && !(isSummed && result.uncheckedReason === noneChecked))
      remark(io, result.uncheckedReason);
    print({ result, base, plan, assertions: demandedAssertions }, { outputs, summary, stdoutFormat, io });
    const warningsProblem = tooMany(result.warnings, maxWarnings),
      { judgement } = result.report,
      reasons = [
        ...(judgement?.reasons ?? []),
        ...(result.report.reasons ?? []),
        ...(warningsProblem === undefined ? [] : [warningsProblem]),
      ];
    for (const line of [...reasons, ...wayOut(judgement)]) remark(io, line);
    if (result.hasFailed) return Promise.resolve(3);
    if (result.report.summary.errors > 0 || reasons.length > 0) return Promise.resolve(1);
    return Promise.resolve(demandedAssertions.some(({ verdict }) => !verdict.holds) ? 4 : 0);
  },
);

interface Run {
  readonly result: RunResult;
  readonly base: ComparedBase | undefined;
  readonly plan: Planned | undefined;
  readonly assertions: Planned['assertions'];
}

function sessionFor(options: RunRequest, io: Io): LintRun {
  const progress = new Progress(io);
  try {
    return openRun(options, io, progress);
  } finally {
    progress.clear();
  }
}

/** @param comparison the plan with the earlier states, if only new findings count */
function lintAll(
  checks: LintRun['checks'],
  comparison: { readonly plan: Planned } | undefined,
  isTrusted: boolean,
  io: Io,
): RunResult & { readonly judgement: ChangeJudgement | undefined } {
  const workspaces = checks.map((lintInput): LintedWorkspace => {
    const { state, rules } = lintInput,
      lintResult = lintState(lintInput);
    const workspace = comparison?.plan.before.get(state);
    const findings = workspace ? newlyCaused(lintResult.findings, state, workspace, rules) : lintResult.findings;
    return { state, workspace: state.workspace, lintResult: { ...lintResult, findings }, fixedCount: 0 };
  });
  const { outcomes, changeJudgement: judgement } = judgeFindings(checks, workspaces, isTrusted, true);
  const demandingWorkspaces = demandingOf(outcomes, isTrusted ? [] : judgement?.formerWorkspaces);
  const { report, warnings } = reportOf(outcomes, io, 'info', false, judgement);
  const failures = failingWarnings(outcomes, demandingWorkspaces, comparison !== undefined, io);
  return {
    report: { ...report, reasons: failures },
    warnings,
    hasFailed: outcomes.some(({ lintResult }) => lintResult.hasFailed),
    hasRemaining: false,
    uncheckedReason: nothingChecked(checks, report),
    judgement,
  };
}

/** The revision of the first parent of HEAD; undefined if HEAD is the first commit, or outside of a repository. */
function parentOf(io: Io): string | undefined {
  if (gitRootOf(io.cwd) === undefined) return undefined;
  const git = new Git(io.cwd);
  return askGit(() => git.commitOf('HEAD^') === undefined && !git.isShallow()) ? undefined : 'HEAD^';
}

/**
 * Reports that no plan is made.
 * @throws UsageError outside a repository if there are assertions, because they could not be checked
 */
function withoutParent(demands: readonly Demands[], io: Io): void {
  const isRepository = gitRootOf(io.cwd) !== undefined;
  if (!isRepository && demands.some(({ assertions }) => assertions.length > 0))
    throw new UsageError('ci.assert compares with an earlier commit, but this folder is not in a git repository');
  remark(
    io,
    `${isRepository ? 'there is no earlier commit' : 'this folder is not in a git repository'}, so no plan is made`,
  );
}

function print(
  { result, base, plan, assertions }: Run,
  {
    outputs,
    summary,
    stdoutFormat,
    io,
  }: {
    readonly outputs: readonly OutputChoice[];
    readonly summary: string | undefined;
    readonly stdoutFormat: 'markdown' | 'json';
    readonly io: Io;
  },
): void {
  const { report } = result,
    current = foldReport(report),
    printerOptions = { colours: false, columns: 100, version };
  for (const { format, file } of outputs)
    if (file !== undefined) {
      const { print: printReport, keepsHistory } = lintFormats[format];
      save(io, file, { text: withoutControls(printReport(keepsHistory ? report : current, printerOptions)) });
    }
  const plans = plan && { ...plan, assertions };
  if (stdoutFormat === 'json') {
    const { description: _, ...baseFields } = base ? shownBase(base.revision) : { description: '' };
    const output: Ci = {
      version: 1,
      base: 'commit' in baseFields ? baseFields : null,
      lint: lintOutput(report),
      plan: plans ? plansOutput(plans) : null,
    };
    io.stdout.write(publishedJson(output));
  }
  const service = serviceOf(io.env);
  // JSON on stdout must stay parseable
  const notes = stdoutFormat === 'json' ? io.stderr : io.stdout;
  if (service === 'github') writeExactly(notes, lintFormats.github.print(current, printerOptions));
  if (service === 'azure') writeExactly(notes, azure(current, printerOptions));
  const text = plans
      ? runMarkdown(plans, findingsMarkdown(current))
      : lintFormats.markdown.print(current, printerOptions),
    page = summaryPage(io);
  if (summary !== undefined && summary !== page) save(io, summary, { text: withoutControls(text) });
  if (page) append(join(page), text, io);
  else if (stdoutFormat === 'markdown') io.stdout.write(text);
}

/** The summary page of a job on GitHub. */
const summaryPage = ({ env }: Io): string | undefined =>
  (serviceOf(env) === 'github' && env['GITHUB_STEP_SUMMARY']) || undefined;

/** Appends a text to a file. The page of a job may already have text of earlier steps. */
function append(file: string, text: string, io: Io): void {
  const bytes = bytesBefore(file),
    before = bytes?.toString('utf8') ?? '';
  if (Buffer.from(before).length !== (bytes?.length ?? 0)) throw new OutputError(`${file} is not a text file`);
  save(io, file, { text: `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${text}`, read: bytes });
}

type Env = Readonly<Record<string, string | undefined>>;

/** The services whose variables and annotations are supported. */
type Service = 'github' | 'gitlab' | 'bitbucket' | 'azure';

function serviceOf(env: Env): Service | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') return 'github';
  if (env['GITLAB_CI'] === 'true') return 'gitlab';
  if (env['BITBUCKET_BUILD_NUMBER']) return 'bitbucket';
  return /^true$/i.test(env['TF_BUILD'] ?? '') ? 'azure' : undefined;
}

/**
 * The revisions that may be the target branch of this change, according to the CI service, the most reliable first;
 * empty without a target, as in a push or a scheduled run.
 */
function basesNamed(env: Env): string[] {
  switch (serviceOf(env)) {
    case 'github': {
      const { pull_request: pull, merge_group: group } = eventOf(env['GITHUB_EVENT_PATH']);
      return [...branch(env['GITHUB_BASE_REF']), ...text(pull?.base?.sha), ...text(group?.base_sha)];
    }
    case 'gitlab':
      return [
        ...branch(env['CI_MERGE_REQUEST_TARGET_BRANCH_NAME']),
        ...text(env['CI_MERGE_REQUEST_TARGET_BRANCH_SHA']),
        ...text(env['CI_MERGE_REQUEST_DIFF_BASE_SHA']),
      ];
    case 'bitbucket':
      return [...branch(env['BITBUCKET_PR_DESTINATION_BRANCH']), ...text(env['BITBUCKET_PR_DESTINATION_COMMIT'])];
    case 'azure':
      return branch(env['SYSTEM_PULLREQUEST_TARGETBRANCH']);
    default:
      return [];
  }
}

const text = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);
/** The remote-tracking branch of `origin` with a name. */
const branch = (name: string | undefined): string[] =>
  text(name).map(branchName => `origin/${branchName.replace(/^refs\/heads\//, '')}`);

interface GithubEvent {
  readonly pull_request?: { readonly base?: { readonly sha?: unknown } };
  readonly merge_group?: { readonly base_sha?: unknown };
}
function eventOf(path: string | undefined): GithubEvent {
  try {
    const event: unknown = path ? JSON.parse(readText(path).text) : undefined;
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {};
  }
}

/**
 * The first candidate that this clone has. If it has none, the first candidate, because the error about it names the
 * command that fetches it.
 */
function heldBase(folder: string, candidates: readonly string[]): string | undefined {
  if (candidates.length < 2) return candidates[0];
  const git = new Git(folder);
  return candidates.find(revision => git.commitOf(revision) !== undefined) ?? candidates[0];
}
