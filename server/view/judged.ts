import { liveInWords } from '../core/domain/live-places.ts';
import { firstFew } from '../core/wording.ts';
import type { JudgedReport, LintReport } from './report.ts';

/** Lines that are listed; beyond these only their number is. */
const MOST = 20;

/** What a change does to its own judge, one line each: files that are no longer checked, and settings. */
export function judgedLines(judged: JudgedReport | undefined): readonly string[] {
  if (!judged) return [];
  const { unchecked, settings, trusted } = judged;
  const files = unchecked.map(
      ({ file, by, live }) =>
        `no longer checked: ${file} (${by.file}:${by.line} ${by.text})` +
        (live.length > 0 ? `, ${liveInWords(live)}` : ''),
    ),
    altered = settings.map(({ text, file, line, effect }) => `settings: ${file}:${line} ${text}: ${effect}`);
  return [
    ...(trusted ? ['judged by the new settings alone (--trust-settings)'] : []),
    ...firstFew(files, MOST, 'files that are no longer checked'),
    ...firstFew(altered, MOST, 'altered settings'),
  ];
}

/** What to do where a change fails for what it does to its own judge; empty if it does not. */
export function wayOut(judged: JudgedReport | undefined): readonly string[] {
  if (!judged || judged.because.length === 0) return [];
  const others = 'alter the settings in a change of their own, or run with --trust-settings';
  return [judged.hidden.size > 0 ? `accept it with a reason (preflight suppress), ${others}` : others];
}

/**
 * The report with a finding for each file that callers are served by and nobody checks any more, at the setting that says
 * so: for formats that know only findings.
 */
export function withUnchecked(report: LintReport): LintReport {
  const { judged, findings } = report,
    failing = (judged?.because.length ? judged.unchecked : []).filter(({ live }) => live.length > 0);
  if (failing.length === 0) return report;
  const reported = failing.map(({ file, by, live }) => {
    const start = { line: by.line, column: 1 };
    return {
      rule: 'unchecked',
      severity: 'error' as const,
      file: by.file,
      pointer: '',
      // two files that one setting leaves out are two findings
      formerly: file,
      range: { start, end: start },
      message: `no longer checked: ${file} (${by.text})`,
      related: [],
      live,
    };
  });
  return { ...report, findings: [...reported, ...findings] };
}
