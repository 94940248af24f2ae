import type { Finding } from '../finding.ts';

/** The new findings that make `preflight ci` fail, the least strict choice first. */
const failings = ['errors', 'live-warnings', 'warnings'] as const;
export type Failing = (typeof failings)[number];

export const isStricter = (one: Failing, other: Failing): boolean => failings.indexOf(one) > failings.indexOf(other);

type Standing = Pick<Finding, 'severity' | 'live' | 'superseded'>;
export function failsBy(failing: Failing, { severity, live = [], superseded }: Standing): boolean {
  if (superseded) return false;
  if (severity !== 'warning') return severity === 'error';
  return failing === 'warnings' || (failing === 'live-warnings' && live.length > 0);
}
