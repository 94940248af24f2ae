import type { Severity } from '../../core/finding.ts';
import { count } from '../../core/words.ts';
import type { LintReport } from '../../printers/report.ts';

const weight: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/**
 * What to do first, for a repository that has neither a configuration nor a baseline: which rules the findings come
 * from, and how to begin.
 */
export function firstRun({ findings, rules }: LintReport): string {
  if (findings.length === 0) return '';
  const byRule = new Map<string, { severity: Severity; findings: number; files: Set<string>; fixable: number }>();
  for (const { rule, severity, file, fix, stands = 1 } of findings) {
    const known = byRule.get(rule) ?? { severity, findings: 0, files: new Set<string>(), fixable: 0 };
    byRule.set(rule, {
      severity: weight[severity] < weight[known.severity] ? severity : known.severity,
      findings: known.findings + stands,
      files: known.files.add(file),
      fixable: known.fixable + (fix?.safe ? 1 : 0),
    });
  }
  const rows = [...byRule]
    .sort(([a, x], [b, y]) => weight[x.severity] - weight[y.severity] || y.findings - x.findings || (a < b ? -1 : 1))
    .map(
      ([rule, { severity, findings, files, fixable }]) =>
        [
          severity,
          rule,
          `${count(findings, 'finding')} in ${count(files.size, 'file')}${fixable > 0 ? `, ${fixable} with a safe fix` : ''}`,
          rules.get(rule)?.summary ?? '',
        ] as const,
    );
  const width = (column: 0 | 1 | 2): number => Math.max(...rows.map(row => row[column].length));
  const lines = rows.map(
    ([severity, rule, counts]) => `  ${severity.padEnd(width(0))}  ${rule.padEnd(width(1))}  ${counts}`,
  );
  return `
By rule
${lines.join('\n')}

This is a first run: there is neither a configuration nor a baseline here.
  preflight explain RULE           why a rule exists, with examples
  preflight lint --fix             makes the safe fixes (--diff shows them first)
  preflight init                   writes a configuration
  preflight lint --write-baseline  accepts what is there now, so that only new findings fail
`;
}
