import type { Cursor } from '../cursor.ts';
import { isEqual, isArray, isObject, type Json } from '../json/json.ts';
import type { Marks } from '../shapes/table.ts';
import { compareTexts } from '../wording.ts';
import { dateIn } from './dated.ts';
import { inDialectOf } from './in-dialect.ts';

/** The advice for a deprecated field: `use data_storage_setting`. */
export function replacementAdvice(
  { 'x-replaced-by': name, 'x-replaced-beside': siblingField }: Marks,
  write = (field: string): string => field,
): string | undefined {
  return name === undefined ? siblingField?.words : `use ${write(name)}`;
}

/** The field that replaces a deprecated field, and the equivalent value for this field, if the schema defines one. */
export function successorOf(formerCursor: Cursor): {
  readonly at: Cursor | undefined;
  readonly value: Json | undefined;
} {
  const name = formerCursor.marks['x-replaced-by'];
  return { at: name === undefined ? undefined : formerCursor.sibling(name), value: translatedValue(formerCursor) };
}

/** The new value according to `x-replaced-as`: its `value` is the deprecated value as a list of strings. */
function translatedValue(formerCursor: Cursor): Json | undefined {
  const form = formerCursor.marks['x-replaced-as'] as Json | undefined;
  if (!isObject(form)) return undefined;
  const items = isArray(formerCursor.value) ? formerCursor.value : [formerCursor.value];
  if (items.length === 0 || !items.every(item => typeof item === 'string' || typeof item === 'number'))
    return undefined;
  return { ...form, value: items.map(String) };
}

/**
 * Whether a deprecated field and its replacement have equivalent values. Undefined if one field is missing, or if the
 * schema defines no mapping.
 */
export function hasAgreement(formerCursor: Cursor): boolean | undefined {
  const { at, value } = successorOf(formerCursor);
  if (!at?.exists || at.isNull) return undefined;
  const equivalentValues = (formerCursor.marks['x-replaced-values'] ?? {}) as Readonly<Record<string, readonly Json[]>>;
  const key = String(formerCursor.value);
  if (Object.hasOwn(equivalentValues, key))
    return typeof at.value === 'string' ? equivalentValues[key]!.includes(at.value) : undefined;
  return value === undefined ? undefined : isEqual(withSortedValues(value), withSortedValues(at.value!));
}

/** A filter with its values sorted, because their order has no effect. */
const withSortedValues = (filter: Json): Json =>
  isObject(filter) && isArray(filter['value'])
    ? { ...filter, value: [...new Set(filter['value'].map(String))].sort(compareTexts) }
    : filter;

/** The retirement of a value: its date in words, and the successor of the value. */
interface Retirement {
  readonly date: string;
  readonly words: string;
  readonly successor: string | undefined;
  /** The URL of the announcement. */
  readonly address?: string;
}

/**
 * The retirement of a value according to the facts or a notice; a notice may concern only one spelling of the value.
 */
export function retirementOf({ marks, value, document }: Cursor): Retirement | undefined {
  if (typeof value !== 'string') return undefined;
  const date = dateIn(marks['x-until-values'], value);
  if (date !== undefined)
    return { date: date, words: `is retired (since ${date})`, successor: marks['x-retired-values']?.[value] };
  const notices = marks['x-notices'] ?? {},
    notice = Object.hasOwn(notices, value) ? notices[value] : undefined;
  if (!notice || (notice.as !== undefined && inDialectOf(document, value) !== notice.as)) return undefined;
  const { refused, migrated, successor, address } = notice;
  const words = `is refused on create and update since ${refused}`;
  return {
    date: refused,
    words: migrated === undefined ? words : `${words}, migrated ${migrated}`,
    successor,
    address,
  };
}
