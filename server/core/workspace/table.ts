import type { Document } from '../document.ts';

/** Finds the entries of one kind in a document, with their keys. */
export type Column<T extends InFile> = (document: Document) => Iterable<readonly [key: string, entry: T]>;
export interface InFile {
  readonly file: string;
}

/** The entries of one kind in all documents, by key. Keys and entries are in file order. */
export function collectTable<T extends InFile>(
  column: Column<T>,
  documents: readonly Document[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const document of documents)
    for (const [key, entry] of column(document)) {
      const group = groups.get(key);
      if (group) group.push(entry);
      // a literal has no spare capacity, and most keys have one entry
      else groups.set(key, [entry]);
    }
  return groups;
}
