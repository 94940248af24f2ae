import { compactLine } from '../compact-line.ts';
import type { ReportFormat, Printer } from '../report.ts';

/** One line a finding. */
const compact: Printer = report => report.findings.map(finding => `${compactLine(finding)}\n`).join('');

export default { print: compact, forPeople: true } satisfies ReportFormat;
