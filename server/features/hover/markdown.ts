import { maskSecrets } from '../../core/secrets.ts';
import { printable } from '../../core/unprintable.ts';
import { joinLines } from '../../core/wording.ts';

const oneLine = (text: string): string => printable(joinLines(maskSecrets(text)));

/** A code span, safe for text with backticks. Long text is clipped. */
export function code(text: string, limit = 80): string {
  const excerpt = cutText(oneLine(text), limit);
  const runs = [...excerpt.matchAll(/`+/g)].map(run => run[0].length);
  const fence = '`'.repeat(runs.length === 0 ? 1 : Math.max(...runs) + 1);
  const pad = runs.length > 0 || /^ .* $/.test(excerpt) ? ' ' : '';
  return fence + pad + (excerpt === '' ? ' ' : excerpt) + pad + fence;
}

/**
 * Markdown that renders a text literally and is readable unrendered: only characters that would act as markup are
 * escaped, so underscores within a name are kept.
 */
export const plainMarkdown = (text: string, limit = 300): string =>
  cutText(oneLine(text), limit)
    .replace(/[\\`*]/g, '\\$&')
    .replace(/\](?=[([:])/g, '\\]')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~\\~')
    .replace(/&(?=#?\w+;)/g, '\\&')
    .replace(/^(\s*)([#+=>[-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');

/** Markdown of sentences, with code spans in backticks; the rest of the text renders literally. */
export const prose = (text: string): string =>
  oneLine(text)
    .split(/(`[^`]*`)/)
    .map((part, i) => (i % 2 === 1 ? part : plainMarkdown(part, Infinity)))
    .join('');

/** The text with a capital first letter; a name or id at the beginning is not changed. */
export const capital = (text: string): string =>
  /^[a-z]+(?![\w@.-])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;

/** The words with a full stop, unless they already end with punctuation. */
export const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** A text in quotes, clipped if it is long. */
export const quotedMarkdown = (text: string, limit = 60): string => plainMarkdown(`“${cutText(oneLine(text), limit)}”`);

const cutText = (text: string, limit: number): string => {
  const characters = [...text];
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : text;
};

export const bullets = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : lines.map(line => `- ${line}`).join('\n');
export const numberedList = (lines: readonly string[]): string | undefined =>
  lines.length === 0 ? undefined : lines.map((line, i) => `${i + 1}. ${line}`).join('\n');

/** A markdown table. The cells are already markdown, except that vertical bars are not yet escaped. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map(cells => `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

/** Joins paragraphs, lists and tables; empty parts are left out. */
export const blocks = (...parts: readonly (string | undefined)[]): string =>
  parts.filter(part => part !== undefined && part !== '').join('\n\n');
