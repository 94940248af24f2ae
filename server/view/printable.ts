import { maskSecrets, redactValue } from '../core/secrets.ts';
import { unicodeEscape, inOutput, printable } from '../core/unprintable.ts';
import { hyperlinks, styles } from './paint.ts';

export { printable };

/** Foreign text as every renderer of blocks shows it: harmless, and without credentials. */
export const readable = (text: string): string => printable(maskSecrets(text));

/** The lines of a foreign text, with spaces for tabs. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).map(line => readable(line.replaceAll('\t', '    ')));

/** A result as JSON, without credentials. */
export const publishedJson = (result: object): string => `${JSON.stringify(redactValue(result), undefined, 2)}\n`;

const style = `\\u001b\\[(?:${styles.join('|')})m|${hyperlinks}`;
const styledControl = new RegExp(`(${style})|${inOutput.source}`, 'g');

/**
 * A whole output without terminal control: the only control characters that remain are line ends, tabs and, on request,
 * the colors of `paint`.
 */
export const withoutControls = (text: string, hasColors = false): string =>
  hasColors
    ? text.replace(styledControl, (char, keptControl: string | undefined) => keptControl ?? unicodeEscape(char))
    : text.replace(inOutput, unicodeEscape);

// `::name::` at the start of a line for GitHub, which trims it first; `##[name]`, `##vso[name]`, `##teamcity[name`
// anywhere for others
const command = new RegExp(`^((?:[^\\S\\n]|${style})*):(?=:)|#(?=#\\w*\\[)`, 'gm');

/** A whole output without text that a CI service would interpret as a command. */
export const withoutCommands = (text: string): string =>
  // most texts need no further search
  text.includes('::') || text.includes('##')
    ? text.replace(command, (match, before: string | undefined) => (before ?? '') + unicodeEscape(match.at(-1)!))
    : text;

/** Whether nothing in an output has to be escaped. */
export const isSafe = (text: string): boolean => withoutCommands(withoutControls(text)) === text;
