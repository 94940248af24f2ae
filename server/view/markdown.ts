import { assumedBy } from '../simulator/resolution-words.ts';
import { printable } from './printable.ts';

/** A code span in a table that no backtick or vertical bar can end. */
export function code(text: string): string {
  const runs = [...text.matchAll(/`+/g)].map(run => run[0].length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = runs.length > 0 ? ' ' : '';
  return fence + pad + printable(text).replaceAll('|', '\\|') + pad + fence;
}

/** Text that renders literally; user names and issue numbers in it notify nobody. */
export const escape = (text: string): string =>
  printable(text)
    .replace(/[\\`*_~[\]|]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/([@#])(?=\w)/g, '$1<!-- -->');

/** The items of a list of assumptions; their sentences are Markdown already. */
export const assumedMarkdown = (names: Iterable<string>): string[] =>
  assumedBy(names).map(({ name, assumes }) => `- ${code(name)}: ${assumes}\n`);
