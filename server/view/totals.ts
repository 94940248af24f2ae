import { count, listed } from '../core/wording.ts';
import { isConfigurationFile } from '../core/settings-files.ts';
import type { LintReport } from './report.ts';
import type { Severity } from '../core/finding.ts';

/**
 * The totals of a run: `2 errors and 1 warning in 2 files, 1 of them live, 12 checked`, or `12 files checked, nothing
 * found`. The configuration does not count as a checked file, so it is named separately.
 */
export function totals({ summary, findings, filesFound }: LintReport): string {
  const { files, errors, warnings, infos, live = 0 } = summary;
  const parts = [
    [errors, 'error'],
    [warnings, 'warning'],
    [infos, 'info'],
  ] as const;
  const texts = parts.filter(([n]) => n > 0).map(([n, word]) => count(n, word));
  if (texts.length === 0) return `${count(files, 'file')} checked, nothing found`;
  const inFiles = filesFound ?? filesIn(findings),
    isInSettings = findings.some(({ file }) => isConfigurationFile(file));
  const scopeText = [inFiles > 0 && count(inFiles, 'file'), isInSettings && 'the configuration']
    .filter(Boolean)
    .join(' and ');
  return `${listed(texts, 'and')} in ${scopeText}${live > 0 ? `, ${live} of them live` : ''}${files > 0 ? `, ${files} checked` : ''}`;
}

/**
 * The numbers of findings that are left out or fixed: `1 suppressed, 3 in the baseline, 1 break accepted, 2 fixed`;
 * undefined if there are none.
 */
export function addedText({ summary, onlyInPast = 0, belowLevel = 0, hasNothingLive }: LintReport): string | undefined {
  const { suppressed = 0, baselined = 0, stale = 0, accepted = 0, fixed = 0 } = summary;
  const parts = [
    hasNothingLive && 'nothing is known to be live: no live tag and no phone number selects a version',
    belowLevel > 0 && `${belowLevel} less severe, which --severity hides`,
    onlyInPast > 0 && `${onlyInPast} only in superseded versions, which lint --history shows`,
    suppressed > 0 && `${suppressed} suppressed`,
    baselined > 0 && `${baselined} in the baseline`,
    stale > 0 && `${stale} stale in the baseline`,
    accepted > 0 && `${count(accepted, 'break')} accepted`,
    fixed > 0 && `${fixed} fixed`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** The number of files with findings, except the configuration. */
export const filesIn = (findings: LintReport['findings']): number =>
  new Set(findings.map(({ file }) => file).filter(file => !isConfigurationFile(file))).size;

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
