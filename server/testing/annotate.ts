import type { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import { spanOf } from '../core/locate.ts';

const caretLine = /^ *\^/;
/** No JSON line starts with `^`, so expectations need no comment syntax. */
export const strip = (text: string): string =>
  text
    .split('\n')
    .filter(line => !caretLine.test(line))
    .join('\n');

/** The text with every finding drawn under the characters it is about: `^^^^ message`. */
export function annotate(document: Document, findings: readonly Finding[]): string {
  const notes = findings
    .map(finding => ({ finding, span: spanOf(document, finding) }))
    .sort(
      (a, b) =>
        a.span.start - b.span.start || a.span.end - b.span.end || a.finding.message.localeCompare(b.finding.message),
    );
  return document.text
    .split('\n')
    .flatMap((line, number) => [
      line,
      ...notes
        .filter(({ span }) => document.lines.positionAt(span.start).line === number)
        .map(({ finding, span }) => {
          const { character } = document.lines.positionAt(span.start);
          const carets = '^'.repeat(Math.max(1, Math.min(span.end - span.start, line.length - character)));
          const severity = finding.severity === 'error' ? '' : `${finding.severity}: `;
          return `${' '.repeat(character)}${carets} ${severity}${finding.message}`;
        }),
    ])
    .join('\n');
}
