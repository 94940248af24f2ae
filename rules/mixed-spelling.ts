import { kinds } from '../server/core/kinds.ts';
import type { Cursor } from '../server/core/cursor.ts';
import type { Document } from '../server/core/document.ts';
import { entryOf } from '../server/core/shapes/table.ts';
import { toDialectNames, isDescribed } from '../server/core/dialects/translate.ts';
import { count, defineRule, isArray, isObject, property, show, type Json } from '../server/core/engine/rule.ts';

/** All shapes of the root of a file. */
const records = Object.fromEntries(Object.values(kinds).flatMap(({ shapes }) => shapes.map(shape => [shape, ''])));

export default defineRule({
  id: 'mixed-spelling',
  group: 'style',
  severity: 'info',
  spec: 'domain',
  at: records,
  check(node) {
    const { document } = node;
    if (document.roots[0]?.pointer !== node.pointer) return undefined;
    const otherNames = specNamesIn(document),
      [first] = otherNames;
    if (!first) return undefined;
    const otherCount = otherNames.length - 1,
      { pointer } = first.at,
      shownDialect = document.dialect!.dialectName;
    return {
      at: first.key ? { key: pointer } : pointer,
      message:
        `${show(first.name)}: spelled unlike the rest of the file` +
        `${first.spelling === shownDialect ? '' : ` (${show(shownDialect)})`}; expected ${show(first.spelling)}` +
        (otherCount > 0 ? ` (and ${count(otherCount, 'more name')})` : ''),
      fix: {
        title: 'Spell all names as the rest of the file does',
        safe: false,
        edits: otherNames.map(({ at, key, name }) =>
          key ? { rename: at.pointer, to: name } : { set: at.pointer, to: name },
        ),
      },
    };
  },
});

/** A name of the specification in a file with the names of a dialect. */
interface SpecName {
  readonly at: Cursor;
  /** Whether the name is a key; otherwise it is a value. */
  readonly key: boolean;
  readonly name: string;
  readonly spelling: string;
}

/** The maximum depth of values that are searched. No real file is deeper. */
const MAX_DEPTH = 300;

/** The names of the specification in a file with the names of a dialect, in the order of the text. */
function specNamesIn(document: Document): readonly SpecName[] {
  const { dialect, text, spelled } = document;
  if (dialect?.dialectName === undefined || !dialect.names.mayContainSpecName(text)) return [];
  const otherNames: SpecName[] = [];
  const look = (cursor: Cursor, writtenValue: Json | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    if (typeof writtenValue === 'string') {
      const respelledValue = toDialectNames(writtenValue, cursor.entry, dialect.names);
      if (respelledValue !== writtenValue)
        otherNames.push({ at: cursor, key: false, name: writtenValue, spelling: String(respelledValue) });
    } else if (isArray(writtenValue)) writtenValue.forEach((item, i) => look(cursor.get(i), item, depth + 1));
    else if (isObject(writtenValue)) {
      const isDescribedShape = isDescribed(entryOf(cursor.entry));
      for (const key of Object.keys(writtenValue)) {
        const child = cursor.get(key),
          respelledKey = isDescribedShape && child.key === key ? dialect.names.spellingOf(key) : undefined;
        if (respelledKey !== undefined && !Object.hasOwn(writtenValue, respelledKey))
          otherNames.push({ at: child, key: true, name: key, spelling: respelledKey });
        look(child, property(writtenValue, key), depth + 1);
      }
    }
  };
  look(document.top, spelled, 0);
  return otherNames;
}
