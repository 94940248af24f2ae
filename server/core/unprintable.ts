import { anyOf } from './patterns.ts';

/** C0 and C1: they could move a cursor, or end a line. */
const controls = /[\u0000-\u001f\u007f-\u009f]/,
  otherControls = /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
/** Characters that end lines in other programs, change the writing direction, or are invisible. */
const hiding = anyOf(
  '',
  /\u034f|[\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f]/,
  /[\u3164\uffa0\ufff0-\ufffb\ufffe\uffff]|\udb40[\udc00-\udfff]/,
);
/** Some scripts and emoji need them; a plain letter does not. */
const joiners = /(?<![^\u0000-\u007f])[\u200c\u200d]|[\u200c\u200d](?![^\u0000-\u007f])/;
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

const inLine = anyOf('g', controls, hiding, joiners, /\ufeff/, halves),
  inLines = anyOf('g', otherControls, hiding, joiners, /\ufeff/, halves);
/** The same in a whole output, whose bytes are checked elsewhere. */
export const inOutput = anyOf('g', otherControls, hiding, joiners);

/** As code points. In a JSON string the escape means the same character, so the content of a JSON output stays. */
export const escaped = (match: string): string =>
  match.replace(/[^]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Foreign text (names, values, input) within one line, harmless to a terminal and to the lines of an output. */
export const printable = (text: string): string => text.replace(inLine, escaped);
/** The same for a text that may have several lines. */
export const printableLines = (text: string): string => text.replace(inLines, escaped);
