import { joinLines } from '../core/wording.ts';
import { wrapText } from './prose.ts';

/** Rows in columns for a terminal; the last column is wrapped with a hanging indent. */
export function table(rows: readonly (readonly string[])[], columns: number): string {
  const count = rows.reduce((longest, row) => Math.max(longest, row.length), 0);
  const widths = Array.from({ length: Math.max(0, count - 1) }, (_, i) =>
    rows.reduce((widest, row) => Math.max(widest, (row[i] ?? '').length), 0),
  );
  const indent = widths.reduce((sum, width) => sum + width + 2, 0);
  return rows
    .map(row => {
      const [first = '', ...otherLines] = wrapText(row[count - 1] ?? '', Math.max(30, columns - indent));
      const head = widths.map((width, i) => `${(row[i] ?? '').padEnd(width)}  `).join('');
      return [`${head}${first}`.trimEnd(), ...otherLines.map(line => ' '.repeat(indent) + line)].join('\n') + '\n';
    })
    .join('');
}

/** Rows as a markdown table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => joinLines(cell.replaceAll('|', '\\|'), ' ')).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}
