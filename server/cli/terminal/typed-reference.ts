import { printable } from '../../view/printable.ts';
import { isMalformed, readReference, type TypedReference } from '../../core/domain/typed-reference.ts';
import { UsageError } from './io.ts';

/**
 * The user's input, with a caret under the wrong position.
 * @param index UTF-16 units from the start
 */
export const caret = (text: string, index: number): string =>
  `  ${printable(text)}\n  ${' '.repeat(printable(text.slice(0, index)).length)}^`;

/** `AGENT[@REF]`. @throws UsageError */
export function readTyped(text: string): TypedReference {
  const result = readReference(text);
  if (isMalformed(result)) throw new UsageError(result.message, caret(text, result.at));
  return result;
}
