import type { ContentsWords } from './panels/index.ts';
import { code, escape } from './markdown.ts';
import { printable } from './printable.ts';

/** Differences in what live versions say and do, for a pull request comment; texts are folded. */
export function contentsMarkdown(groups: readonly ContentsWords[], room: number): string {
  let text = groups.length === 0 ? '' : '\n**Contents, under the same version number**\n';
  for (const [i, group] of groups.entries()) {
    const next = record(group);
    if (text.length + next.length > room)
      return `${text}\n${groups.length - i} more records would make this comment too long; \`preflight plan\` shows them.\n`;
    text += next;
  }
  return text;
}

const record = ({ title, reach, isLive, file, rows }: ContentsWords): string =>
  `\n${isLive ? '🔵' : '⚪'} **${escape(title)}**, ${escape(reach)}<br>\n${code(file)}\n\n${rows.map(row).join('')}`;

function row({ pointer, words, hunk }: ContentsWords['rows'][number]): string {
  const head = `- ${pointer === '' ? '' : `${code(pointer)}: `}${escape(words)}\n`;
  if (hunk.length === 0) return head;
  return `${head}  <details><summary>what changes</summary>\n\n${hunkMarkdown(hunk.map(line => printable(line)))}\n  </details>\n`;
}

/** Lines that begin with `+`, `-` or a space, as a code block within a list item. */
export function hunkMarkdown(lines: readonly string[]): string {
  // a fence must be longer than any inside
  const fence = '`'.repeat(
    Math.max(3, ...lines.flatMap(line => [...line.matchAll(/`+/g)].map(run => run[0].length + 1))),
  );
  return indented([`${fence}diff`, ...lines, fence]);
}
const indented = (lines: readonly string[]): string => lines.map(line => `  ${line}\n`).join('');
