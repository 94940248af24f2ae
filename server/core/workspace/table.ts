import type { Document } from '../document.ts';

/** How one kind of entry is found in a document. */
export type Column<T extends InFile> = (document: Document) => Iterable<readonly [key: string, entry: T]>;
export interface InFile {
  readonly file: string;
}

/** The entries of one kind in all documents, by key; keys and entries in file order. */
export function gathered<T extends InFile>(
  column: Column<T>,
  documents: readonly Document[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const document of documents)
    for (const [key, entry] of column(document)) {
      const group = groups.get(key);
      if (group) group.push(entry);
      // most have one entry, so the list starts without spare capacity
      else groups.set(key, [entry]);
    }
  return groups;
}
