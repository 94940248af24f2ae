import type { Document } from '../document.ts';
import { isArray, type Json } from '../json/json.ts';
import { NodeType, type SyntaxNodes } from '../syntax/syntax-nodes.ts';

interface Style {
  readonly indent: string;
  readonly eol: string;
  readonly isCompact: boolean;
}

/** The style of a file: its indentation unit, taken from the first indented line, and its line end. */
export const styleOf = (document: Document): Style =>
  document.memory.remember(styleOf, undefined, () => styleIn(document.text));

function styleIn(text: string): Style {
  const line = /(\r\n|\n|\r)([ \t]+)\S/.exec(text);
  return {
    indent: line?.[2] ?? '  ',
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    isCompact: line === null && /[:,]\S/.test(text) && !/[:,] /.test(text),
  };
}

/** The whitespace at the start of the line that contains an offset. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

/** The layout of the object or list at a node, so that its replacement gets the same layout. */
export function layoutAt(text: string, nodes: SyntaxNodes, node: number): PrintLayout {
  const breaks = (offset: number): boolean => /[\r\n]/.test(text.slice(nodes.start(offset), nodes.end(offset)));
  if (nodes.type(node) > NodeType.array) {
    // an object in a list that is on one line stays on that line
    const parentNode = nodes.pathTo(node).at(-2);
    return parentNode !== undefined && nodes.type(parentNode) === NodeType.array && !breaks(parentNode)
      ? 'flat'
      : 'block';
  }
  const parts = nodes.children(node);
  if (parts.length > 0 && !breaks(node)) return 'flat';
  return nodes.type(node) === NodeType.array && parts.length > 0 && !parts.some(breaks) ? 'rows' : 'block';
}

/** The maximum number of characters of a list of scalars that is written on one line. */
const MAX_LINE_LENGTH = 100;

/**
 * The layout of a value. `flat`: on one line. `block`: one field or item per line, short lists of scalars on one line.
 * `rows`: one item per line, each item flat.
 */
type PrintLayout = 'flat' | 'block' | 'rows';

/**
 * A value as JSON, in the style of its file.
 * @param indent the indentation of the line where the value starts
 */
export function print(value: Json, style: Style, indent: string, layout: PrintLayout): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (style.isCompact) return JSON.stringify(value);
  const entries = isArray(value) ? value : Object.entries(value);
  if (entries.length === 0) return isArray(value) ? '[]' : '{}';
  const innerIndent = indent + style.indent,
    fieldLayout = layout === 'flat' ? 'flat' : 'block';
  if (isArray(value) && layout === 'block' && value.every(item => item === null || typeof item !== 'object')) {
    const line = print(value, style, indent, 'flat');
    if (indent.length + line.length <= MAX_LINE_LENGTH) return line;
  }
  const parts = isArray(value)
    ? value.map(item => print(item, style, innerIndent, layout === 'block' ? 'block' : 'flat'))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${print(item, style, innerIndent, fieldLayout)}`,
      );
  const [bracket, close] = isArray(value) ? '[]' : '{}';
  if (layout === 'flat') return isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  return `${bracket}${style.eol}${parts.map(part => innerIndent + part).join(`,${style.eol}`)}${style.eol}${indent}${close}`;
}
