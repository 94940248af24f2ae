import type { Severity } from '../core/finding.ts';
import { count } from '../core/wording.ts';
import type { LintReport } from './report.ts';

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * A line for each rule: the numbers of findings, of files, and of findings that --fix fixes; worst and most frequent
 * rules first.
 * @param limit the maximum number of listed rules
 */
export function statistics({ findings }: LintReport, limit = Infinity): readonly string[] {
  const byRule = new Map<string, { severity: Severity; findings: number; files: Set<string>; fixableCount: number }>();
  for (const { rule, severity, file, fix, stands = 1 } of findings) {
    const sums = byRule.get(rule) ?? { severity, findings: 0, files: new Set<string>(), fixableCount: 0 };
    byRule.set(rule, {
      severity: weight[severity] < weight[sums.severity] ? severity : sums.severity,
      findings: sums.findings + stands,
      files: sums.files.add(file),
      fixableCount: sums.fixableCount + (fix?.safe ? 1 : 0),
    });
  }
  const rows = [...byRule]
    .sort(([a, x], [b, y]) => weight[x.severity] - weight[y.severity] || y.findings - x.findings || (a < b ? -1 : 1))
    .map(
      ([rule, { severity, findings, files, fixableCount }]) =>
        [
          String(findings),
          severity,
          rule,
          `in ${count(files.size, 'file')}${fixableCount > 0 ? `, ${fixableCount} fixable` : ''}`,
        ] as const,
    );
  const width = (column: 0 | 1 | 2): number => Math.max(...rows.map(row => row[column].length));
  const lines = rows.map(
    ([findings, severity, rule, whereText]) =>
      `  ${findings.padStart(width(0))}  ${severity.padEnd(width(1))}  ${rule.padEnd(width(2))}  ${whereText}`,
  );
  // a single remaining rule is listed, because a line with the count would be as long
  return lines.length > limit + 1
    ? [...lines.slice(0, limit), `  and ${lines.length - limit} more rules (--statistics)`]
    : lines;
}
