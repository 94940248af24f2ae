import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { summaryOf, type Identified, type Summary } from './summary.ts';

/** Where the records of a document are in its next version, by where they were. */
export type Moved = ReadonlyMap<Cursor, Cursor>;

const parts = [
  'agents',
  'listItems',
  'versionSummaries',
  'engines',
  'components',
  'phoneNumbers',
] as const satisfies readonly (keyof Summary)[];

/**
 * The records of two versions of a document, if they are the same ones in the same order: then indexes of others'
 * records stay as they are.
 */
export function movedRecords(before: Document, after: Document): Moved | undefined {
  const old = summaryOf(before),
    now = summaryOf(after),
    moved = new Map<Cursor, Cursor>();
  for (const part of parts) {
    const records: readonly Identified[] = old[part],
      others: readonly Identified[] = now[part];
    if (records.length !== others.length) return undefined;
    for (const [index, { id, at }] of records.entries()) {
      const other = others[index]!;
      if (other.id !== id || kindOf(other) !== kindOf(records[index]!)) return undefined;
      moved.set(at, other.at);
    }
  }
  return moved;
}
const kindOf = (record: Identified): unknown => ('kind' in record ? record.kind : undefined);

/** The same places, those of the document that has changed as they are now. */
export const movedTo = (moved: Moved, places: readonly Cursor[]): Cursor[] => places.map(at => moved.get(at) ?? at);

/** An index after a document has changed. @param ids of its records */
export function movedIndex(
  moved: Moved,
  index: ReadonlyMap<string, readonly Cursor[]>,
  ids: Iterable<string>,
): ReadonlyMap<string, readonly Cursor[]> {
  const changed = new Map(index);
  for (const id of new Set(ids)) changed.set(id, movedTo(moved, index.get(id) ?? []));
  return changed;
}
