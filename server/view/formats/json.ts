import { jsonText } from '../../core/json/json.ts';
import type { Lint } from '../../core/generated/outputs.js';
import type { ReportFormat, LintReport } from '../report.ts';

/**
 * The contract with scripts, described by `schemas/outputs/lint.json`; `version` rises when a key changes or is
 * removed.
 */
export const lintOutput = ({ findings, summary }: LintReport): Lint => ({
  version: 1,
  findings: findings.map(({ rule, severity, file, pointer, range, message, help, related, live, count, fix }) => ({
    rule,
    severity,
    file,
    pointer,
    range,
    message,
    ...(help !== undefined && { help }),
    related: related.map(r => ({ file: r.file, pointer: r.pointer, range: r.range, message: r.message })),
    ...(live && { live }),
    ...(count !== undefined && { count }),
    ...(fix && { fix: { title: fix.title, safe: fix.safe } }),
  })),
  summary,
});

export default {
  print: report => jsonText(lintOutput(report)),
} satisfies ReportFormat;
