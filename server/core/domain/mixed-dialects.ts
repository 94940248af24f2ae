import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { isArray, isObject, property, type Json } from '../json/json.ts';
import { entryOf } from '../shapes/table.ts';
import { inSpelling, isDescribed } from '../dialects/translate.ts';

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
  if (dialect?.shows === undefined || !dialect.names.mayHoldSpecName(text)) return [];
  const otherNames: SpecName[] = [];
  const look = (cursor: Cursor, writtenValue: Json | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof writtenValue === 'string') {
      const respelled = inSpelling(writtenValue, cursor.entry, dialect.names);
      if (respelled !== writtenValue)
        otherNames.push({ at: cursor, key: false, name: writtenValue, spelled: String(respelled) });
    } else if (isArray(writtenValue)) writtenValue.forEach((item, i) => look(cursor.get(i), item, depth + 1));
    else if (isObject(writtenValue)) {
      const isDescribedShape = isDescribed(entryOf(cursor.entry));
      for (const key of Object.keys(writtenValue)) {
        const child = cursor.get(key),
          respelled = isDescribedShape && child.key === key ? dialect.names.spellingOf(key) : undefined;
        if (respelled !== undefined && !Object.hasOwn(writtenValue, respelled))
          otherNames.push({ at: child, key: true, name: key, spelled: respelled });
        look(child, property(writtenValue, key), depth + 1);
      }
    }
  };
  look(document.top, spelled, 0);
  return otherNames;
}
