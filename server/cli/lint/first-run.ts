import type { LintReport } from '../../printers/report.ts';
import { statistics } from '../../printers/statistics.ts';

/** What to do first, for a repository that has neither a configuration nor a baseline. */
export function firstRun(report: LintReport): string {
  if (report.findings.length === 0) return '';
  return `
By rule
${statistics(report)}
There is no configuration and no baseline here yet. Next steps:
  preflight explain RULE           what a rule reports and why, with examples
  preflight lint --fix             apply the safe fixes (--fix --diff shows them first)
  preflight init                   create a configuration
  preflight lint --write-baseline  accept the current findings, so that only new ones fail
`;
}
