import { docsOf } from '../core/engine/rule-docs.ts';
import type { Rule } from '../core/engine/rule.ts';

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
