import { colouredLine } from './contents-text.ts';
import { headlineOf, sectionsOf, sidesInWords, titleOf } from './diff-words.ts';
import type { DiffReport } from './diff-report.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { assumedText, hanging } from './resolve-text.ts';

/** Two versions side by side, for a terminal. */
export function diffText(
  report: DiffReport,
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const lines = [paint.bold(printable(titleOf(report)))];
  for (const [i, { reference, selects, why, files }] of sidesInWords(report).entries()) {
    const sign = i === 0 ? paint.red('-') : paint.green('+');
    lines.push(...hanging(`${sign} `, printable(`${reference} → ${selects}`), columns, 2));
    for (const line of [why, files]) lines.push(...hanging('  ', printable(line), columns).map(paint.dim));
  }
  lines.push('', ...hanging('', printable(`${headlineOf(report)}.`), columns));
  for (const line of report.result.not_compared) lines.push(...hanging('  note: ', printable(line), columns));
  for (const { heading, subjects } of sectionsOf(report)) {
    lines.push('', paint.bold(heading));
    for (const { subject, rows } of subjects) {
      const indent = subject === null ? '  ' : '    ';
      if (subject !== null) lines.push(`  ${printable(subject)}`);
      for (const { label, words, hunk } of rows) {
        const head = label === '' ? indent : `${indent}${printable(label)}  `;
        lines.push(...hanging(head, printable(words), columns, indent.length + 2));
        for (const line of hunk) lines.push(`${indent}  ${colouredLine(printable(line), paint)}`.trimEnd());
      }
    }
  }
  lines.push(...assumedText(report.result.assumptions, paint, columns));
  return `${lines.join('\n')}\n`;
}
