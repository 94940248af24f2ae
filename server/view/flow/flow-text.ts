import { maskSecrets } from '../../core/secrets.ts';
import { printableLines } from '../../core/unprintable.ts';

/**
 * A text of a file for display. Control characters (except line ends and tabs), direction marks and halves of
 * characters are shown as code points; credentials are removed.
 */
export const printable = (text: string): string => printableLines(maskSecrets(text));

/** At most this many characters, on one line; longer text ends in `…`. Never cuts a character in two. */
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

/** A text in lines of limited length. */
export function shortLines(text: string, wrapText: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= wrapText) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(cutText(word, wrapText));
  }
  return lines;
}

/** Whether a text is in capitals, which take more room. */
export const isWide = (text: string): boolean => /^[^\p{Ll}]*$/u.test(text);

/** The name of a node in at most two lines that fit into its box. */
export function nameLines(label: string): readonly string[] {
  const maxLength = isWide(label) ? 19 : 22,
    name = cutText(label, maxLength * 3);
  if ([...name].length <= maxLength) return [name];
  const [first = '', ...otherLines] = shortLines(name, maxLength);
  return otherLines.length === 0 ? [first] : [first, cutText(otherLines.join(' '), maxLength)];
}
