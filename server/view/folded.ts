import type { Severity } from '../core/finding.ts';
import { listed } from '../core/wording.ts';
import type { LintReport } from './report.ts';

/**
 * Removes findings that only superseded versions have. Findings of newer versions list the superseded versions with
 * the same finding.
 */
export function foldReport(report: LintReport): LintReport {
  if (!report.findings.some(finding => finding.folded || finding.isRepeated)) return report;
  const findings = report.findings.flatMap(({ alsoIn, ...finding }) => {
    if (finding.folded || finding.isRepeated) return [];
    return alsoIn ? { ...finding, message: `${finding.message} (and in ${versionsInWords(alsoIn)})` } : finding;
  });
  return { ...report, findings, summary: withoutRepeated(report), onlyInPast: onlyInPast(report) };
}

/** The summary without repeated findings, because they are not listed. */
function withoutRepeated({ findings, summary }: LintReport): LintReport['summary'] {
  const repeatedFindings = findings.filter(finding => finding.isRepeated && !finding.folded),
    countOf = (severity: Severity): number =>
      repeatedFindings.reduce((sum, finding) => sum + (finding.severity === severity ? (finding.stands ?? 1) : 0), 0);
  const { errors, warnings, infos, live = 0 } = summary,
    liveCount = live - repeatedFindings.reduce((sum, { live, stands = 1 }) => sum + (live ? stands : 0), 0);
  return {
    ...summary,
    ...(live > 0 && { live: liveCount }),
    errors: errors - countOf('error'),
    warnings: warnings - countOf('warning'),
    infos: infos - countOf('info'),
  };
}

const onlyInPast = ({ findings }: LintReport): number =>
  findings.reduce((sum, finding) => sum + (finding.folded && !finding.isRepeated ? (finding.stands ?? 1) : 0), 0);

/** Version numbers in words: `version 2`, `versions 0–3 and 5`. */
function versionsInWords(versions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    if (run && run[1] === version - 1) run[1] = version;
    else runs.push([version, version]);
  }
  const ranges = runs.flatMap(([start, end]) =>
    end - start > 1 ? `${start}–${end}` : [...new Set([start, end])].map(String),
  );
  return `version${versions.length === 1 ? '' : 's'} ${listed(ranges, 'and')}`;
}
