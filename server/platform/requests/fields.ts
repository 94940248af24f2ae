import { driftValues } from '../../compare/drift-values.ts';
import type { Cursor } from '../../core/cursor.ts';
import { forPlatform } from '../../core/domain/contents.ts';
import { redact } from '../../core/domain/redacted.ts';
import { setOwn, type Json } from '../../core/json/json.ts';
import { split } from '../../core/json/pointer.ts';
import { showsCredential } from '../../core/secrets.ts';
import { entryOf } from '../../core/shapes/table.ts';

/** A field of a body. */
export interface Field {
  readonly key: string;
  readonly value: Json;
  /** Its place in a file; undefined if no file contains it literally. */
  readonly at: Cursor | undefined;
}
const fieldOf = (at: Cursor): Field => ({ key: at.key, value: at.value!, at });

/** The fields of a record that a request can set. @param omitted keys that identify the record */
export const newFields = (record: Cursor, ...omitted: readonly (string | undefined)[]): readonly Field[] =>
  record
    .entries()
    .filter(at => !omitted.includes(at.key) && !forPlatform.isAside(at, undefined))
    .map(fieldOf);

/** The fields of a record that differ in the account. @returns also those that no value can undo */
export function changedFields(
  here: Cursor,
  there: Cursor,
): { readonly fields: readonly Field[]; readonly unset: readonly Cursor[] } {
  const depth = split(here.pointer).length,
    keys = driftValues({ base: undefined, here, there }).map(({ pointer }) => split(pointer)[depth]);
  const fields: Field[] = [],
    unset: Cursor[] = [];
  for (const key of new Set(keys)) {
    if (key === undefined) continue;
    const at = here.get(key);
    // these fields have operations of their own; without a channel, the operation implies it
    if (at.marks['x-state'] || (at.key === 'channel' && !at.exists)) continue;
    if (at.exists) fields.push(fieldOf(at));
    else if (isNullable(at)) fields.push({ key: at.key, value: null, at: undefined });
    else if (at.marks.default !== undefined) fields.push({ key: at.key, value: at.marks.default, at: undefined });
    else unset.push(at);
  }
  return { fields, unset };
}
const isNullable = ({ entry }: Cursor): boolean => entryOf(entry).types?.includes('null') !== false;

/** A value in which names replace some strings; the sender looks up their values. */
export function withNames(at: Cursor, nameAt: (at: Cursor) => string | undefined): Json {
  const { value = null } = at;
  if (typeof value === 'string') {
    const name = nameAt(at);
    return name === undefined ? value : `{{${name}}}`;
  }
  if (at.isArray) return at.items().map(item => withNames(item, nameAt));
  if (!at.isObject) return value;
  const copy = {};
  for (const child of at.entries()) setOwn(copy, child.key, withNames(child, nameAt));
  return copy;
}
/** Whether a string is or contains a credential, which is never printed. */
export const isSecret = (at: Cursor): boolean => redact(at) !== at.value;

/** The deepest body that is read. */
const DEEPEST = 100;
/** Whether names can replace all secrets of a value; a secret may be a key or a number, which have none. */
export const isPrintable = ({ at, key }: Field): boolean =>
  !at ||
  (depthOf(at.value!) < DEEPEST &&
    !showsCredential(JSON.stringify({ [key]: withNames(at, one => (isSecret(one) ? 'secret' : undefined)) })));

function depthOf(value: Json): number {
  let depth = 0;
  for (let level: Json[] = [value]; level.length > 0 && depth <= DEEPEST; depth++)
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? (Object.values(one) as Json[]) : []));
  return depth;
}
