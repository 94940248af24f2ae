import { layerIn } from '../../core/configuration/configuration.ts';
import { compareTexts } from '../../core/wording.ts';
import { stablePointer } from '../../core/configuration/stable-pointer.ts';
import { Document } from '../../core/document.ts';
import { causesOf, fixIn, MAX_LISTED, reportFindings, type ReportedFinding } from '../../core/engine/report.ts';
import { withSupersededVersions } from '../../core/index/superseded.ts';
import type { Rule } from '../../core/engine/rule.ts';
import type { SettingPlace } from '../../core/configuration/judging.ts';
import type { Lint } from '../../core/generated/outputs.js';
import { groupsOf } from '../../core/json/multimap.ts';
import type { Finding, LiveVersion, Severity } from '../../core/finding.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import { lostNameOutput } from '../../compare/lost-names.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { State } from '../../state/open.ts';
import type { JudgedReport, LintReport, LintSummary } from '../../view/report.ts';
import { printedFinding } from '../../view/formats/json.ts';
import { uncheckedFindings } from '../../view/judged.ts';
import { rules } from '../../../rules/index.ts';
import { type Io, pathFrom } from '../terminal/io.ts';
import type { LintedWorkspace } from './lint-state.ts';
import type { ChangeJudgement } from './judge.ts';

/** The result of a run, with all data for the outputs and the exit code. */
export interface RunResult {
  readonly report: LintReport;
  /** The number of warnings, including those that --severity and --quiet hide, and files that are no longer checked. */
  readonly warnings: number;
  readonly hasFailed: boolean;
  /** Whether a file that --fix would have changed was left unchanged. */
  readonly hasRemaining: boolean;
  /** The message about skipped files if no file was checked. */
  readonly uncheckedReason: string | undefined;
  /** The remark about references to records outside of the workspace. */
  readonly scopeNote?: string | undefined;
}

const weight: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/**
 * Collects the findings of several workspaces with paths relative to the working directory, and the documents with
 * places in them.
 */
