import type { Printer, ReportFormat } from '../report.ts';
import type { ReportedFinding } from '../../core/engine/report.ts';
import { withUnchecked } from '../judged.ts';
import { printable } from '../printable.ts';

/** One line per finding. */
const compact: Printer = report =>
  withUnchecked(report)
    .findings.map(finding => `${compactLine(finding)}\n`)
    .join('');

export default { print: compact, forPeople: true } satisfies ReportFormat;

/** `file:line:col: severity message [rule]`, for editors and `grep`; without a line end. */
export const compactLine = ({ file, range: { start }, severity, message, rule }: ReportedFinding): string =>
  `${printable(file)}:${start.line}:${start.column}: ${severity} ${printable(message)} [${rule}]`;
