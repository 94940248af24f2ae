import { Document } from './document.ts';
import type { Edit, Fix, TextEdit } from './finding.ts';
import { isArray, type Json } from './json.ts';
import { split } from './pointer.ts';
import { decodedOffset, NodeType, type Tape } from './syntax/tape.ts';

/** The smallest changes of the text that carry out structural edits: indentation, key order, spelling of numbers and comments stay. */
export function textEditsOf(document: Document, fix: Fix): TextEdit[] {
  const edits = fix.edits.flatMap(edit => editText(document, edit));
  return [...edits, ...(fix.textEdits ?? [])];
}

/** Applies edits that do not overlap; `undefined` if some do. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const sorted = edits.map((edit, order) => ({ edit, order })).sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.order - b.order);
  let out = '', at = 0;
  for (const { edit } of sorted) {
    if (edit.start < at) return undefined;
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** The text after a fix; unchanged if the fix does not fit it. */
export function applyFix(document: Document, fix: Fix): string {
  return applyTextEdits(document.text, mergeEdits(textEditsOf(document, fix))) ?? document.text;
}

/** The text after as many of these fixes as do not touch each other; first come, first served. */
export function applyFixes(document: Document, fixes: readonly Fix[]): { readonly text: string; readonly applied: number } {
  const taken: TextEdit[] = [];
  let applied = 0;
  for (const fix of fixes) {
    const edits = mergeEdits(textEditsOf(document, fix));
    if (edits.length === 0 || edits.some(edit => taken.some(other => touches(edit, other)))) continue;
    taken.push(...edits);
    applied++;
  }
  return { text: applyTextEdits(document.text, taken) ?? document.text, applied };
}

const touches = (a: TextEdit, b: TextEdit): boolean => a.start < b.end && b.start < a.end || a.start === b.start || (a.start === a.end || b.start === b.end) && a.start <= b.end && b.start <= a.end;

/** Removals of neighbours overlap at their comma; together they are one removal. */
function mergeEdits(edits: readonly TextEdit[]): TextEdit[] {
  const out: TextEdit[] = [];
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = out.at(-1);
    if (last && last.text === '' && edit.text === '' && edit.start <= last.end) out[out.length - 1] = { start: last.start, end: Math.max(last.end, edit.end), text: '' };
    else out.push(edit);
  }
  return out;
}

function editText(document: Document, edit: Edit): TextEdit[] {
  const { tape } = document.parsed;
  if ('set' in edit) return setText(document, edit.set, edit.to);
  if ('remove' in edit) return removeText(document, edit.remove);
  if ('rename' in edit) {
    const { node, depth } = tape.find(split(edit.rename));
    const key = node !== undefined && depth === split(edit.rename).length ? tape.keySpan(node) : undefined;
    return key ? [{ ...key, text: JSON.stringify(edit.to) }] : [];
  }
  const segments = split(edit.within);
  const { node, depth } = tape.find(segments);
  if (node === undefined || depth < segments.length || tape.type(node) !== NodeType.string) return [];
  const raw = document.text.slice(tape.start(node), tape.end(node));
  return [{ start: tape.start(node) + decodedOffset(raw, edit.start), end: tape.start(node) + decodedOffset(raw, edit.end), text: JSON.stringify(edit.to).slice(1, -1) }];
}

