import { anyOf } from '../core/patterns.ts';
import { hyperlinks, styles } from './paint.ts';

// C0 and C1, line separators, and the marks that turn the direction of text: they could move the cursor or hide what follows
const unprintable = anyOf(
  'g',
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/,
);
// in a JSON string this is the same character, so what a JSON output says does not change
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of others (names, values, what was typed) within one line: it cannot do anything to a terminal or to the lines of an output. */
export const printable = (text: string): string => text.replace(unprintable, escaped);

const style = `\\u001b\\[(?:${styles.join('|')})m|${hyperlinks}`;
const line = '\\n|\\r\\n|\\t';
const control = '[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]';
const plainControl = new RegExp(`(${line})|${control}`, 'g');
const styledControl = new RegExp(`(${line}|${style})|${control}`, 'g');

/**
 * A whole output without what could command a terminal: of all controls only line ends, tabs and, if asked for, the
 * colours of `paint` stay.
 */
export const withoutControls = (text: string, colours = false): string =>
  text.replace(colours ? styledControl : plainControl, (char, kept: string | undefined) => kept ?? escaped(char));

// `::name::` at the start of a line for GitHub, which trims it first; `##[name]`, `##vso[name]`, `##teamcity[name` anywhere for others
const command = new RegExp(`^((?:[^\\S\\n]|${style})*):(?=:)|#(?=#\\w*\\[)`, 'gm');

/** A whole output without what the service that runs a CI job would take for a command to itself. */
export const withoutCommands = (text: string): string =>
  text.replace(command, (found, before: string | undefined) => (before ?? '') + escaped(found.at(-1)!));

/** Whether nothing in an output has to be escaped. */
export const isSafe = (text: string): boolean => withoutCommands(withoutControls(text)) === text;
