import { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { isArray, isObject, setOwn, type Json } from '../../core/json/json.ts';
import { kinds } from '../../core/kinds.ts';
import { layoutOf } from '../../core/layout.ts';
import { plainReading } from '../../core/recognition.ts';
import { pointerOfNode } from '../../core/locate.ts';
import { childEntry, entryOf, rootOf, UNKNOWN_ENTRY } from '../../core/shapes/table.ts';
import { parseText, valueOf } from '../../core/syntax/parse.ts';
import { NodeType } from '../../core/syntax/syntax-nodes.ts';
import { countBefore, type CompletionContext } from './context.ts';

/**
 * The maximum distance after the caret, in characters, up to which the members of an object are read again if the text
 * is broken.
 */
const MAX_REPAIR_DISTANCE = 50_000;

/** The surroundings of the caret as the schemas describe them. */
interface CompletionSubject {
  /** The object or list around the caret, without the half-typed text; `undefined` at the top of the text. */
  readonly container: Cursor | undefined;
  /** The value at the caret, whether it exists or not; for a key, the object itself. */
  readonly cursor: Cursor;
  /** The object or list as it is in the text. Results are cached by this cursor. */
  readonly original: Cursor;
}

/** The subject at a caret. Damage that the half-typed text does to its surroundings is repaired. */
export function caretPlace(document: Document, context: CompletionContext): CompletionSubject {
  if (context.container === undefined) {
    const cursor = new Cursor(document, undefined, entryOfFile(document, undefined), undefined, '');
    return { container: undefined, cursor, original: document.top };
  }
  const { nodes } = document.parsed;
  const pointer = pointerOfNode(nodes, context.container);
  const original = document.at(pointer);
  const start = context.token?.start ?? context.tail;
  if (nodes.type(context.container) === NodeType.array) {
    return {
      container: original,
      cursor: itemOf(original, countBefore(nodes, context.container, start), context.token !== undefined),
      original,
    };
  }
  // a value that selects a variant must not limit the alternatives to itself
  const isDeciding = context.key !== undefined && variantsBy(original) === original.get(context.key).key;
  const surroundingCursor =
    document.valid && !isDeciding ? original : repairedObject(document, original, context, start);
  return {
    container: surroundingCursor,
    cursor: context.part === 'key' ? surroundingCursor : surroundingCursor.get(context.key ?? ''),
    original,
  };
}

/** The entry of the shape table for a whole file with this value. */
function entryOfFile({ kind }: Document, value: Json | undefined): number {
  if (!kind) return UNKNOWN_ENTRY;
  return value === undefined ? rootOf(kinds[kind].shapes[0]) : layoutOf(kind, value, plainReading(true)).entry;
}

/** The cursor of a list item: of the half-typed one, or of a new one at that index. */
function itemOf(list: Cursor, index: number, isTyped: boolean): Cursor {
  const value = isTyped && isArray(list.value) ? list.value[index] : undefined;
  return new Cursor(list.document, value, undefined, list, index);
}

/**
 * The object at the caret, repaired. Before the caret, the syntax nodes are reliable. The members up to
 * `MAX_REPAIR_DISTANCE` after the caret are read again, as if the half-typed member ended at the caret; the nodes behind
 * them are not changed.
 */
function repairedObject(document: Document, cursor: Cursor, context: CompletionContext, start: number): Cursor {
  const { nodes } = document.parsed,
    value: Record<string, Json> = {};
  const openingText = context.part === 'key' && context.follower !== undefined ? '{"":' : '{';
  const skippedOffset = context.follower === 'colon' ? document.text.indexOf(':', context.tail) + 1 : context.tail;
  for (const child of nodes.children(context.container!)) {
    const key = nodes.keySpan(child)?.start ?? start;
    const isBeyond = key >= context.tail && nodes.end(child) >= skippedOffset + MAX_REPAIR_DISTANCE;
    if (key >= start && !isBeyond) continue;
    const name = nodes.key(child)!;
    if (isObject(cursor.value) && Object.hasOwn(cursor.value, name)) setOwn(value, name, cursor.value[name]!);
  }
  // a key at the caret is still being typed; at a value, the key is kept and the typed part of the value is removed
  if (context.part === 'value' && context.key !== undefined) delete value[context.key];
  const followingMembers = valueOf(
    parseText(openingText + document.text.slice(skippedOffset, skippedOffset + MAX_REPAIR_DISTANCE), true).nodes,
  );
  if (isObject(followingMembers))
    for (const [key, item] of Object.entries(followingMembers))
      if (key !== '' && !Object.hasOwn(value, key)) setOwn(value, key, item);
  const { parent, segment } = cursor;
  return new Cursor(
    document,
    value,
    undecidedEntry(cursor) ?? (parent ? cursor.entry : entryOfFile(document, value)),
    parent,
    segment,
  );
}

/** The entry of the shape table that the parent assigns to a place, before the value selects a variant. */
function undecidedEntry({ parent, segment }: Cursor): number | undefined {
  if (!parent || parent.entry === UNKNOWN_ENTRY) return undefined;
  return childEntry(parent.entry, parent.isArray ? Number(segment) : String(segment));
}
const variantsBy = (place: Cursor): string | undefined => entryOf(undecidedEntry(place) ?? UNKNOWN_ENTRY).variants?.by;
