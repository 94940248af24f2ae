import { Document } from './document.ts';
import type { Edit, Fix, TextEdit } from './finding.ts';
import { isArray, type Json } from './json.ts';
import { split, type Pointer } from './pointer.ts';
import { decodedOffset, NodeType, type Tape } from './syntax/tape.ts';

/** The smallest changes of the text that carry out structural edits: indentation, key order, spelling of numbers and comments stay. */
export function textEditsOf(document: Document, fix: Fix): TextEdit[] {
  const removed = fix.edits.flatMap(edit => ('remove' in edit ? [edit.remove] : []));
  const others = fix.edits.flatMap(edit => ('remove' in edit ? [] : editText(document, edit)));
  return [...removals(document, removed), ...others, ...(fix.textEdits ?? [])];
}

/** Applies edits that do not overlap; `undefined` if some do. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const sorted = edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end || a.order - b.order);
  let out = '',
    at = 0;
  for (const { edit } of sorted) {
    if (edit.start < at) return undefined;
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}

/** The text after a fix; unchanged if the fix does not fit it. */
export function applyFix(document: Document, fix: Fix): string {
  return applyTextEdits(document.text, textEditsOf(document, fix)) ?? document.text;
}

/** The text after as many of these fixes as do not touch each other; first come, first served. */
export function applyFixes(
  document: Document,
  fixes: readonly Fix[],
): { readonly text: string; readonly applied: number } {
  const { edits, applied } = editsOfFixes(document, fixes);
  return { text: applyTextEdits(document.text, edits) ?? document.text, applied };
}

/** The edits of as many of these fixes as do not touch each other, in the order of the text; first come, first served. */
export function editsOfFixes(
  document: Document,
  fixes: readonly Fix[],
): { readonly edits: readonly TextEdit[]; readonly applied: number } {
  const taken: TextEdit[] = [];
  let applied = 0;
  for (const fix of fixes) {
    const edits = textEditsOf(document, fix);
    if (edits.length === 0 || edits.some(edit => touchesAny(edit, taken))) continue;
    for (const edit of edits) taken.splice(placeOf(edit, taken), 0, edit);
    applied++;
  }
  return { edits: taken, applied };
}

/** Where an edit belongs among edits that are in the order of the text. */
function placeOf(edit: TextEdit, sorted: readonly TextEdit[]): number {
  let low = 0,
    high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]!.start < edit.start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Edits that do not touch each other are in one order by start and by end, so only neighbours can touch a further one. */
function touchesAny(edit: TextEdit, sorted: readonly TextEdit[]): boolean {
  const place = placeOf(edit, sorted);
  for (let i = place - 1; i >= 0; i--) {
    if (touches(edit, sorted[i]!)) return true;
    if (sorted[i]!.end < edit.start) break;
  }
  for (let i = place; i < sorted.length && sorted[i]!.start <= edit.end; i++)
    if (touches(edit, sorted[i]!)) return true;
  return false;
}

const touches = (a: TextEdit, b: TextEdit): boolean =>
  (a.start < b.end && b.start < a.end) ||
  a.start === b.start ||
  ((a.start === a.end || b.start === b.end) && a.start <= b.end && b.start <= a.end);

function editText(document: Document, edit: Exclude<Edit, { readonly remove: Pointer }>): TextEdit[] {
  const { tape } = document.parsed;
  if ('set' in edit) return setText(document, edit.set, edit.to);
  if ('rename' in edit) {
    const { node, depth } = tape.find(split(edit.rename));
    const key = node !== undefined && depth === split(edit.rename).length ? tape.keySpan(node) : undefined;
    return key ? [{ ...key, text: JSON.stringify(edit.to) }] : [];
  }
  const segments = split(edit.within);
  const { node, depth } = tape.find(segments);
  if (node === undefined || depth < segments.length || tape.type(node) !== NodeType.string) return [];
  const raw = document.text.slice(tape.start(node), tape.end(node));
  return [
    {
      start: tape.start(node) + decodedOffset(raw, edit.start),
      end: tape.start(node) + decodedOffset(raw, edit.end),
      text: JSON.stringify(edit.to).slice(1, -1),
    },
  ];
}

