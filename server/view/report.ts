import type { Document } from '../core/document.ts';
import type { ReportedFinding } from '../core/engine/report.ts';
import type { LiveVersion } from '../core/finding.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Lint } from '../core/generated/outputs.js';
import { createHash } from 'node:crypto';

/** The result of a `lint` run; every printer shows this and nothing else. */
export interface LintReport {
  /** Sorted by file, offset and rule, including hidden findings. Suppressed and baselined findings are left out. */
  readonly findings: readonly ReportedFinding[];
  readonly summary: LintSummary;
  readonly rules: ReadonlyMap<string, Rule>;
  /** The kind of fixes that the run tried; remaining fixes of this kind are not offered again. */
  readonly triedFixes?: 'safe' | 'all';
  /** Whether there is no configuration and no baseline yet, so that the output ends with a table of rules. */
  readonly isFirstRun?: boolean;
  /** The names of renamed or removed things that texts still contain; absent without a comparison. */
  readonly lostNames?: Lint['lost_names'];
  /** The effects of altered settings; absent without a comparison. */
  readonly judgement?: JudgedReport;
  /** The reasons why the run fails, apart from errors and altered settings. */
  readonly reasons?: readonly string[];
  /** The number of findings that only superseded versions have, if these findings are left out. */
  readonly onlyInPast?: number;
  /** The number of findings that are less severe than requested. */
  readonly belowLevel?: number;
  /** Whether only live versions are requested, and no live version is known. */
  readonly hasNothingLive?: boolean;
  /** The number of files with findings, if not all findings are shown. */
  readonly filesFound?: number;
  /**
   * Returns the linted document of a finding or a related place, for code frames.
   * @param file the file as named in the findings
   */
  documentOf(file: string): Document | undefined;
  /**
   * A pointer that selects items by identifying keys, so that it survives moved lines: `/nodes[id=greet]/instruction`.
   */
  stablePointerOf(finding: ReportedFinding): string;
}
/** The effects of altered settings on what is checked. */
export interface JudgedReport {
  /**
   * Findings that are errors only by the former settings, in their published form, keyed by the finding in the report.
   */
  readonly hidden: ReadonlyMap<ReportedFinding, Lint['hidden'][number]>;
  readonly unchecked: readonly (Omit<Lint['unchecked'][number], 'live'> & { readonly live: readonly LiveVersion[] })[];
  readonly settings: Lint['settings'];
  /** The reasons why the change fails, apart from errors. */
  readonly reasons: readonly string[];
  /** Whether only the current settings apply, as requested on the command line. */
  readonly isTrusted: boolean;
}
export type LintSummary = Lint['summary'];
export interface PrinterOptions {
  readonly colours: boolean;
  /** The width of the terminal in columns; Infinity if the output is not a terminal, so that nothing is wrapped. */
  readonly columns: number;
  /** Whether many findings are reduced to the worst, because no format was requested. */
  readonly brief?: boolean;
  /** Whether to show everything known about each finding. */
  readonly verbose?: boolean;
  /** Whether to print only findings, without a summary. */
  readonly quiet?: boolean;
  /** Address of the folder with the pages of the rules, for links in a terminal. */
  readonly pagesUrl?: string | undefined;
  /** The version of Preflight. */
  readonly version: string;
}
/** Prints a report. The text ends with a line end unless it is empty. */
export type Printer = (report: LintReport, options: PrinterOptions) => string;

/** A format of `lint --format`, named like its file in `formats/`. */
export interface ReportFormat {
  readonly print: Printer;
  /**
   * Whether the format also shows findings in superseded versions, marked as such; other formats fold these findings.
   */
  readonly keepsHistory?: boolean;
  /** Whether the format is for people. */
  readonly forPeople?: boolean;
  /** Whether the output consists of commands for a CI service. */
  readonly ownCommands?: boolean;
}

/** The first line of a rule's help, such as the allowed values, for a finding whose help is shown nowhere else. */
export const firstHelp = ({ rule, help }: ReportedFinding, { rules }: LintReport): string | undefined =>
  rules.get(rule)?.alwaysHelps ? help?.split('\n')[0] : undefined;

const weight = { error: 0, warning: 1, info: 2 } as const;

/**
 * Sorts findings for people: errors first, within a severity live findings first, otherwise in their order. Folded
 * findings come last.
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

/**
 * An identifier for each finding, made of rule, file and stable pointer, so that a service recognizes the finding after
 * lines have moved. Equal identifiers are numbered. The identifier contains the first name of a renamed rule, so that
 * the service does not report its findings as new.
 */
export function fingerprints(report: LintReport): ReadonlyMap<ReportedFinding, string> {
  const counts = new Map<string, number>();
  return new Map(
    report.findings.map(finding => {
      const hash = createHash('sha256')
        .update(JSON.stringify([firstNameOf(finding.rule, report), finding.file, report.stablePointerOf(finding)]))
        .digest('hex')
        .slice(0, 32);
      const n = (counts.get(hash) ?? 0) + 1;
      counts.set(hash, n);
      return [finding, n === 1 ? hash : `${hash}:${n}`];
    }),
  );
}

const firstNameOf = (rule: string, { rules }: LintReport): string => rules.get(rule)?.aliases?.[0] ?? rule;
