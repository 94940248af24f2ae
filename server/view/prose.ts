import { docsOf } from '../core/engine/rule-docs.ts';
import type { Rule } from '../core/engine/rule.ts';
import { joinLines } from '../core/wording.ts';

/** The first sentence of a rule's `why`, on one line. */
export function whyInShort(rule: Rule): string {
  const text = docsOf(rule)
    .why.split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s+[`"A-Z]|$)/.exec(text)?.[0] ?? text;
}

/** Wraps text at spaces to a width; a longer word has a line to itself. */
export function wrapText(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/** Paragraphs of markdown, each wrapped; list items stay on lines of their own. */
export function paragraphs(markdown: string, columns: number): string[] {
  return markdown
    .trim()
    .split(/\n\s*\n/)
    .flatMap((paragraph, i) => [
      ...(i > 0 ? [''] : []),
      ...paragraph.split(/\n(?=\s*[-*] )/).flatMap(part => wrapText(part, columns)),
    ]);
}

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
    `| ${cells.map(cell => joinLines(cell.replaceAll('|', '\\|'))).join(' | ')} |\n`;
  return line(head) + line(head.map(() => '---')) + rows.map(line).join('');
}

/** The URL of the repository's pages, ending in `/`; empty while package.json names no repository. */
const pagesUrl = '';

/** The documentation of a rule: absolute if the pages have a URL, otherwise relative to the package. */
export const ruleLink = (rule: string): string => `${pagesUrl}rules/${rule}.md`;
/**
 * The absolute URL of a rule's page; undefined if there is none, because a relative URL cannot be used outside the
 * package.
 */
export const ruleAddress = (rule: string): string | undefined => (pagesUrl === '' ? undefined : ruleLink(rule));
