import type { Document } from '../document.ts';
import { isArray, type Json } from '../json/json.ts';
import { NodeType, type Tape } from '../syntax/tape.ts';

interface Style {
  readonly indent: string;
  readonly eol: string;
  readonly compact: boolean;
}

/** Indentation unit and line end of a file, as its first indented line has them. */
export const styleOf = (document: Document): Style =>
  document.memory.remember(styleOf, undefined, () => styleIn(document.text));

function styleIn(text: string): Style {
  const line = /(\r\n|\n|\r)([ \t]+)\S/.exec(text);
  return {
    indent: line?.[2] ?? '  ',
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    compact: line === null && /[:,]\S/.test(text) && !/[:,] /.test(text),
  };
}

/** The whitespace at the start of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

export function sameLine(text: string, tape: Tape, node: number): boolean {
  return (
    tape.type(node) <= NodeType.array &&
    tape.next(node) > node + 1 &&
    !/[\r\n]/.test(text.slice(tape.start(node), tape.end(node)))
  );
}

/** Whether this is a list over several lines in which every item has a line of its own: as a new one is then written too. */
export function itemsInLines(text: string, tape: Tape, node: number): boolean {
  if (tape.type(node) !== NodeType.array || sameLine(text, tape, node)) return false;
  const items = tape.children(node);
  return items.length > 0 && items.every(item => !/[\r\n]/.test(text.slice(tape.start(item), tape.end(item))));
}

/** As long as a list of scalars may be that stays on one line. */
const SHORT = 100;

/**
 * A short list of scalars stays on one line, as people write it.
 * @param lines whether items are printed one a line
 */
export function print(value: Json, style: Style, indent: string, flat: boolean, lines = false): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (style.compact) return JSON.stringify(value);
  const entries = isArray(value) ? value : Object.entries(value);
  if (entries.length === 0) return isArray(value) ? '[]' : '{}';
  const inner = indent + style.indent;
  if (isArray(value) && !lines && !flat && value.every(item => item === null || typeof item !== 'object')) {
    const line = print(value, style, indent, true);
    if (indent.length + line.length <= SHORT) return line;
  }
  const parts = isArray(value)
    ? value.map(item => print(item, style, inner, flat || lines))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(item, style, inner, flat)}`);
  const [open, close] = isArray(value) ? '[]' : '{}';
  if (flat) return isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  return `${open}${style.eol}${parts.map(part => inner + part).join(`,${style.eol}`)}${style.eol}${indent}${close}`;
}
