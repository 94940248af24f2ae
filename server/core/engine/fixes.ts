import type { Cursor } from '../cursor.ts';
import type { Fix, Part } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { show } from '../wording.ts';

interface FixOptions {
  readonly title?: string;
  readonly safe?: boolean;
}

// These functions make fixes of one edit; the result is undefined if the new value is undefined.

/** Sets a value. If the item of a list would then repeat another item, the fix removes it. */
export const set = (
  cursor: Cursor,
  value: Json | undefined,
  { title = `Use ${show(value)}`, safe = false }: FixOptions = {},
) =>
  typeof value === 'string' && cursor.parent?.isArray && valuesIn(cursor.parent).has(value)
    ? remove(cursor, { title: `Remove ${show(cursor.value)}`, safe })
    : fixOf(value, value => ({ title, safe, edits: [{ set: cursor.pointer, to: value }] }));

/** The items of a list as a set. Cached, because a rule may suggest a value for each item. */
const valuesIn = (list: Cursor): ReadonlySet<Json | undefined> =>
  list.remember(valuesIn, () => new Set(list.items().map(({ value }) => value)));

export const rename = (
  cursor: Cursor,
  newName: string | undefined,
  { title = `Rename it to "${newName}"`, safe = false }: FixOptions = {},
) => fixOf(newName, value => ({ title, safe, edits: [{ rename: cursor.pointer, to: value }] }));

export const remove = (cursor: Cursor, { title = `Remove ${cursor.key}`, safe = false }: FixOptions = {}): Fix => ({
  title,
  safe,
  edits: [{ remove: cursor.pointer }],
});

/** Replaces a part of a string. */
export const rewrite = (part: Part, value: string, title: string): Fix => ({
  title,
  safe: false,
  edits: [{ ...part, to: value }],
});

const fixOf = <T>(newValue: T | undefined, make: (value: T) => Fix): Fix | undefined =>
  newValue === undefined ? undefined : make(newValue);
