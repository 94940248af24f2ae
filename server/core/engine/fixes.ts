import type { Cursor } from '../cursor.ts';
import type { Fix, Part } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { show } from '../wording.ts';

interface How {
  readonly title?: string;
  readonly safe?: boolean;
}

// Fixes of one edit; `undefined` if the new value is unknown.

/** Sets a value; removes a list item that would then repeat another. */
export const set = (at: Cursor, to: Json | undefined, { title = `Use ${show(to)}`, safe = false }: How = {}) =>
  typeof to === 'string' && at.parent?.isArray && valuesIn(at.parent).has(to)
    ? remove(at, { title: `Remove ${show(at.value)}`, safe })
    : fixOf(to, to => ({ title, safe, edits: [{ set: at.pointer, to }] }));

/** The items of a list as a set; cached, because a rule may suggest a value for each item. */
const valuesIn = (list: Cursor): ReadonlySet<Json | undefined> =>
  list.remember(valuesIn, () => new Set(list.items().map(({ value }) => value)));

export const rename = (
  at: Cursor,
  to: string | undefined,
  { title = `Rename it to "${to}"`, safe = false }: How = {},
) => fixOf(to, to => ({ title, safe, edits: [{ rename: at.pointer, to }] }));

export const remove = (at: Cursor, { title = `Remove ${at.key}`, safe = false }: How = {}): Fix => ({
  title,
  safe,
  edits: [{ remove: at.pointer }],
});

/** Replaces a part of a string. */
export const rewrite = (part: Part, to: string, title: string): Fix => ({
  title,
  safe: false,
  edits: [{ ...part, to }],
});

const fixOf = <T>(to: T | undefined, make: (to: T) => Fix): Fix | undefined =>
  to === undefined ? undefined : make(to);
