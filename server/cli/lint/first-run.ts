import type { LintReport } from '../../printers/report.ts';
import { statistics } from '../../printers/statistics.ts';

/** What to do first, for a repository that has neither a configuration nor a baseline. */
export function firstRun(report: LintReport): string {
  if (report.findings.length === 0) return '';
  return `
By rule
${statistics(report)}
This is a first run: there is neither a configuration nor a baseline here.
  preflight explain RULE           why a rule exists, with examples
  preflight lint --fix             makes the safe fixes (--diff shows them first)
  preflight init                   writes a configuration
  preflight lint --write-baseline  accepts what is there now, so that only new findings fail
`;
}
