import { driftValues } from '../../compare/drift-values.ts';
import type { Cursor } from '../../core/cursor.ts';
import { forPlatform } from '../../core/domain/contents.ts';
import { redacted } from '../../core/domain/redacted.ts';
import { setOwn, type Json } from '../../core/json/json.ts';
import { split } from '../../core/json/pointer.ts';
import { showsCredential } from '../../core/secrets.ts';
import { entryOf } from '../../core/shapes/table.ts';

/** A field of a body. */
export interface Field {
  readonly key: string;
  readonly value: Json;
  /** Where a file has it; undefined for what no file says in these words. */
  readonly at: Cursor | undefined;
}
const fieldOf = (at: Cursor): Field => ({ key: at.key, value: at.value!, at });

/** All that a request can say of a record. @param omitted keys that say what it is, and not how */
export const newFields = (record: Cursor, ...omitted: readonly (string | undefined)[]): readonly Field[] =>
  record
    .entries()
    .filter(at => !omitted.includes(at.key) && !forPlatform.isAside(at, undefined))
    .map(fieldOf);

/** What of a record in the files an account has otherwise. @returns what no value can undo, too */
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
    // what an operation of its own changes; and without a channel the operation says which it is
    if (at.marks['x-state'] || (at.key === 'channel' && !at.exists)) continue;
    if (at.exists) fields.push(fieldOf(at));
    else if (isNullable(at)) fields.push({ key: at.key, value: null, at: undefined });
    else if (at.marks.default !== undefined) fields.push({ key: at.key, value: at.marks.default, at: undefined });
    else unset.push(at);
  }
  return { fields, unset };
}
const isNullable = ({ entry }: Cursor): boolean => entryOf(entry).types?.includes('null') !== false;

/** A value whose strings may stand for others: then they are a name, for whoever sends it. */
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
/** Whether a string is, or has, what is never printed. */
export const isSecret = (at: Cursor): boolean => redacted(at) !== at.value;

/** The deepest body that is read. */
const DEEPEST = 100;
/** Whether a value can be printed with names in the place of its secrets: one may be a key, or a number. */
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
