import { locate, spanOf } from '../../core/locate.ts';
import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { ShownFinding } from '../context.ts';

/**
 * The maximum number of findings for which actions are computed. Each one needs work on the whole text, so a longer
 * text has a lower limit.
 */
const maxFindingsIn = (text: string): number => Math.max(5, Math.min(30, Math.floor(1_500_000 / text.length)));

/**
 * The findings that a range touches, in text order. If there are none, the findings on the lines of the range and
 * those whose fix changes these lines: after a string is broken in two, the caret is on the second line.
 */
export function findingsAt(document: Document, span: Span, findings: readonly ShownFinding[]): ShownFinding[] {
  const placedFindings = findings
    .filter(({ finding }) => finding.file === document.file)
    .flatMap(finding => {
      const otherSpans = (finding.finding.also ?? []).map(alsoAt => alsoAt.span ?? locate(document, alsoAt.target));
      return [spanOf(document, finding.finding), ...otherSpans].map(span => ({ finding, at: span }));
    });
  const findingsIn = (range: Span) => placedFindings.filter(({ at }) => at.start <= range.end && range.start <= at.end);
  const exactFindings = findingsIn(span);
  const lines = linesOf(document.text, span),
    hasFixNear = ({ finding }: ShownFinding): boolean =>
      finding.fix?.textEdits?.some(edit => edit.start <= lines.end && lines.start <= edit.end) === true;
  const nearFindings =
    exactFindings.length > 0
      ? exactFindings
      : [...findingsIn(lines), ...placedFindings.filter(({ finding }) => hasFixNear(finding))];
  nearFindings.sort((a, b) => a.at.start - b.at.start || a.at.end - b.at.end);
  return [...new Set(nearFindings.map(({ finding }) => finding))].slice(0, maxFindingsIn(document.text));
}

function linesOf(text: string, { start, end }: Span): Span {
  const isBreak = (offset: number): boolean => text[offset] === '\n' || text[offset] === '\r';
  let lineStart = Math.max(0, Math.min(start, text.length)),
    lineEnd = Math.max(lineStart, Math.min(end, text.length));
  while (lineStart > 0 && !isBreak(lineStart - 1)) lineStart--;
  while (lineEnd < text.length && !isBreak(lineEnd)) lineEnd++;
  return { start: lineStart, end: lineEnd };
}

/** The items without later items that have the same key. */
export function firstOf<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seenFindings = new Set<string>();
  return items.filter(item => !seenFindings.has(keyOf(item)) && seenFindings.add(keyOf(item)));
}
