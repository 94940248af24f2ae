import type { LintSummary, Format, Printer } from '../report.ts';

/** The contract with scripts, described by `schemas/outputs/lint.json`; `version` rises when a key changes or goes. */
const json: Printer = report =>
  `${JSON.stringify(
    {
      version: 1,
      findings: report.findings.map(
        ({ rule, severity, file, pointer, range, message, help, related, live, count, fix }) => ({
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
        }),
      ),
      summary: summaryOf(report.summary),
    },
    undefined,
    2,
  )}\n`;

function summaryOf({
  files,
  errors,
  warnings,
  infos,
  live,
  suppressed,
  baselined,
  stale,
  accepted,
  fixed,
}: LintSummary): LintSummary {
  return {
    files,
    errors,
    warnings,
    infos,
    ...(live !== undefined && { live }),
    ...(suppressed !== undefined && { suppressed }),
    ...(baselined !== undefined && { baselined }),
    ...(stale !== undefined && { stale }),
    ...(accepted !== undefined && { accepted }),
    ...(fixed !== undefined && { fixed }),
  };
}

export default { print: json } satisfies Format;
