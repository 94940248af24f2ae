import type { Document } from '../core/document.ts';
import type { ReportedFinding } from '../core/engine/report.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Lint } from '../core/generated/outputs.js';

/** The result of a `lint` run; every printer shows this and nothing else. */
export interface LintReport {
  /** Sorted by file, offset and rule, hidden ones too. Suppressed and baselined findings are left out. */
  readonly findings: readonly ReportedFinding[];
  readonly summary: LintSummary;
  readonly rules: ReadonlyMap<string, Rule>;
  /** The kind of fixes that the run has tried: those that remain are not offered again. */
  readonly triedFixes?: 'safe' | 'all';
  /** There is neither a configuration nor a baseline yet, so the run ends with a table of rules. */
  readonly isFirstRun?: boolean;
  /** Names in texts of things that the change renamed or removed; none if nothing is compared. */
  readonly lostNames?: Lint['lost_names'];
  /** Absent where nothing is compared. */
  readonly judgement?: JudgedReport;
  /** Why the run fails, beside errors and what the change does to its judge. */
  readonly reasons?: readonly string[];
  /** How many findings are only in superseded versions, if they are left out. */
  readonly onlyInPast?: number;
  /** The number of findings that are less severe than requested. */
  readonly belowLevel?: number;
  /** Whether only live versions are asked for, and none is known. */
  readonly hasNothingLive?: boolean;
  /** The number of files with findings, if not all findings are shown. */
  readonly filesFound?: number;
  /** The linted document of a finding or a related place, for code frames. `file` as in the findings. */
  documentOf(file: string): Document | undefined;
  /**
   * A pointer that selects items by identifying keys, so that it survives moved lines: `/nodes[id=greet]/instruction`.
   */
  stablePointerOf(finding: ReportedFinding): string;
}
/** What a change does to the settings that judge it. */
export interface JudgedReport {
  /** Findings that only the former settings show as errors, by their form in the report. */
  readonly hidden: ReadonlyMap<ReportedFinding, Lint['hidden'][number]>;
  readonly unchecked: readonly (Omit<Lint['unchecked'][number], 'live'> & { readonly live: readonly LiveVersion[] })[];
  readonly settings: Lint['settings'];
  /** Why it fails, beside errors. */
  readonly reasons: readonly string[];
  /** Whether only the settings of now judge, as the command line wants. */
  readonly isTrusted: boolean;
}
export type LintSummary = Lint['summary'];
export interface PrinterOptions {
  readonly colours: boolean;
  /** Width of the terminal in columns; Infinity off a terminal, where nothing is wrapped. */
  readonly columns: number;
  /** Whether many findings are shortened, because no format was requested. */
  readonly brief?: boolean;
  /** Whether to show everything known about each finding. */
  readonly verbose?: boolean;
  /** Whether to print only findings, without a summary. */
  readonly quiet?: boolean;
  /** Address of the folder with the pages of the rules, for links in a terminal. */
  readonly pages?: string | undefined;
  /** The version of Preflight. */
  readonly version: string;
}
/** Renders a report; ends with a line end unless it is empty. */
export type Printer = (report: LintReport, options: PrinterOptions) => string;

/** A value of `lint --format`: a file of `formats/`, which gives it its name. */
export interface ReportFormat {
  readonly print: Printer;
  /** Whether it has the findings that are history as well, and marks them; others fold them. */
  readonly keepsHistory?: boolean;
  /** Whether people read it directly, run after run. */
  readonly forPeople?: boolean;
  /** Whether its commands for a CI service are intended. */
  readonly ownCommands?: boolean;
}

/** The first line of its help, for a finding that is shown nowhere without it: which values are allowed. */
export const firstHelp = ({ rule, help }: ReportedFinding, { rules }: LintReport): string | undefined =>
  rules.get(rule)?.alwaysHelps ? help?.split('\n')[0] : undefined;

const weight = { error: 0, warning: 1, info: 2 } as const;

/**
 * For people: errors first, and within a severity live ones first; otherwise in order of files and places. What is
 * folded comes last.
 */
export const worstFirst = <T extends Pick<ReportedFinding, 'severity' | 'folded'> & { readonly live?: unknown }>(
  findings: readonly T[],
  isFolded = (item: T): boolean => item.folded === true,
): T[] =>
  [...findings].sort(
    (a, b) =>
      Number(isFolded(a)) - Number(isFolded(b)) ||
      weight[a.severity] - weight[b.severity] ||
      Number(b.live !== undefined) - Number(a.live !== undefined),
  );
