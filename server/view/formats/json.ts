import { jsonText } from '../../core/json/json.ts';
import type { ReportedFinding } from '../../core/engine/report.ts';
import { maskSecrets } from '../../core/secrets.ts';
import type { Lint } from '../../core/generated/outputs.js';
import type { JudgedReport, LintReport, ReportFormat } from '../report.ts';

/**
 * The result of `lint` for scripts, as described by `schemas/outputs/lint.json`; `version` rises when a key changes or
 * is removed.
 */
export function lintOutput({ findings, summary, judgement, lostNames = [] }: LintReport): Lint {
  const hiddenFindings = findings.flatMap(finding => judgement?.hidden.get(finding) ?? []);
  return {
    version: 1,
    findings: findings.filter(finding => !judgement?.hidden.has(finding)).map(printedFinding),
    hidden: hiddenFindings,
    unchecked: judgement?.unchecked ?? [],
    lost_names: lostNames,
    settings: judgement?.settings ?? [],
    ...(judgement?.isTrusted && { trusted: true }),
    summary: judgement ? withoutHidden(summary, judgement) : summary,
  };
}

function withoutHidden({ live: liveCount = 0, ...summary }: Lint['summary'], judgement: JudgedReport): Lint['summary'] {
  const hiddenFindings = [...judgement.hidden.keys()],
    errors = hiddenFindings.reduce((sum, { stands = 1 }) => sum + stands, 0),
    remainingLive = liveCount - hiddenFindings.filter(finding => finding.live).length;
  return { ...summary, errors: summary.errors - errors, ...(remainingLive > 0 && { live: remainingLive }) };
}

export const printedFinding = ({
  rule,
  severity,
  file,
  pointer,
  range,
  message,
  help,
  related,
  live: liveVersions,
  superseded,
  count,
  fix,
  draftFix,
}: ReportedFinding): Lint['findings'][number] => ({
  rule,
  severity,
  file,
  pointer: maskSecrets(pointer),
  range,
  message,
  ...(help !== undefined && { help }),
  related: related.map(r => ({ file: r.file, pointer: maskSecrets(r.pointer), range: r.range, message: r.message })),
  ...(liveVersions && { live: liveVersions }),
  ...(superseded && { superseded }),
  ...(count !== undefined && { count }),
  ...(fix && { fix: { title: fix.title, safe: fix.safe, edits: fix.edits } }),
  ...(draftFix !== undefined && { needs_draft: true }),
});

export default {
  print: report => jsonText(lintOutput(report)),
  keepsHistory: true,
} satisfies ReportFormat;