class ReportPaths {
  readonly documents = new Map<string, Document>();
  readonly #io: Io;
  constructor(io: Io) {
    this.#io = io;
  }
  findings({ root, workspace, configuration }: FindingsIn, findings: readonly Finding[]) {
    const byFile = new Map(workspace.documents.map(document => [document.file, document]));
    const pathOf = (file: string): string => pathFrom(this.#io, root, file);
    const documentOf = (file: string): Document => {
      const document = layerIn(configuration, file) ?? byFile.get(file) ?? new Document(file, '');
      this.documents.set(pathOf(file), document);
      return document;
    };
    // findings that share a list keep sharing the converted list
    const lists = new Map<readonly LiveVersion[], readonly LiveVersion[]>();
    const shownLive = (versions: readonly LiveVersion[]): readonly LiveVersion[] => {
      // a report shows the source of calls as a place in a document
      for (const { file } of versions[0]?.through ?? []) documentOf(file);
      if (!lists.has(versions))
        lists.set(
          versions,
          versions.map(version => shownVersion(version, pathOf)),
        );
      return lists.get(versions)!;
    };
    return reportFindings(findings, documentOf, MAX_LISTED).map(finding => ({
      ...finding,
      file: pathOf(finding.file),
      related: finding.related.map(relatedItem => ({ ...relatedItem, file: pathOf(relatedItem.file) })),
      ...(finding.live && { live: shownLive(finding.live) }),
      ...(finding.fix && { fix: fixIn(finding.fix, pathOf(finding.file)) }),
    }));
  }
  /** Converts a place in settings, which have absolute paths. */
  setting<T extends SettingPlace>(place: T): T {
    return { ...place, file: pathFrom(this.#io, '/', place.file) };
  }
}
interface FindingsIn extends Pick<State, 'root' | 'configuration'> {
  readonly workspace: Workspace;
}

/**
 * The effects of a change on the settings that judge it. A hidden error is a finding with the setting that hides it.
 */
function judgedReport(
  { judgement, formerWorkspaces, isTrusted }: ChangeJudgement,
  paths: ReportPaths,
  io: Io,
): JudgedReport {
  const hiddenFindings = new Map<ReportedFinding, { finding: Lint['findings'][number]; by: SettingPlace }>();
  for (const { root, side } of formerWorkspaces) {
    const hiddenHere = judgement.hiddenFindings.filter(item => item.side === side);
    for (const [, group] of groupsOf(hiddenHere, ({ setting: by }) => JSON.stringify(by))) {
      const { text, file, line } = paths.setting(group[0]!.setting),
        findings = group.map(({ finding }) => finding);
      for (const finding of paths.findings({ ...side, root }, findings)) {
        const message = `${finding.message}; hidden by ${file}:${line} (${text})`,
          // --fix does not apply to findings that the current settings hide
          { fix: _, ...shownOne } = finding;
        hiddenFindings.set({ ...shownOne, message }, { finding: printedFinding(finding), by: { text, file, line } });
      }
    }
  }
  return {
    hidden: hiddenFindings,
    unchecked: judgement.unchecked.map(({ path, setting: { text, file, line }, liveVersions: live, side }) => ({
      file: pathFrom(io, '/', path),
      by: paths.setting({ text, file, line }),
      live: live.map(version => shownVersion(version, name => pathFrom(io, '/', side.pathOf(name)))),
    })),
    settings: judgement.settings.map(setting => paths.setting(setting)),
    reasons: judgement.reasons,
    isTrusted,
  };
}

/** Combines the results of all workspaces in one report with paths relative to the working directory. */
export function reportOf(
  workspaces: readonly LintedWorkspace[],
  io: Io,
  atLeast: Severity,
  countsFixes: boolean,
  judgement?: ChangeJudgement,
): { readonly report: LintReport; readonly warnings: number } {
  const paths = new ReportPaths(io),
    outcomes = workspaces.map(workspace => ({
      ...workspace,
      checked: { ...workspace.lintResult, findings: causesOf(workspace.lintResult.findings) },
    }));
  const judgedPart = judgement && judgedReport(judgement, paths, io);
  const findings: ReportedFinding[] = outcomes.flatMap(
    ({ state: { root, configuration }, workspace, checked: lintResult }) => {
      const sources = { root, configuration, workspace };
      if (lintResult.history) return paths.findings(sources, lintResult.findings);
      return paths
        .findings(sources, withSupersededVersions(lintResult.findings, workspace))
        .map(finding => (finding.superseded ? { ...finding, folded: true as const } : finding));
    },
  );
  const isSorted = outcomes.length === 1 && outcomes[0]!.state.root === io.cwd;
  if (judgedPart && judgedPart.hidden.size > 0) {
    findings.push(...judgedPart.hidden.keys());
    findings.sort(
      (a, b) =>
        compareTexts(a.file, b.file) ||
        a.range.start.line - b.range.start.line ||
        a.range.start.column - b.range.start.column ||
        compareTexts(a.rule, b.rule),
    );
  } else if (!isSorted) findings.sort((a, b) => compareTexts(a.file, b.file));
  const keptFindings = findings.filter(({ severity }) => weight[severity] >= weight[atLeast]);
  const { errors, warnings, infos } = counts(findings),
    shownOf = counts(keptFindings),
    belowLevel = errors + warnings + infos - shownOf.errors - shownOf.warnings - shownOf.infos;
  const sum = (countOf: (outcome: LintedWorkspace) => number): number =>
    outcomes.reduce((total, outcome) => total + countOf(outcome), 0);
  const suppressed = sum(({ lintResult }) => lintResult.suppressed.length),
    baselinedCount = sum(({ lintResult }) => lintResult.baselinedFindings.length),
    acceptedCount = sum(({ lintResult }) => lintResult.acceptedCount),
    fixedCount = sum(outcome => outcome.fixedCount),
    staleCount = sum(({ lintResult }) => lintResult.staleEntries.reduce((total, entry) => total + entry.count, 0)),
    supersededCount = keptFindings.reduce(
      (total, finding) => total + (finding.superseded ? (finding.stands ?? 1) : 0),
      0,
    ),
    // what follows from another finding and is left out does not count as live either
    liveCount = keptFindings.reduce((total, { live, folded, stands = 1 }) => total + (live && !folded ? stands : 0), 0);
  const summary: LintSummary = {
    files: sum(({ lintResult }) => lintResult.files.length),
    ...shownOf,
    ...(liveCount > 0 && { live: liveCount }),
    ...(supersededCount > 0 && { superseded: supersededCount }),
    ...(suppressed > 0 && { suppressed }),
    ...(baselinedCount > 0 && { baselined: baselinedCount }),
    ...(staleCount > 0 && { stale: staleCount }),
    ...(acceptedCount > 0 && { accepted: acceptedCount }),
    ...(countsFixes && { fixed: fixedCount }),
  };
  const policies = [
    ...outcomes.flatMap(({ state }) => state.configuration.policies),
    ...(judgement?.formerWorkspaces ?? []).flatMap(({ settings }) => settings.configuration.policies),
  ];
  return {
    report: {
      ...makeReport(keptFindings, summary, policies, file => paths.documents.get(file)),
      lostNames: outcomes.flatMap(({ state, checked: lintResult }) =>
        lintResult.lostNames.map(name => lostNameOutput(name, file => pathFrom(io, state.root, file))),
      ),
      ...(judgedPart && { judgement: judgedPart }),
      ...(belowLevel > 0 && { belowLevel }),
    },
    warnings: warnings + counts(uncheckedFindings(judgedPart)).warnings,
  };
}

const shownVersion = (version: LiveVersion, pathOf: (file: string) => string): LiveVersion => ({
  ...version,
  through: version.through.map(link => ({ ...link, file: pathOf(link.file) })),
});

function makeReport(
  findings: readonly ReportedFinding[],
  summary: LintSummary,
  policies: readonly Rule[],
  documentOf: (file: string) => Document | undefined,
): LintReport {
  return {
    findings,
    summary,
    rules: new Map([...rules, ...policies].map(rule => [rule.id, rule])),
    documentOf,
    stablePointerOf: ({ file, pointer, formerly = pointer }) => {
      const document = documentOf(file);
      return document ? stablePointer(document, formerly as Pointer) : formerly;
    },
  };
}

function counts(findings: readonly ReportedFinding[]): {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
} {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity, folded, stands = 1 } of findings) if (!folded) counts[severity] += stands;
  return { errors: counts.error, warnings: counts.warning, infos: counts.info };
}
