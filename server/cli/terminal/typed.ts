import { printable } from '../../printers/printable.ts';

/** The user's input, with a caret under the wrong position. @param at UTF-16 units from the start */
export const caret = (text: string, at: number): string =>
  `  ${printable(text)}\n  ${' '.repeat(printable(text.slice(0, at)).length)}^`;
