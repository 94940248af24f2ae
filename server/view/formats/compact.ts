import { firstHelp, type LintReport, type Printer, type ReportFormat } from '../report.ts';
import type { ReportedFinding } from '../../core/engine/report.ts';
import { withUnchecked } from '../judged.ts';
import { printable } from '../printable.ts';

/** Prints one line for each finding. */
const compact: Printer = report =>
  withUnchecked(report)
    .findings.map(finding => `${compactLine(finding, report)}\n`)
    .join('');

export default { print: compact, forPeople: true } satisfies ReportFormat;

/**
 * The line of a finding, which editors and `grep` can parse, without a line end: `file:line:col: severity message
 * [rule]`.
 */
export function compactLine(finding: ReportedFinding, report: LintReport): string {
  const { file, range, severity, message, rule } = finding,
    // the list of allowed values is left out if there is a suggestion
    help = finding.fix || finding.draftFix !== undefined ? undefined : firstHelp(finding, report),
    text = help === undefined ? message : `${message}; ${help}`;
  return `${printable(file)}:${range.start.line}:${range.start.column}: ${severity} ${printable(text)} [${rule}]`;
}
