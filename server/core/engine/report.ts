import type { Document } from '../document.ts';
import { pointerOf, type Finding, type Severity } from '../finding.ts';
import { locate, spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { compareTexts } from '../words.ts';

/** Lines and columns from 1, columns in UTF-16 units, end exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
}
export interface Range {
  readonly start: Place;
  readonly end: Place;
}
/** A finding as every output shows it; the shape of `preflight lint --format json`. */
export interface ReportedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly file: string;
  readonly pointer: string;
  readonly range: Range;
  readonly message: string;
  readonly help?: string;
  readonly related: readonly {
    readonly file: string;
    readonly pointer: string;
    readonly range: Range;
    readonly message: string;
  }[];
  readonly fix?: { readonly title: string; readonly safe: boolean };
}

export function rangeOf(document: Document, span: Span): Range {
  const start = document.lines.positionAt(span.start),
    end = document.lines.positionAt(span.end);
  return {
    start: { line: start.line + 1, column: start.character + 1 },
    end: { line: end.line + 1, column: end.character + 1 },
  };
}

/**
 * Findings with their places in the text, sorted by file, offset and rule.
 * @param documentOf every file that a finding or a related place names
 */
export function reported(
  findings: readonly Finding[],
  documentOf: (file: string) => Document | undefined,
): ReportedFinding[] {
  const located = findings.flatMap(finding => {
    const document = documentOf(finding.file);
    return document ? [{ finding, document, span: spanOf(document, finding) }] : [];
  });
  located.sort(
    (a, b) =>
      compareTexts(a.finding.file, b.finding.file) ||
      a.span.start - b.span.start ||
      compareTexts(a.finding.rule, b.finding.rule) ||
      compareTexts(a.finding.message, b.finding.message),
  );
  return located.map(({ finding, document, span }) => ({
    rule: finding.rule,
    severity: finding.severity,
    file: finding.file,
    pointer: pointerOf(finding.target),
    range: rangeOf(document, span),
    message: finding.message,
    ...(finding.help !== undefined && { help: finding.help }),
    related: finding.related.flatMap(related => {
      const other = documentOf(related.file);
      return other
        ? [
            {
              file: related.file,
              pointer: pointerOf(related.target),
              range: rangeOf(other, related.span ?? locate(other, related.target)),
              message: related.message,
            },
          ]
        : [];
    }),
    ...(finding.fix && { fix: { title: finding.fix.title, safe: finding.fix.safe } }),
  }));
}
