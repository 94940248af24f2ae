import type { Severity } from '../core/finding.ts';

/**
 * Functions that color a text for a terminal, or return it unchanged. Node's `styleText` is not used, because it
 * exists only since Node 20.12.
 */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly severity: (severity: Severity, text: string) => string;
}

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;
/** The parameters of all escape sequences that are printed. */
export const styles: readonly number[] = [...new Set(Object.values(codes).flat())];

export function paint(hasColors: boolean): Paint {
  const style =
    ([startCode, endCode]: readonly [number, number]) =>
    (text: string): string =>
      hasColors && text !== '' ? `\u001b[${startCode}m${text}\u001b[${endCode}m` : text;
  const redStyle = style(codes.red),
    yellow = style(codes.yellow),
    blue = style(codes.blue);
  return {
    bold: style(codes.bold),
    dim: style(codes.dim),
    red: redStyle,
    green: style(codes.green),
    cyan: style(codes.cyan),
    severity: (severity, text) => ({ error: redStyle, warning: yellow, info: blue })[severity](text),
  };
}

const address = 'file:///[\\w./%~+#@:-]*';
const isAddress = new RegExp(`^${address}$`);
/** A terminal hyperlink (OSC 8); plain text if the address is not that of a file. */
export const hyperlink = (text: string, address: string): string =>
  isAddress.test(address) ? `\u001b]8;;${address}\u001b\\${text}\u001b]8;;\u001b\\` : text;
/** A pattern that matches all hyperlinks that are printed. */
export const hyperlinks = `\\u001b\\]8;;(?:${address})?\\u001b\\\\`;
