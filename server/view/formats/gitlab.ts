import { type ReportFormat, type Printer, fingerprints } from '../report.ts';
import { withUnchecked } from '../judged.ts';

const severities = { error: 'major', warning: 'minor', info: 'info' } as const;

/** Prints a code quality report for GitLab. */
const gitlab: Printer = plainReport => {
  const report = withUnchecked(plainReport);
  const names = fingerprints(report);
  return `${JSON.stringify(
    report.findings.map(finding => ({
      description:
        finding.help === undefined ? finding.message : `${finding.message}; ${finding.help.replaceAll('\n', '; ')}`,
      check_name: finding.rule,
      fingerprint: names.get(finding),
      severity: severities[finding.severity],
      location: { path: finding.file, lines: { begin: finding.range.start.line, end: finding.range.end.line } },
    })),
    undefined,
    2,
  )}\n`;
};

export default { print: gitlab } satisfies ReportFormat;
