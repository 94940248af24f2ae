import type { Cursor } from '../cursor.ts';
import { equal, isArray, isObject, type Json } from '../json/json.ts';
import type { Marks } from '../shapes/table.ts';
import { compareTexts } from '../wording.ts';

/** The advice for a deprecated field: `use data_storage_setting`. */
export function insteadOf(
  { 'x-replaced-by': name, 'x-replaced-beside': beside }: Marks,
  write = (field: string): string => field,
): string | undefined {
  return name === undefined ? beside?.words : `use ${write(name)}`;
}

/** The replacement of a deprecated field and the equivalent value there, if the schema gives one. */
export function successorOf(old: Cursor): { readonly at: Cursor | undefined; readonly value: Json | undefined } {
  const name = old.marks['x-replaced-by'];
  return { at: name === undefined ? undefined : old.sibling(name), value: translated(old) };
}

/**
 * The new value according to `x-replaced-as`; its `value` is the old list (or the old value as its only item), as
 * strings.
 */
function translated(old: Cursor): Json | undefined {
  const form = old.marks['x-replaced-as'] as Json | undefined;
  if (!isObject(form)) return undefined;
  const items = isArray(old.value) ? old.value : [old.value];
  if (items.length === 0 || !items.every(item => typeof item === 'string' || typeof item === 'number'))
    return undefined;
  return { ...form, value: items.map(String) };
}

/** Whether old and new field have equivalent values; `undefined` if one is missing or the schema has no mapping. */
export function hasAgreement(old: Cursor): boolean | undefined {
  const { at, value } = successorOf(old);
  if (!at?.exists || at.isNull) return undefined;
  const agreeing = (old.marks['x-replaced-values'] ?? {}) as Readonly<Record<string, readonly Json[]>>;
  const key = String(old.value);
  if (Object.hasOwn(agreeing, key)) return typeof at.value === 'string' ? agreeing[key]!.includes(at.value) : undefined;
  return value === undefined ? undefined : equal(inOrder(value), inOrder(at.value!));
}

/** A filter with its values sorted, because their order has no effect. */
const inOrder = (filter: Json): Json =>
  isObject(filter) && isArray(filter['value'])
    ? { ...filter, value: [...new Set(filter['value'].map(String))].sort(compareTexts) }
    : filter;
