import type { Document } from '../core/document.ts';
import type { Finding } from '../core/finding.ts';
import { spanOf } from '../core/locate.ts';

const caretLine = /^ *\^/;
/** Matches a message that continues on lines beginning with `|`. */
const message = /^( *\^.*)((?:\n *\| .*)+)/gm;
const unfold = (text: string): string =>
  text.replace(message, (_, first: string, rest: string) => first + rest.replace(/\n *\| /g, ' '));

/** The maximum width of an example: rules indent examples by 8 columns, and have at most 120 columns. */
const width = 112;
/** Rewraps the messages in a text uniformly, so that two texts can be compared. */
export const folded = (text: string): string =>
  unfold(text)
    .split('\n')
    .map(line => (line.length > width && caretLine.test(line) ? foldedLine(line) : line))
    .join('\n');

function foldedLine(line: string): string {
  const begin = line.indexOf(' ', line.indexOf('^'));
  const rightmost = width - 72;
  const next = `${' '.repeat(Math.min(begin - 1, rightmost))}|`;
  const lines = begin > rightmost ? [line.slice(0, begin), next] : [line.slice(0, begin)];
  for (const word of line.slice(begin + 1).split(' ')) {
    if (lines.at(-1)!.length + 1 + word.length > width) lines.push(next);
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines.join('\n');
}

/** Draws every finding under the text that it marks: carets and the message, on one line. */
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
