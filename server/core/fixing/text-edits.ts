import { editsInDialect } from '../domain/in-dialect.ts';
import type { Document } from '../document.ts';
import type { Edit, Fix, TextEdit } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { split } from '../json/pointer.ts';
import { decodedOffset, NodeType } from '../syntax/syntax-nodes.ts';
import { indentAt, layoutAt, print, styleOf } from './print.ts';
import { isRemoval, removals, type Removal } from './removal.ts';

/**
 * The smallest text changes for structural edits. They keep indentation, key order, spelling of numbers and comments.
 */
export function textEditsOf(document: Document, fix: Fix): TextEdit[] {
  const edits = editsInDialect(document, fix),
    otherEdits = edits.flatMap(edit => (isRemoval(edit) ? [] : editText(document, edit)));
  return [...removals(document, edits.filter(isRemoval)), ...otherEdits, ...(fix.textEdits ?? [])];
}

function editText(document: Document, edit: Exclude<Edit, Removal>): TextEdit[] {
  const { nodes } = document.parsed;
  if ('set' in edit) return setText(document, edit.set, edit.to);
  if ('rename' in edit) {
    const { node, depth } = nodes.find(split(edit.rename));
    const key = node !== undefined && depth === split(edit.rename).length ? nodes.keySpan(node) : undefined;
    return key ? [{ ...key, text: JSON.stringify(edit.to) }] : [];
  }
  const segments = split(edit.within);
  const { node, depth } = nodes.find(segments);
  if (node === undefined || depth < segments.length || nodes.type(node) !== NodeType.string) return [];
  const raw = document.text.slice(nodes.start(node), nodes.end(node)),
    escapedText = JSON.stringify(edit.to).slice(1, -1);
  return [
    {
      start: nodes.start(node) + decodedOffset(raw, edit.start),
      end: nodes.start(node) + decodedOffset(raw, edit.end),
      text: raw.startsWith("'") ? escapedText.replaceAll("'", "\\'") : escapedText,
    },
  ];
}

function setText(document: Document, pointer: string, value: Json): TextEdit[] {
  const { nodes } = document.parsed;
  const segments = split(pointer);
  const { node, depth } = nodes.find(segments);
  if (node === undefined) return [];
  const style = styleOf(document);
  if (depth === segments.length) {
    return [
      {
        ...nodes.span(node),
        text: print(value, style, indentAt(document.text, nodes.start(node)), layoutAt(document.text, nodes, node)),
      },
    ];
  }
  if (depth !== segments.length - 1 || nodes.type(node) > NodeType.array) return [];
  const children = nodes.children(node);
  const prefix =
    nodes.type(node) === NodeType.object ? `${JSON.stringify(segments.at(-1))}:${style.isCompact ? '' : ' '}` : '';
  const last = children.at(-1);
  if (last !== undefined) {
    const start = nodes.keySpan(last)?.start ?? nodes.start(last);
    const isFlat =
      !document.text.slice(nodes.start(node), start).includes('\n') &&
      !document.text.slice(nodes.start(node), start).includes('\r');
    const indent = indentAt(document.text, start);
    const space = style.isCompact ? '' : ' ';
    const gap = isFlat ? space : style.eol + indent;
    const end = nodes.end(last),
      insertion = `${gap}${prefix}${print(value, style, indent, isFlat ? 'flat' : 'block')}`;
    // a comment at the end of the last line belongs to that line
    const remark =
      document.allowsComments && !isFlat
        ? (/^(?:[ \t]*\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/.exec(
            document.text.slice(end, nodes.end(node)),
          )?.[0] ?? '')
        : '';
    return [{ start: end, end: end + remark.length, text: `,${remark}${insertion}` }];
  }
  const outerIndent = indentAt(document.text, nodes.start(node));
  const content = document.text.slice(nodes.start(node) + 1, nodes.end(node) - 1).trimEnd();
  if (content.trim() !== '' && document.allowsComments) {
    const offset = nodes.start(node) + 1 + content.length,
      gap = `${style.eol}${outerIndent}${style.indent}`;
    const isOpen = !/[\r\n]/.test(document.text.slice(offset, nodes.end(node) - 1));
    return [
      {
        start: offset,
        end: isOpen ? nodes.end(node) - 1 : offset,
        text: `${gap}${prefix}${print(value, style, outerIndent + style.indent, 'block')}${isOpen ? style.eol + outerIndent : ''}`,
      },
    ];
  }
  const blockEnd = `${style.eol}${outerIndent}`;
  const body = style.isCompact
    ? `${prefix}${print(value, style, outerIndent, 'flat')}`
    : `${blockEnd}${style.indent}${prefix}${print(value, style, outerIndent + style.indent, 'block')}${blockEnd}`;
  return [{ start: nodes.start(node) + 1, end: Math.max(nodes.end(node) - 1, nodes.start(node) + 1), text: body }];
}
