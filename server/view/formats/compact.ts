import { firstHelp, type LintReport, type Printer, type ReportFormat } from '../report.ts';
import type { ReportedFinding } from '../../core/engine/report.ts';
import { withUnchecked } from '../judged.ts';
import { printable } from '../printable.ts';

/** One line per finding. */
const compact: Printer = report =>
  withUnchecked(report)
    .findings.map(finding => `${compactLine(finding, report)}\n`)
    .join('');

export default { print: compact, forPeople: true } satisfies ReportFormat;

/** `file:line:col: severity message [rule]`, for editors and `grep`; without a line end. */
export function compactLine(finding: ReportedFinding, report: LintReport): string {
  const { file, range, severity, message, rule } = finding,
    // the list of values is left out beside a suggestion
    help = finding.fix || finding.draftFix !== undefined ? undefined : firstHelp(finding, report),
    text = help === undefined ? message : `${message}; ${help}`;
  return `${printable(file)}:${range.start.line}:${range.start.column}: ${severity} ${printable(text)} [${rule}]`;
}
