import type { ContentsWords } from './panels/index.ts';
import type { Paint } from './paint.ts';
import { printable } from './printable.ts';
import { hanging } from './resolve-text.ts';

/** Differences in what live versions say and do, for a terminal: a heading, then record by record. */
export function contentsText(groups: readonly ContentsWords[], paint: Paint, columns: number): string[] {
  if (groups.length === 0) return [];
  const lines = ['', paint.bold('Contents, under the same version number')];
  for (const { title, reach, file, rows } of groups) {
    lines.push(...hanging('  ', printable(`${title}, ${reach}`), columns));
    lines.push(paint.dim(`    ${printable(file)}`));
    for (const { pointer, words, hunk } of rows) {
      lines.push(...hanging(`    ${pointer === '' ? '' : `${printable(pointer)}  `}`, printable(words), columns, 6));
      for (const line of hunk) lines.push(`      ${colouredLine(printable(line), paint)}`.trimEnd());
    }
  }
  return lines;
}

/** A line of a hunk. */
export function colouredLine(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint.green(line);
  return line.startsWith('-') ? paint.red(line) : paint.dim(line);
}
