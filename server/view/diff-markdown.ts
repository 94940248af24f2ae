import { hunkMarkdown } from './contents-markdown.ts';
import { headlineOf, sectionsOf, sidesInWords, titleOf, type DiffRow } from './diff-words.ts';
import type { DiffReport } from './diff-report.ts';
import { assumedMarkdown, code, escape } from './markdown.ts';
import { printable } from './printable.ts';

/** Two versions side by side, for a comment or an editor page. */
export function diffMarkdown(report: DiffReport): string {
  const sides = sidesInWords(report).map(
    ({ reference, selects, why, files }, i) =>
      `- ${i === 0 ? 'before' : 'after'}: ${code(reference)} → ${escape(selects)}<br>${escape(why)}<br>${escape(files)}\n`,
  );
  const notes = report.result.not_compared.map(line => `> ${escape(line)}\n`);
  const sections = sectionsOf(report).map(({ heading, subjects }) => {
    const parts = subjects.map(({ subject, rows }) => {
      const head = subject === null ? '' : `\n**${escape(subject)}**\n\n`;
      return head + rows.map(row).join('');
    });
    return `\n### ${heading}\n\n${parts.join('').replace(/^\n/, '')}`;
  });
  const assumed = assumedMarkdown(report.result.assumptions);
  return [
    `## ${escape(titleOf(report))}\n\n`,
    ...sides,
    `\n**${escape(headlineOf(report))}.**\n`,
    ...(notes.length > 0 ? ['\n', ...notes] : []),
    ...sections,
    ...(assumed.length > 0 ? ['\n### Assumed\n\n', ...assumed] : []),
  ].join('');
}

/** A text that differs is not folded: it is what the page is for. */
function row({ label, words, hunk }: DiffRow): string {
  const head = `- ${label === '' ? '' : `${code(label)}: `}${escape(words)}\n`;
  return hunk.length === 0 ? head : `${head}\n${hunkMarkdown(hunk.map(line => printable(line)))}\n`;
}