function setText(document: Document, pointer: string, value: Json): TextEdit[] {
  const { tape } = document.parsed;
  const segments = split(pointer);
  const { node, depth } = tape.find(segments);
  if (node === undefined) return [];
  const style = styleOf(document);
  if (depth === segments.length) {
    return [
      {
        ...tape.span(node),
        text: print(
          value,
          style,
          indentAt(document.text, tape.start(node)),
          sameLine(document.text, tape, node),
          itemsInLines(document.text, tape, node),
        ),
      },
    ];
  }
  if (depth !== segments.length - 1 || tape.type(node) > NodeType.array) return [];
  const children = tape.children(node);
  const prefix =
    tape.type(node) === NodeType.object ? `${JSON.stringify(segments.at(-1))}:${style.compact ? '' : ' '}` : '';
  const last = children.at(-1);
  if (last !== undefined) {
    const start = tape.keySpan(last)?.start ?? tape.start(last);
    const flat =
      !document.text.slice(tape.start(node), start).includes('\n') &&
      !document.text.slice(tape.start(node), start).includes('\r');
    const indent = indentAt(document.text, start);
    const space = style.compact ? '' : ' ';
    const gap = flat ? space : style.eol + indent;
    const end = tape.end(last),
      added = `${gap}${prefix}${print(value, style, indent, flat)}`;
    // a remark at the end of the last line is about what stands in that line
    const remark =
      document.allowsComments && !flat
        ? (/^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(document.text.slice(end, tape.end(node)))?.[0] ?? '')
        : '';
    return [{ start: end, end: end + remark.length, text: `,${remark}${added}` }];
  }
  const outer = indentAt(document.text, tape.start(node));
  const held = document.text.slice(tape.start(node) + 1, tape.end(node) - 1).trimEnd();
  if (held.trim() !== '' && document.allowsComments) {
    const at = tape.start(node) + 1 + held.length,
      gap = `${style.eol}${outer}${style.indent}`;
    const isOpen = !/[\r\n]/.test(document.text.slice(at, tape.end(node) - 1));
    return [
      {
        start: at,
        end: isOpen ? tape.end(node) - 1 : at,
        text: `${gap}${prefix}${print(value, style, outer + style.indent, false)}${isOpen ? style.eol + outer : ''}`,
      },
    ];
  }
  const inside = style.compact
    ? `${prefix}${print(value, style, outer, true)}`
    : `${style.eol}${outer}${style.indent}${prefix}${print(value, style, outer + style.indent, false)}${style.eol}${outer}`;
  return [{ start: tape.start(node) + 1, end: Math.max(tape.end(node) - 1, tape.start(node) + 1), text: inside }];
}

/** Items and properties that go, each run of neighbours as one, so that exactly the commas between what stays are left. */
function removals(document: Document, pointers: readonly Pointer[]): TextEdit[] {
  const { tape } = document.parsed;
  const byParent = new Map<number, Set<number>>();
  for (const pointer of pointers) {
    const segments = split(pointer);
    const { node, depth } = tape.find(segments);
    const parent = tape.find(segments.slice(0, -1)).node;
    if (segments.length === 0 || node === undefined || parent === undefined || depth < segments.length) continue;
    byParent.set(parent, (byParent.get(parent) ?? new Set()).add(tape.children(parent).indexOf(node)));
  }
  return [...byParent].flatMap(([parent, indexes]) => {
    const children = tape.children(parent);
    const start = (i: number): number => tape.keySpan(children[i]!)?.start ?? tape.start(children[i]!);
    const edits: TextEdit[] = [];
    for (let i = 0; i < children.length; i++) {
      if (!indexes.has(i)) continue;
      const first = i;
      while (indexes.has(i + 1)) i++;
      if (i + 1 < children.length) edits.push({ start: start(first), end: start(i + 1), text: '' });
      else if (first > 0) edits.push({ start: tape.end(children[first - 1]!), end: tape.end(children[i]!), text: '' });
      else
        edits.push({
          start: tape.start(parent) + 1,
          end: Math.max(tape.end(parent) - 1, tape.end(children[i]!)),
          text: '',
        });
    }
    return edits;
  });
}

export interface Style {
  readonly indent: string;
  readonly eol: string;
  readonly compact: boolean;
}
const styles = new WeakMap<Document, Style>();

/** Indentation unit and line end of a file, as its first indented line has them. */
export function styleOf(document: Document): Style {
  const known = styles.get(document);
  if (known) return known;
  const { text } = document;
  const line = /(\r\n|\n|\r)([ \t]+)\S/.exec(text);
  const style = {
    indent: line?.[2] ?? '  ',
    eol: /\r\n|\n|\r/.exec(text)?.[0] ?? '\n',
    compact: line === null && /[:,]\S/.test(text) && !/[:,] /.test(text),
  };
  styles.set(document, style);
  return style;
}

/** The white space at the start of the line of an offset. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))![0];
}

function sameLine(text: string, tape: Tape, node: number): boolean {
  return (
    tape.type(node) <= NodeType.array &&
    tape.next(node) > node + 1 &&
    !/[\r\n]/.test(text.slice(tape.start(node), tape.end(node)))
  );
}

/** Whether this is a list over several lines in which every item has a line of its own: as a new one is then written too. */
function itemsInLines(text: string, tape: Tape, node: number): boolean {
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
function print(value: Json, style: Style, indent: string, flat: boolean, lines = false): string {
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
