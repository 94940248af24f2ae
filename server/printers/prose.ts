import { files } from '../core/engine/rule.ts';
import type { Rule } from '../core/engine/rule.ts';

/** Markdown of a rule's page without the indentation of the code around it. */
export const dedented = (markdown: string): string => files`${markdown}`.trim();

/** The first sentence of why a rule exists, in one line. */
export function whyInShort(rule: Rule): string {
  const text = dedented(rule.why)
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, ' ')
    .trim();
  return /^.*?[.!?](?=\s+[`"A-Z]|$)/.exec(text)?.[0] ?? text;
}

/** Breaks text at spaces so that no line is wider; a longer word is alone. */
export function wrapped(text: string, columns: number): string[] {
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

/** Paragraphs of markdown, each wrapped; items of a list stay lines of their own. */
export function paragraphs(markdown: string, columns: number): string[] {
  return dedented(markdown)
    .split(/\n\s*\n/)
    .flatMap((paragraph, i) => [
      ...(i > 0 ? [''] : []),
      ...paragraph.split(/\n(?=\s*[-*] )/).flatMap(part => wrapped(part, columns)),
    ]);
}
