import { driftValues } from '../../compare/drift-values.ts';
import type { Cursor } from '../../core/cursor.ts';
import { platformComparison } from '../../core/domain/contents.ts';
import { redact } from '../../core/domain/redacted.ts';
import { setOwn, type Json } from '../../core/json/json.ts';
import { split } from '../../core/json/pointer.ts';
import { showsCredential } from '../../core/secrets.ts';
import { entryOf } from '../../core/shapes/table.ts';

/** A field of a body. */
export interface Field {
  readonly key: string;
  readonly value: Json;
  /** The place of the field in a file; undefined if no file contains the field literally. */
  readonly at: Cursor | undefined;
}
const fieldOf = (cursor: Cursor): Field => ({ key: cursor.key, value: cursor.value!, at: cursor });

/**
 * The fields of a record that a request can set.
 * @param omittedKeys keys that identify the record
 */
export const newFields = (record: Cursor, ...omittedKeys: readonly (string | undefined)[]): readonly Field[] =>
  record
    .entries()
    .filter(cursor => !omittedKeys.includes(cursor.key) && !platformComparison.isIgnored(cursor, undefined))
    .map(fieldOf);

/**
 * The fields of a record that differ in the account.
 * @returns `unsetFields`: fields that cannot be reset, because no value removes them
 */
export function changedFields(
  cursor: Cursor,
  target: Cursor,
): { readonly fields: readonly Field[]; readonly unsetFields: readonly Cursor[] } {
  const depth = split(cursor.pointer).length,
    keys = driftValues({ base: undefined, fileRecord: cursor, accountRecord: target }).map(
      ({ pointer }) => split(pointer)[depth],
    );
  const fields: Field[] = [],
    unsetCursors: Cursor[] = [];
  for (const key of new Set(keys)) {
    if (key === undefined) continue;
    const field = cursor.get(key);
    // fields with this mark have operations of their own, and a missing channel follows from the operation
    if (field.marks['x-state'] || (field.key === 'channel' && !field.exists)) continue;
    if (field.exists) fields.push(fieldOf(field));
    else if (isNullable(field)) fields.push({ key: field.key, value: null, at: undefined });
    else if (field.marks.default !== undefined)
      fields.push({ key: field.key, value: field.marks.default, at: undefined });
    else unsetCursors.push(field);
  }
  return { fields, unsetFields: unsetCursors };
}
const isNullable = ({ entry }: Cursor): boolean => entryOf(entry).types?.includes('null') !== false;

/** A value with placeholders for some strings; the sender replaces the placeholders. */
export function withPlaceholders(cursor: Cursor, nameAt: (value: Cursor) => string | undefined): Json {
  const { value = null } = cursor;
  if (typeof value === 'string') {
    const name = nameAt(cursor);
    return name === undefined ? value : `{{${name}}}`;
  }
  if (cursor.isArray) return cursor.items().map(item => withPlaceholders(item, nameAt));
  if (!cursor.isObject) return value;
  const copy = {};
  for (const child of cursor.entries()) setOwn(copy, child.key, withPlaceholders(child, nameAt));
  return copy;
}
/** Whether a string is or contains a credential. Credentials are never printed. */
export const isSecret = (cursor: Cursor): boolean => redact(cursor) !== cursor.value;

/** The maximum nesting of a body that the stand-in reads. */
const MAX_DEPTH = 100;
/** Whether placeholders can replace all credentials in a value. Keys and numbers cannot be replaced. */
export const isPrintable = ({ at, key }: Field): boolean =>
  !at ||
  (depthOf(at.value!) < MAX_DEPTH &&
    !showsCredential(
      JSON.stringify({ [key]: withPlaceholders(at, cursor => (isSecret(cursor) ? 'secret' : undefined)) }),
    ));

function depthOf(value: Json): number {
  let depth = 0;
  for (let level: Json[] = [value]; level.length > 0 && depth <= MAX_DEPTH; depth++)
    level = level.flatMap(value =>
      typeof value === 'object' && value !== null ? (Object.values(value) as Json[]) : [],
    );
  return depth;
}
