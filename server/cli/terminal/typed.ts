import { printable } from '../../printers/printable.ts';

/** What somebody typed, with a caret under the place that is wrong. @param at UTF-16 units from the start */
export const caret = (text: string, at: number): string =>
  `  ${printable(text)}\n  ${' '.repeat(printable(text.slice(0, at)).length)}^`;
