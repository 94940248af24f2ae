import { masked, shownPlainly } from '../core/secrets.ts';
import { anyOf } from '../core/patterns.ts';
import { hyperlinks, styles } from './paint.ts';

// C0 and C1, line separators, and direction marks: they could move the cursor or hide what follows
const unprintable = anyOf(
  'g',
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
);
// in a JSON string the escape means the same character, so the content of a JSON output does not change
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Foreign text (names, values, input) within one line, harmless to a terminal and to the lines of an output. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

/** Foreign text as every renderer of blocks shows it: harmless, and without credentials. */
export const readable = (text: string): string => printable(masked(text));

/** The lines of a foreign text, with spaces for tabs. */
export const linesOf = (text: string): readonly string[] =>
  text.split(/\r\n|\r|\n/).map(line => readable(line.replaceAll('\t', '    ')));

/** A result as JSON, without credentials. */
export const publishedJson = (result: object): string => `${JSON.stringify(shownPlainly(result), undefined, 2)}\n`;

const style = `\\u001b\\[(?:${styles.join('|')})m|${hyperlinks}`;
// every control except line ends and tabs
const control =
  '\\r(?!\\n)|[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f' +
  '\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const plainControl = new RegExp(control, 'g');
const styledControl = new RegExp(`(${style})|${control}`, 'g');

/**
 * A whole output without terminal control: of all control characters only line ends, tabs and, on request, the colors
 * of `paint` are kept.
 */
export const withoutControls = (text: string, colours = false): string =>
  colours
    ? text.replace(styledControl, (char, kept: string | undefined) => kept ?? escaped(char))
    : text.replace(plainControl, escaped);

// `::name::` at the start of a line for GitHub, which trims it first; `##[name]`, `##vso[name]`, `##teamcity[name`
// anywhere for others
const command = new RegExp(`^((?:[^\\S\\n]|${style})*):(?=:)|#(?=#\\w*\\[)`, 'gm');

/** A whole output without anything that a CI service would take for a command. */
export const withoutCommands = (text: string): string =>
  // hardly any text needs more than this search
  text.includes('::') || text.includes('##')
    ? text.replace(command, (found, before: string | undefined) => (before ?? '') + escaped(found.at(-1)!))
    : text;

/** Whether nothing in an output has to be escaped. */
export const isSafe = (text: string): boolean => withoutCommands(withoutControls(text)) === text;
