import type { ReportedFinding } from '../core/engine/report.ts';

const weight = { error: 0, warning: 1, info: 2 } as const;

/** For people: errors first, of each severity what callers meet before the rest, else the order of files and places. */
export const worstFirst = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  [...findings].sort(
    (a, b) => weight[a.severity] - weight[b.severity] || Number(b.live !== undefined) - Number(a.live !== undefined),
  );
