import { secretSpans } from '../core/domain/redacted.ts';
import { mergeSpans } from '../core/secrets.ts';
import type { Span } from '../core/syntax/lines.ts';
import type { LintReport } from './report.ts';

/** The rule that finds credentials where no schema expects them. */
const CREDENTIAL_RULE = 'credential-in-plain-text';

/** Returns a function that finds the spans of a file to hide in code frames, and computes them once per file. */
export function secretsOf(report: LintReport): (file: string) => readonly Span[] {
  const cache = new Map<string, readonly Span[]>();
  return file => {
    let spans = cache.get(file);
    if (!spans) cache.set(file, (spans = find(report, file)));
    return spans;
  };
}

function find(report: LintReport, file: string): readonly Span[] {
  const document = report.documentOf(file);
  if (!document) return [];
  const reportedSpans = report.findings
    .filter(finding => finding.rule === CREDENTIAL_RULE && finding.file === file)
    .map(({ range }) => {
      const offsetAt = (place: { line: number; column: number }): number =>
        document.lines.offsetAt({ line: place.line - 1, character: place.column - 1 });
      const [start, end] = [offsetAt(range.start), offsetAt(range.end)];
      return document.text[start] === '"' && document.text[end - 1] === '"' && end > start + 1
        ? { start: start + 1, end: end - 1 }
        : { start, end };
    });
  return mergeSpans([...secretSpans(document), ...reportedSpans]);
}