function setText(document: Document, pointer: string, value: Json): TextEdit[] {
  const { tape } = document.parsed;
  const segments = split(pointer);
  const { node, depth } = tape.find(segments);
  if (node === undefined) return [];
  const style = styleOf(document);
  if (depth === segments.length) {
    return [{ ...tape.span(node), text: print(value, style, indentAt(document.text, tape.start(node)), sameLine(document.text, tape, node)) }];
  }
  if (depth !== segments.length - 1 || tape.type(node) > NodeType.array) return [];
  const children = tape.children(node);
  const prefix = tape.type(node) === NodeType.object ? `${JSON.stringify(segments.at(-1))}:${style.compact ? '' : ' '}` : '';
  const last = children.at(-1);
  if (last !== undefined) {
    const start = tape.keySpan(last)?.start ?? tape.start(last);
    const flat = !document.text.slice(tape.start(node), start).includes('\n') && !document.text.slice(tape.start(node), start).includes('\r');
    const indent = indentAt(document.text, start);
    const gap = flat ? (style.compact ? '' : ' ') : style.eol + indent;
    return [{ start: tape.end(last), end: tape.end(last), text: `,${gap}${prefix}${print(value, style, indent, flat)}` }];
  }
  const outer = indentAt(document.text, tape.start(node));
  const inside = style.compact ? `${prefix}${print(value, style, outer, true)}` : `${style.eol}${outer}${style.indent}${prefix}${print(value, style, outer + style.indent, false)}${style.eol}${outer}`;
  return [{ start: tape.start(node) + 1, end: Math.max(tape.end(node) - 1, tape.start(node) + 1), text: inside }];
}

function removeText(document: Document, pointer: string): TextEdit[] {
  const { tape, text } = { tape: document.parsed.tape, text: document.text };
  const segments = split(pointer);
  if (segments.length === 0) return [];
  const { node, depth } = tape.find(segments);
  const parent = tape.find(segments.slice(0, -1)).node;
  if (node === undefined || parent === undefined || depth < segments.length) return [];
  const siblings = tape.children(parent);
  const index = siblings.indexOf(node);
  const start = (i: number): number => tape.keySpan(siblings[i]!)?.start ?? tape.start(siblings[i]!);
  // with its comma and the white space before it, so that the lines around it stay as they are
  if (index > 0) {
    let from = text.lastIndexOf(',', start(index));
    if (from < tape.end(siblings[index - 1]!)) from = tape.end(siblings[index - 1]!);
    const next = siblings[index + 1];
    if (next === undefined) return [{ start: tape.end(siblings[index - 1]!), end: tape.end(node), text: '' }];
    const to = text.lastIndexOf(',', start(index + 1));
    return [{ start: from, end: Math.max(to, tape.end(node)), text: '' }];
  }
  if (siblings.length > 1) return [{ start: start(0), end: start(1), text: '' }];
  return [{ start: tape.start(parent) + 1, end: Math.max(tape.end(parent) - 1, tape.end(node)), text: '' }];
}

interface Style { readonly indent: string; readonly eol: string; readonly compact: boolean }
const styles = new WeakMap<Document, Style>();

/** Indentation unit and line end of a file, as its first indented line has them. */
function styleOf(document: Document): Style {
  const known = styles.get(document);
  if (known) return known;
  const { text } = document;
  const line = /(\r\n|\n|\r)([ \t]+)\S/.exec(text);
  const style = { indent: line?.[2] ?? '  ', eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n', compact: line === null && !/[:,] /.test(text) };
  styles.set(document, style);
  return style;
}

/** The white space at the start of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

function sameLine(text: string, tape: Tape, node: number): boolean {
  return tape.type(node) <= NodeType.array && tape.next(node) > node + 1 && !/[\r\n]/.test(text.slice(tape.start(node), tape.end(node)));
}

/** A short list of scalars stays on one line, as people write it. */
function print(value: Json, style: Style, indent: string, flat: boolean): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (style.compact) return JSON.stringify(value);
  const entries = isArray(value) ? value : Object.entries(value);
  if (entries.length === 0) return isArray(value) ? '[]' : '{}';
  const inner = indent + style.indent;
  const parts = isArray(value)
    ? value.map(item => print(item, style, inner, flat))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(item, style, inner, flat)}`);
  const [open, close] = isArray(value) ? '[]' : '{}';
  if (flat) return isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  return `${open}${style.eol}${parts.map(part => inner + part).join(`,${style.eol}`)}${style.eol}${indent}${close}`;
}
