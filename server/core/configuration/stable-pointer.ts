import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { isArray, property, type Json } from '../json/json.ts';
import { escape, isIndex, join, split, unescape, type Pointer } from '../json/pointer.ts';
import { addTo } from '../json/multimap.ts';
import { showsCredential } from '../secrets.ts';
import { countWhile } from '../syntax/search.ts';

/**
 * A pointer that selects list items by their identifying key instead of their index, so that it survives inserted and
 * moved items: `/nodes[id=greet]/instruction`. If several items have the same key, their order counts:
 * `/nodes[id=greet][1]`. A pointer into a list at the root begins with a selector: `/[agent_id=agent_desk]/tags`. In a
 * selector's value, `~2` encodes `]`, in addition to `~0` and `~1` of RFC 6901.
 */
export type StablePointer = string;

const selector = /^(.*?)\[([^[\]=]+)=([^[\]]*)\](?:\[(\d+)\])?$/s;

/**
 * The stable pointer of a place. The place need not exist: segments that do not exist are appended literally.
 * @param isNamed whether an item may be selected by this id; if not, it is selected by its index
 */
export function stablePointer(
  document: Document,
  pointer: Pointer,
  isNamed: (id: string) => boolean = () => true,
): StablePointer {
  let cursor = document.at('');
  let pointerText = '';
  for (const segment of split(pointer)) {
    const selector = cursor.isArray ? selectorOf(cursor, segment, isNamed) : undefined;
    const plainPointer = join('', segment);
    // use the index if the list has a sibling whose key looks like the list with this selector
    const hasClash =
      selector !== undefined &&
      pointerText !== '' &&
      cursor.parent !== undefined &&
      cursor.sibling(`${cursor.key}${selector.raw}`).exists;
    pointerText +=
      selector !== undefined && !hasClash ? `${pointerText === '' ? '/' : ''}${selector.selectorText}` : plainPointer;
    cursor = cursor.at(join('', segment));
  }
  return pointerText;
}

/**
 * A stable pointer without credentials, for files: an item whose id is a credential is selected by its index.
 * Undefined if a key in the pointer is a credential.
 */
export function safeStablePointer(document: Document, pointer: Pointer): StablePointer | undefined {
  const safePointer = stablePointer(document, pointer, id => !showsCredential(id));
  return split(pointer).some(showsCredential) || showsCredential(safePointer) ? undefined : safePointer;
}

/** All places that a stable pointer selects: none without a match, several if a key is not unique. */
export function resolveStable(document: Document, stable: StablePointer): Pointer[] {
  let cursors: Cursor[] = [document.at('')];
  if (stable === '') return cursors[0]!.exists ? [''] : [];
  for (const token of stable.slice(1).split('/')) {
    const literal = fromSelector(token);
    cursors = cursors.flatMap(cursor => {
      const child = cursor.at(join('', literal));
      if (child.exists) return [child];
      const parts = selector.exec(token);
      if (!parts) return [];
      const list = parts[1] === '' && cursor.isArray ? cursor : cursor.at(join('', fromSelector(parts[1]!)));
      const indexes = itemsBy(list, fromSelector(parts[2]!), fromSelector(parts[3]!));
      return (parts[4] === undefined ? indexes : indexes.slice(Number(parts[4]), Number(parts[4]) + 1)).map(index =>
        list.get(index),
      );
    });
  }
  return cursors.map(cursor => cursor.pointer);
}

/** The fault of a stable pointer that starts with /, in a few words; undefined if the pointer is well formed. */
export function stablePointerProblem(stable: string): string | undefined {
  if (/~(?![012])/.test(stable)) return '~ without 0, 1 or 2';
  if (stable.split('/').some(token => /^[^[\]]*\[[\w-]+=[^\]]*$/.test(token))) return '[ without ]';
  return undefined;
}

const fromSelector = (token: string): string => unescape(token.replaceAll('~2', ']'));
const escapeSelector = (text: string): string => escape(text).replaceAll(']', '~2');

function selectorOf(
  list: Cursor,
  segment: string,
  isNamed: (id: string) => boolean,
): { readonly selectorText: string; readonly raw: string } | undefined {
  const key = identityOf(list);
  const item = isIndex(segment) ? (list.value as readonly Json[])[Number(segment)] : undefined;
  const id = identifier(property(item, key ?? ''));
  // brackets or equals signs in the key or id would be read as part of the selector
  if (key === undefined || id === undefined || id.includes('[') || /[[\]=]/.test(key) || !isNamed(id)) return undefined;
  const indexes = itemsBy(list, key, id);
  const rank = indexes.length > 1 ? `[${countWhile(indexes.length, i => indexes[i]! < Number(segment))}]` : '';
  return { raw: `[${key}=${id}]${rank}`, selectorText: `[${escapeSelector(key)}=${escapeSelector(id)}]${rank}` };
}

/** The name of the key that identifies the items of a list. */
const identityOf = (list: Cursor): string | undefined => list.marks['x-identity'];

const identifier = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function itemsBy(list: Cursor, key: string, id: string): readonly number[] {
  if (!isArray(list.value)) return [];
  const byKey = list.remember(itemsBy, () => new Map<string, Map<string, number[]>>());
  let byId = byKey.get(key);
  if (!byId) {
    byKey.set(key, (byId = new Map()));
    for (const [index, item] of list.value.entries()) {
      const name = identifier(property(item, key));
      if (name === undefined) continue;
      addTo(byId, name, index);
    }
  }
  return byId.get(id) ?? [];
}
