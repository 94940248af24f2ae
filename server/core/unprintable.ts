import { anyOf } from './json/by-text.ts';

/** C0 and C1 control characters, which can move a cursor or end a line. */
const controlCharacters = /[\u0000-\u001f\u007f-\u009f]/,
  otherControls = /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** Characters that end lines in other programs, change the writing direction, or are invisible. */
const hidingCharacters = anyOf(
  '',
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f]/,
  /[\u3164\uffa0\ufff0-\ufffb\ufffe\uffff]|\udb40[\udc00-\udfff]/,
);
/**
 * Joiners beside ASCII characters. Beside other characters they are kept, because some scripts and emoji need them.
 */
const joiners = /(?<![^\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f])/;
const loneSurrogates = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const inLine = anyOf('g', controlCharacters, hidingCharacters, joiners, /\ufeff/, loneSurrogates),
  inLines = anyOf('g', otherControls, hidingCharacters, joiners, /\ufeff/, loneSurrogates);
/** The characters to escape in a whole output. Line ends, byte order marks and lone surrogates are not escaped. */
export const inOutput = anyOf('g', otherControls, hidingCharacters, joiners);

/**
 * A character as a `\u` escape. In a JSON string the escape has the same meaning, so the content of a JSON output is
 * unchanged.
 */
export const unicodeEscape = (match: string): string =>
  match.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * A text from files or users (names, values, input) for one line of an output. Characters that could harm a terminal
 * or end the line are escaped.
 */
export const printable = (text: string): string => text.replace(inLine, unicodeEscape);
/** The same as `printable`, for a text that may have several lines. */
export const printableLines = (text: string): string => text.replace(inLines, unicodeEscape);
