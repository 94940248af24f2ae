import { Document } from '../core/document.ts';
import { reportFindings } from '../core/engine/report.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import type { LintReport, LintSummary, PrinterOptions } from '../view/report.ts';

/** A report of handmade findings in handmade texts, for tests of printers. */
export function reportOf(
  files: Readonly<Record<string, string>>,
  findings: readonly Partial<Finding>[],
  rules: readonly Rule[] = [],
  summary: Partial<LintSummary> = {},
): LintReport {
  const documents = new Map(Object.entries(files).map(([file, text]) => [file, new Document(file, text)]));
  const [first = ''] = documents.keys();
  const allFindings = reportFindings(
    findings.map(finding => ({
      rule: 'some-rule',
      severity: 'error',
      file: first,
      target: '',
      message: 'something is wrong',
      related: [],
      ...finding,
    })),
    file => documents.get(file),
  );
  const n = (severity: string): number => allFindings.filter(finding => finding.severity === severity).length;
  return {
    findings: allFindings,
    summary: {
      files: documents.size,
      errors: n('error'),
      warnings: n('warning'),
      infos: n('info'),
      ...summary,
    },
    rules: new Map(rules.map(rule => [rule.id, rule])),
    documentOf: file => documents.get(file),
    stablePointerOf: finding => finding.pointer,
  };
}
export const plainOptions: PrinterOptions = { colours: false, columns: 80, version: '1.2.3' };
