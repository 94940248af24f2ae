import { createHash } from 'node:crypto';
import type { ReportedFinding } from '../core/engine/report.ts';
import type { LintReport } from './report.ts';

/**
 * A name for each finding that stays the same when lines move, so that a service knows it again: made of rule, file and stable pointer.
 * Of equal ones the second is told apart by its number. A renamed rule goes by its first name, so that nothing is new to the service.
 */
export function fingerprints(report: LintReport): ReadonlyMap<ReportedFinding, string> {
  const seen = new Map<string, number>();
  return new Map(
    report.findings.map(finding => {
      const hash = createHash('sha256')
        .update(JSON.stringify([firstNameOf(finding.rule, report), finding.file, report.stablePointerOf(finding)]))
        .digest('hex')
        .slice(0, 32);
      const n = (seen.get(hash) ?? 0) + 1;
      seen.set(hash, n);
      return [finding, n === 1 ? hash : `${hash}:${n}`];
    }),
  );
}

const firstNameOf = (rule: string, { rules }: LintReport): string => rules.get(rule)?.aliases?.[0] ?? rule;
