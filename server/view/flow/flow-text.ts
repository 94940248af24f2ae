import { maskSecrets } from '../../core/secrets.ts';
import { printableLines } from '../../core/unprintable.ts';

/**
 * Makes a text of a file safe for display. Control characters (except line ends and tabs), direction marks and halves
 * of characters become code points; credentials are removed.
 */
export const printable = (text: string): string => printableLines(maskSecrets(text));

/** Cuts a text to one line of at most `maxLength` characters; a longer text ends in `…`. Never splits a character. */
export function cutText(text: string, maxLength: number): string {
  const line = printable(text.slice(0, maxLength * 8))
      .replace(/\s+/g, ' ')
      .trim(),
    chars = [...line];
  return chars.length <= maxLength && text.length <= maxLength * 8
    ? line
    : `${chars
        .slice(0, maxLength - 1)
        .join('')
        .trimEnd()}…`;
}

/** Breaks a text into lines of limited length. */
export function shortLines(text: string, maxLength: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= maxLength) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cutText(word, maxLength));
  }
  return lines;
}

/** Whether a text has no lower-case letters; capitals are wider. */
export const isWide = (text: string): boolean => /^[^\p{Ll}]*$/u.test(text);

/** The name of a node in at most two lines that fit into its box. */
export function nameLines(label: string): readonly string[] {
  const maxLength = isWide(label) ? 19 : 22,
    name = cutText(label, maxLength * 3);
  if ([...name].length <= maxLength) return [name];
  const [first = '', ...otherLines] = shortLines(name, maxLength);
  return otherLines.length === 0 ? [first] : [first, cutText(otherLines.join(' '), maxLength)];
}
