import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { isArray, isObject, property, type Json } from '../json/json.ts';
import { entryOf } from '../shapes/table.ts';
import { asSpelled, isDescribed } from '../dialects/translate.ts';

/** A place with a name of the specification, in a file with names of a dialect. */
interface SpecName {
  readonly at: Cursor;
  /** Whether the name is the key; otherwise it is the value. */
  readonly key: boolean;
  readonly name: string;
  readonly spelled: string;
}

/** Deeper than any real file. */
const MAX_DEPTH = 300;

/** The names of the specification in a file with names of a dialect, in text order. */
export function specNamesIn(document: Document): readonly SpecName[] {
  const { dialect, text, spelled } = document;
  if (dialect?.shows === undefined || !dialect.names.stand(text)) return [];
  const unlike: SpecName[] = [];
  const look = (at: Cursor, written: Json | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof written === 'string') {
      const other = asSpelled(written, at.entry, dialect.names);
      if (other !== written) unlike.push({ at, key: false, name: written, spelled: String(other) });
    } else if (isArray(written)) written.forEach((item, i) => look(at.get(i), item, depth + 1));
    else if (isObject(written)) {
      const described = isDescribed(entryOf(at.entry));
      for (const key of Object.keys(written)) {
        const child = at.get(key),
          other = described && child.key === key ? dialect.names.spelled(key) : undefined;
        if (other !== undefined && !Object.hasOwn(written, other))
          unlike.push({ at: child, key: true, name: key, spelled: other });
        look(child, property(written, key), depth + 1);
      }
    }
  };
  look(document.top, spelled, 0);
  return unlike;
}
