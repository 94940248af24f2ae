import { toDialectNames, isDescribed } from '../core/dialects/translate.ts';
import { namesOf, type NamePairs } from '../core/dialects/names.ts';
import type { Document } from '../core/document.ts';
import { applyTextEdits } from '../core/fixing/apply.ts';
import type { TextEdit } from '../core/finding.ts';
import { entryOf } from '../core/shapes/table.ts';
import { decode, NodeType } from '../core/syntax/syntax-nodes.ts';
import { cursorOf } from '../features/offset-context.ts';

/** The names of the platform, paired with the names of the specification. */
export const retell: NamePairs = namesOf('retell')!;

/** Translates a text from the names of the specification to a dialect. All other text stays unchanged. */
export function respelled(document: Document, names: NamePairs = retell): string {
  const { nodes } = document.parsed,
    edits: TextEdit[] = [];
  if (!document.kind) return document.text;
  for (let node = 0; node < nodes.length; node++) {
    const cursor = cursorOf(document, node),
      key = nodes.keySpan(node),
      raw = document.text.slice(nodes.start(node), nodes.end(node));
    const spelling = key && names.spellingOf(cursor.key);
    if (spelling !== undefined && cursor.parent && isDescribed(entryOf(cursor.parent.entry)))
      edits.push({ ...key!, text: quotedAs(document.text.slice(key!.start, key!.end), spelling) });
    if (nodes.type(node) !== NodeType.string) continue;
    const value = decode(raw),
      otherValue = toDialectNames(value, cursor.entry, names);
    if (typeof otherValue === 'string' && otherValue !== value)
      edits.push({ ...nodes.span(node), text: quotedAs(raw, otherValue) });
  }
  return applyTextEdits(document.text, edits)!;
}

const quotedAs = (raw: string, text: string): string => (/^["']/.test(raw) ? raw[0]! + text + raw[0]! : text);
