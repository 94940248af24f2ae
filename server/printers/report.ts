import type { Document } from '../core/document.ts';
import type { ReportedFinding } from '../core/engine/report.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Lint } from '../core/generated/outputs.js';

/** What a run of `lint` found; every printer shows this and nothing else. */
export interface LintReport {
  /** Sorted by file, offset and rule. Suppressed and baselined findings are left out. */
  readonly findings: readonly ReportedFinding[];
  readonly summary: LintSummary;
  readonly rules: ReadonlyMap<string, Rule>;
  /** The run ends with a table of rules of its own: there is neither a configuration nor a baseline yet. */
  readonly firstRun?: boolean;
  /** In how many files something was found, where not all of that is shown. */
  readonly filesFound?: number;
  /** The document that a finding or a related place names, as it was linted: for code frames. `file` as in the findings. */
  documentOf(file: string): Document | undefined;
  /** A pointer that selects items by their identifying keys, so that it survives moved lines: `/nodes[id=greet]/instruction`. */
  stablePointerOf(finding: ReportedFinding): string;
}
export type LintSummary = Lint['summary'];
export interface PrinterOptions {
  readonly colours: boolean;
  /** Width of the terminal in columns; Infinity where there is none, and nothing is wrapped. */
  readonly columns: number;
  /** Whether many findings are shown in short: nobody has asked for a format. */
  readonly brief?: boolean;
  /** Whether all is told that is known of each finding. */
  readonly verbose?: boolean;
  /** Whether there is nothing but findings: no summary. */
  readonly quiet?: boolean;
  /** Address of the page with all rules, for the links of a terminal. */
  readonly pages?: string | undefined;
  /** The version of Preflight. */
  readonly version: string;
}
/** Renders a report; ends with a line end unless it is empty. */
export type Printer = (report: LintReport, options: PrinterOptions) => string;

/** A value of `lint --format`: one file of `formats/`, whose name it has. */
export interface ReportFormat {
  readonly print: Printer;
  /** Whether people read it as it comes, run after run. */
  readonly forPeople?: boolean;
  /** Whether lines that command a CI service are meant as such. */
  readonly ownCommands?: boolean;
}

const weight = { error: 0, warning: 1, info: 2 } as const;

/** For people: errors first, of each severity what callers meet before the rest, else the order of files and places. */
export const worstFirst = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  [...findings].sort(
    (a, b) => weight[a.severity] - weight[b.severity] || Number(b.live !== undefined) - Number(a.live !== undefined),
  );
