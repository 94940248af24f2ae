import { layerIn } from '../../core/configuration/configuration.ts';
import { compareTexts } from '../../core/wording.ts';
import { stablePointer } from '../../core/configuration/stable-pointer.ts';
import { Document } from '../../core/document.ts';
import { causesOf, fixIn, MOST_LISTED, reportFindings, type ReportedFinding } from '../../core/engine/report.ts';
import { withPast } from '../../core/index/with-past.ts';
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
import { rules } from '../../../rules/index.ts';
import { pathFrom } from '../terminal/paths.ts';
import type { Io } from '../terminal/io.ts';
import type { LintedWorkspace } from './lint-state.ts';
import type { Judged } from './judge.ts';

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

const weight: Readonly<Record<Severity, number>> = { info: 0, warning: 1, error: 2 };

/** Findings of several workspaces with paths relative to the working directory, and the documents that they name. */
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
    // many findings share one list
    const lists = new Map<readonly LiveVersion[], readonly LiveVersion[]>();
    const shownLive = (live: readonly LiveVersion[]): readonly LiveVersion[] => {
      // the source of calls is shown as a place in the text
      for (const { file } of live[0]?.through ?? []) documentOf(file);
      if (!lists.has(live))
        lists.set(
          live,
          live.map(version => shownVersion(version, pathOf)),
        );
      return lists.get(live)!;
    };
    return reportFindings(findings, documentOf, MOST_LISTED).map(finding => ({
      ...finding,
      file: pathOf(finding.file),
      related: finding.related.map(related => ({ ...related, file: pathOf(related.file) })),
      ...(finding.live && { live: shownLive(finding.live) }),
      ...(finding.fix && { fix: fixIn(finding.fix, pathOf(finding.file)) }),
    }));
  }
  /** A place in settings, which are named by absolute paths. */
  setting<T extends SettingPlace>(place: T): T {
    return { ...place, file: pathFrom(this.#io, '/', place.file) };
  }
}
interface FindingsIn extends Pick<State, 'root' | 'configuration'> {
  readonly workspace: Workspace;
}

/**
 * The effects of a change on the settings that judge it, for reports: hidden errors are findings that name the setting.
 */
function judgedReport({ judgement, former, trusted }: Judged, paths: ReportPaths, io: Io): JudgedReport {
  const hidden = new Map<ReportedFinding, { finding: Lint['findings'][number]; by: SettingPlace }>();
  for (const { root, side } of former) {
    const own = judgement.hidden.filter(one => one.side === side);
    for (const [, group] of groupsOf(own, ({ by }) => JSON.stringify(by))) {
      const { text, file, line } = paths.setting(group[0]!.by),
        findings = group.map(({ finding }) => finding);
      for (const finding of paths.findings({ ...side, root }, findings)) {
        const message = `${finding.message}; hidden by ${file}:${line} (${text})`,
          // findings that the current settings hide are not fixed
          { fix: _, ...shownOne } = finding;
        hidden.set({ ...shownOne, message }, { finding: printedFinding(finding), by: { text, file, line } });
      }
    }
  }
  return {
    hidden,
    unchecked: judgement.unchecked.map(({ path, by: { text, file, line }, live, side }) => ({
      file: pathFrom(io, '/', path),
      by: paths.setting({ text, file, line }),
      live: live.map(version => shownVersion(version, name => pathFrom(io, '/', side.pathOf(name)))),
    })),
    settings: judgement.settings.map(one => paths.setting(one)),
    because: judgement.because,
    trusted,
  };
}

/** One report over all workspaces, with paths relative to the working directory. */
export function reportOf(
  all: readonly LintedWorkspace[],
  io: Io,
  atLeast: Severity,
  countFixes: boolean,
  judged?: Judged,
): { readonly report: LintReport; readonly warnings: number } {
  const paths = new ReportPaths(io),
    outcomes = all.map(one => ({ ...one, checked: { ...one.checked, findings: causesOf(one.checked.findings) } }));
  const judging = judged && judgedReport(judged, paths, io);
  const findings: ReportedFinding[] = outcomes.flatMap(({ opened: { root, configuration }, workspace, checked }) => {
    const from = { root, configuration, workspace };
    if (checked.history) return paths.findings(from, checked.findings);
    return paths
      .findings(from, withPast(checked.findings, workspace))
      .map(one => (one.superseded ? { ...one, folded: true as const } : one));
  });
  const isSorted = outcomes.length === 1 && outcomes[0]!.opened.root === io.cwd;
  if (judging && judging.hidden.size > 0) {
    findings.push(...judging.hidden.keys());
    findings.sort(
      (a, b) =>
        compareTexts(a.file, b.file) ||
        a.range.start.line - b.range.start.line ||
        a.range.start.column - b.range.start.column ||
        compareTexts(a.rule, b.rule),
    );
  } else if (!isSorted) findings.sort((a, b) => compareTexts(a.file, b.file));
  const kept = findings.filter(({ severity }) => weight[severity] >= weight[atLeast]);
  const { errors, warnings, infos } = counts(findings),
    shownOf = counts(kept),
    belowLevel = errors + warnings + infos - shownOf.errors - shownOf.warnings - shownOf.infos;
  const sum = (of: (outcome: LintedWorkspace) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const suppressed = sum(({ checked }) => checked.suppressed.length),
    baselined = sum(({ checked }) => checked.baselined.length),
    accepted = sum(({ checked }) => checked.accepted),
    fixed = sum(outcome => outcome.fixed),
    stale = sum(({ checked }) => checked.stale.reduce((all, one) => all + one.count, 0)),
    superseded = kept.reduce((all, one) => all + (one.superseded ? (one.stands ?? 1) : 0), 0),
    hiddenLive = judging ? [...judging.hidden.keys()].filter(one => one.live).length : 0,
    live =
      hiddenLive +
      sum(({ checked }) => checked.findings.filter(one => one.live && weight[one.severity] >= weight[atLeast]).length);
  const summary: LintSummary = {
    files: sum(({ checked }) => checked.files.length),
    ...shownOf,
    ...(live > 0 && { live }),
    ...(superseded > 0 && { superseded }),
    ...(suppressed > 0 && { suppressed }),
    ...(baselined > 0 && { baselined }),
    ...(stale > 0 && { stale }),
    ...(accepted > 0 && { accepted }),
    ...(countFixes && { fixed }),
  };
  const policies = [
    ...outcomes.flatMap(({ opened }) => opened.configuration.policies),
    ...(judged?.former ?? []).flatMap(({ settings }) => settings.configuration.policies),
  ];
  return {
    report: {
      ...makeReport(kept, summary, policies, file => paths.documents.get(file)),
      lostNames: outcomes.flatMap(({ opened, checked }) =>
        checked.lostNames.map(one => lostNameOutput(one, file => pathFrom(io, opened.root, file))),
      ),
      ...(judging && { judged: judging }),
      ...(belowLevel > 0 && { belowLevel }),
    },
    warnings,
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
  const of = { error: 0, warning: 0, info: 0 };
  for (const { severity, folded, stands = 1 } of findings) if (!folded) of[severity] += stands;
  return { errors: of.error, warnings: of.warning, infos: of.info };
}
