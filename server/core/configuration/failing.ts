import type { Finding } from '../finding.ts';

/** The new findings that make `preflight ci` fail, the least strict choice first. */
const failings = ['errors', 'live-warnings', 'warnings'] as const;
export type FailureLevel = (typeof failings)[number];

export const isStricter = (level: FailureLevel, name: FailureLevel): boolean =>
  failings.indexOf(level) > failings.indexOf(name);

type FindingStanding = Pick<Finding, 'severity' | 'live' | 'superseded'>;
export function failsBy(level: FailureLevel, { severity, live = [], superseded }: FindingStanding): boolean {
  if (superseded) return false;
  if (severity !== 'warning') return severity === 'error';
  return level === 'warnings' || (level === 'live-warnings' && live.length > 0);
}
