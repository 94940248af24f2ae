import { createHash } from 'node:crypto';
import type { ReportedFinding } from '../core/engine/report.ts';
import type { LintReport } from './report.ts';

/**
 * An identifier for each finding, made of rule, file and stable pointer, so that a service recognizes the finding after
 * lines have moved. Equal identifiers are numbered. The identifier contains the first name of a renamed rule, so that
 * the service does not report its findings as new.
 */
export function fingerprints(report: LintReport): ReadonlyMap<ReportedFinding, string> {
  const counts = new Map<string, number>();
  return new Map(
    report.findings.map(finding => {
      const hash = createHash('sha256')
        .update(JSON.stringify([firstNameOf(finding.rule, report), finding.file, report.stablePointerOf(finding)]))
        .digest('hex')
        .slice(0, 32);
      const n = (counts.get(hash) ?? 0) + 1;
      counts.set(hash, n);
      return [finding, n === 1 ? hash : `${hash}:${n}`];
    }),
  );
}

const firstNameOf = (rule: string, { rules }: LintReport): string => rules.get(rule)?.aliases?.[0] ?? rule;
