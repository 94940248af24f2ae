import { anyOf } from '../../core/patterns.ts';

const unprintable = anyOf(
  'g',
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/,
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
);
/**
 * A file's text for display: control characters, except line ends and tabs, direction marks and halves of characters
 * are shown as code points.
 */
export const printable = (text: string): string =>
  text.replace(unprintable, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** At most this many characters, on one line; longer text ends in `…`. Never cuts a character in two. */
export function cut(text: string, most: number): string {
  const line = printable(text.slice(0, most * 8))
      .replace(/\s+/g, ' ')
      .trim(),
    chars = [...line];
  return chars.length <= most && text.length <= most * 8
    ? line
    : `${chars
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
