import { maskSecrets, redactValue } from '../core/secrets.ts';
import { unicodeEscape, inOutput, printable } from '../core/unprintable.ts';
import { hyperlinks, styles } from './paint.ts';

export { printable };

/** Foreign text as all renderers show it: without control characters and credentials. */
export const makeReadable = (text: string): string => printable(maskSecrets(text));

/** The lines of a foreign text, with tabs replaced by spaces. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).map(line => makeReadable(line.replaceAll('\t', '    ')));

/** A result as JSON, without credentials. */
export const publishedJson = (result: object): string => `${JSON.stringify(redactValue(result), undefined, 2)}\n`;

const style = `\\u001b\\[(?:${styles.join('|')})m|${hyperlinks}`;
const styledControl = new RegExp(`(${style})|${inOutput.source}`, 'g');

/** An output without control characters, except for line ends, tabs and, on request, the colors of `paint`. */
export const withoutControls = (text: string, hasColors = false): string =>
  hasColors
    ? text.replace(styledControl, (char, keptControl: string | undefined) => keptControl ?? unicodeEscape(char))
    : text.replace(inOutput, unicodeEscape);

// GitHub interprets `::name::` at the start of a line, which it trims; other services interpret `##[name]`,
// `##vso[name]` and `##teamcity[name` anywhere
const command = new RegExp(`^((?:[^\\S\\n]|${style})*):(?=:)|#(?=#\\w*\\[)`, 'gm');

/** An output without text that a CI service would interpret as a command. */
export const withoutCommands = (text: string): string =>
  // a quick check, because most texts contain no command
  text.includes('::') || text.includes('##')
    ? text.replace(command, (match, before: string | undefined) => (before ?? '') + unicodeEscape(match.at(-1)!))
    : text;

/** Whether an output contains nothing that has to be escaped. */
export const isSafe = (text: string): boolean => withoutCommands(withoutControls(text)) === text;
