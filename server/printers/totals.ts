import { count, listed } from '../core/words.ts';
import type { LintReport, LintSummary } from './report.ts';

/** `2 errors and 1 warning in 12 files, 1 of them live`, or `12 files checked, nothing found`. */
export function totals({ summary }: LintReport): string {
  const { files, errors, warnings, infos, live = 0 } = summary;
  const parts = [
    [errors, 'error'],
    [warnings, 'warning'],
    [infos, 'info'],
  ] as const;
  const found = parts.filter(([n]) => n > 0).map(([n, word]) => count(n, word));
  return found.length === 0
    ? `${count(files, 'file')} checked, nothing found`
    : `${listed(found, 'and')} in ${count(files, 'file')}${live > 0 ? `, ${live} of them live` : ''}`;
}

/** What was left out or mended, `undefined` if nothing was: `1 suppressed, 3 in the baseline, 1 break accepted, 2 fixed`. */
export function besides(summary: LintSummary): string | undefined {
  const { suppressed = 0, baselined = 0, stale = 0, accepted = 0, fixed = 0 } = summary;
  const parts = [
    suppressed > 0 && `${suppressed} suppressed`,
    baselined > 0 && `${baselined} in the baseline`,
    stale > 0 && `${stale} stale in the baseline`,
    accepted > 0 && `${count(accepted, 'break')} accepted`,
    fixed > 0 && `${fixed} fixed`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

/** How often each rule was broken, most often first. */
export function byRule(report: LintReport): readonly (readonly [rule: string, findings: number])[] {
  const counts = new Map<string, number>();
  for (const { rule, stands = 1 } of report.findings) counts.set(rule, (counts.get(rule) ?? 0) + stands);
  return [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
}
