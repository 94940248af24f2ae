import { layerIn } from '../../core/configuration/configuration.ts';
import { compareTexts } from '../../core/wording.ts';
import { stablePointer } from '../../core/configuration/stable-pointer.ts';
import { Document } from '../../core/document.ts';
import { MOST_LISTED, reported, type ReportedFinding } from '../../core/engine/report.ts';
import type { Rule } from '../../core/engine/rule.ts';
import type { LiveVersion, Severity } from '../../core/finding.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { State } from '../../state/open.ts';
import type { LintReport, LintSummary } from '../../view/report.ts';
import { rules } from '../../../rules/index.ts';
import { pathFrom } from '../terminal/here.ts';
import type { Io } from '../terminal/io.ts';
import type { CheckResult } from './check.ts';

/** The result of a run: enough to print it and to determine the exit code. */
export interface RunResult {
  readonly report: LintReport;
  /** Warnings before --severity and --quiet hide some. */
  readonly warnings: number;
  readonly failed: boolean;
  /** Whether a file that --fix would have changed was left unchanged. */
  readonly left: boolean;
  /** If nothing was checked, what was skipped and why. */
  readonly unchecked: string | undefined;
  /** What a whole run could not look up, and where to see more. */
  readonly beyond?: string | undefined;
}

/** The result for one workspace. */
export interface LintedWorkspace {
  readonly opened: State;
  readonly workspace: Workspace;
  readonly checked: CheckResult;
  readonly fixed: number;
}

const weight: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** One report over all workspaces, with paths relative to the working directory. */
export function reportOf(
  outcomes: readonly LintedWorkspace[],
  io: Io,
  atLeast: Severity,
  countFixes: boolean,
): { readonly report: LintReport; readonly warnings: number } {
  const documents = new Map<string, Document>();
  const findings = outcomes.flatMap(({ opened, workspace, checked }) => {
    const byFile = new Map(workspace.documents.map(document => [document.file, document]));
    const documentOf = (file: string): Document => {
      const document = layerIn(opened.configuration, file) ?? byFile.get(file) ?? new Document(file, '');
      documents.set(pathFrom(io, opened.root, file), document);
      return document;
    };
    const shown = (file: string): string => pathFrom(io, opened.root, file);
    // many findings share one list
    const lists = new Map<readonly LiveVersion[], readonly LiveVersion[]>();
    const shownLive = (live: readonly LiveVersion[]): readonly LiveVersion[] => {
      // the source of calls is shown as a place in the text
      for (const { file } of live[0]?.through ?? []) documentOf(file);
      if (!lists.has(live))
        lists.set(
          live,
          live.map(version => shownVersion(version, shown)),
        );
      return lists.get(live)!;
    };
    return reported(checked.findings, documentOf, MOST_LISTED, checked.located).map(finding => ({
      ...finding,
      file: shown(finding.file),
      related: finding.related.map(related => ({ ...related, file: shown(related.file) })),
      ...(finding.live && { live: shownLive(finding.live) }),
    }));
  });
  if (outcomes.length > 1 || outcomes[0]?.opened.root !== io.cwd) findings.sort((a, b) => compareTexts(a.file, b.file));
  const kept = findings.filter(({ severity }) => weight[severity] >= weight[atLeast]);
  const sum = (of: (outcome: LintedWorkspace) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const suppressed = sum(({ checked }) => checked.suppressed.length),
    baselined = sum(({ checked }) => checked.baselined.length),
    accepted = sum(({ checked }) => checked.accepted),
    fixed = sum(outcome => outcome.fixed),
    stale = sum(({ checked }) => checked.stale.reduce((all, one) => all + one.count, 0)),
    live = sum(
      ({ checked }) => checked.findings.filter(one => one.live && weight[one.severity] >= weight[atLeast]).length,
    );
  const summary: LintSummary = {
    files: sum(({ checked }) => checked.files.length),
    ...counts(kept),
    ...(live > 0 && { live }),
    ...(suppressed > 0 && { suppressed }),
    ...(baselined > 0 && { baselined }),
    ...(stale > 0 && { stale }),
    ...(accepted > 0 && { accepted }),
    ...(countFixes && { fixed }),
  };
  const policies = outcomes.flatMap(({ opened }) => opened.configuration.policies);
  return {
    report: makeReport(kept, summary, policies, file => documents.get(file)),
    warnings: counts(findings).warnings,
  };
}

const shownVersion = (version: LiveVersion, shown: (file: string) => string): LiveVersion => ({
  ...version,
  through: version.through.map(link => ({ ...link, file: shown(link.file) })),
});

export function makeReport(
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
  const of = { error: 0, warning: 0, info: 0 };
  for (const { severity, stands = 1 } of findings) of[severity] += stands;
  return { errors: of.error, warnings: of.warning, infos: of.info };
}
