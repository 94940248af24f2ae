import { liveInWords } from '../core/domain/live-places.ts';
import type { ReportedFinding } from '../core/engine/report.ts';
import { firstLines } from '../core/wording.ts';
import type { JudgedReport, LintReport } from './report.ts';

/** The maximum number of lines; further lines are counted. */
const MAX_LINES = 20;

/**
 * The effects of altered settings on what is checked, one line each: files that are no longer checked, and the
 * settings.
 */
export function judgedLines(judgement: JudgedReport | undefined): readonly string[] {
  if (!judgement) return [];
  const { unchecked, settings, isTrusted } = judgement;
  const files = unchecked.map(
      ({ file, by, live: liveVersions }) =>
        `no longer checked: ${file} (${by.file}:${by.line} ${by.text})` +
        (liveVersions.length > 0 ? `, ${liveInWords(liveVersions)}` : ''),
    ),
    settingLines = settings.map(({ text, file, line, effect }) => `settings: ${file}:${line} ${text}: ${effect}`);
  return [
    ...(isTrusted ? ['judged by the new settings alone (--trust-settings)'] : []),
    ...firstLines(files, MAX_LINES, 'files that are no longer checked'),
    ...firstLines(settingLines, MAX_LINES, 'altered settings'),
  ];
}

/** Advice if a change fails because it loosens the settings that judge it; otherwise empty. */
export function wayOut(judgement: JudgedReport | undefined): readonly string[] {
  if (!judgement || judgement.reasons.length === 0) return [];
  // the file itself has lost its records, so no setting is the cause
  const isOwnFault = judgement.hidden.size === 0 && judgement.unchecked.every(({ file, by }) => by.file === file);
  if (isOwnFault) return ['restore the records of the file, or delete it'];
  const alternatives = 'alter the settings in a separate change, or run with --trust-settings';
  return [judgement.hidden.size > 0 ? `accept it with a reason (preflight suppress), ${alternatives}` : alternatives];
}

/**
 * A finding for each file that is no longer checked: an error at the setting that excludes the file if callers are
 * served by it, a warning if the file itself no longer contains a record.
 */
export const uncheckedFindings = (judgement: JudgedReport | undefined): readonly ReportedFinding[] =>
  (judgement?.unchecked ?? []).flatMap(({ file, by, live: liveVersions }): ReportedFinding[] => {
    const isFailing = liveVersions.length > 0 && judgement!.reasons.length > 0;
    if (!isFailing && by.file !== file) return [];
    const start = { line: by.line, column: 1 };
    return [
      {
        rule: 'unchecked',
        severity: isFailing ? 'error' : 'warning',
        file: by.file,
        pointer: '',
        // one setting may exclude several files, each of which is a finding
        formerly: file,
        range: { start, end: start },
        message: `no longer checked: ${file} (${by.text})`,
        related: [],
        ...(liveVersions.length > 0 && { live: liveVersions }),
      },
    ];
  });

/** Adds the files that are no longer checked, for formats that print only findings. */
export function withUnchecked(report: LintReport): LintReport {
  const findings = uncheckedFindings(report.judgement);
  return findings.length === 0 ? report : { ...report, findings: [...findings, ...report.findings] };
}
