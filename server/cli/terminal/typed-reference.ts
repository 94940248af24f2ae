import { printable } from '../../view/printable.ts';
import { isMalformed, readReference, type TypedReference } from '../../core/domain/typed-reference.ts';
import { UsageError } from './io.ts';

/** The user's input, with a caret under the wrong position. @param at UTF-16 units from the start */
export const caret = (text: string, at: number): string =>
  `  ${printable(text)}\n  ${' '.repeat(printable(text.slice(0, at)).length)}^`;

/** `AGENT[@REF]`. @throws UsageError */
export function readTyped(text: string): TypedReference {
  const read = readReference(text);
  if (isMalformed(read)) throw new UsageError(read.message, caret(text, read.at));
  return read;
}
