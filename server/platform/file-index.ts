import type { Document } from '../core/document.ts';
import { compareTexts } from '../core/wording.ts';
import { groupsOf } from '../core/json/multimap.ts';

interface Entry {
  readonly id: string;
  readonly file: string;
}
interface Arrived<T> {
  /**
   * The position of the record among all records ever created. It decides the order of lists, and no change alters it.
   */
  readonly order: number;
  /** The entries, in the order of the files. */
  readonly entries: readonly T[];
}

/**
 * The records with ids in all files. The index is updated file by file, so that the cost of a lookup does not depend on
 * the number of files.
 */
export class FileIndex<T extends Entry> {
  readonly #byId = new Map<string, Arrived<T>>();
  readonly #entriesIn: (document: Document) => readonly T[];
  #lastOrder = 0;

  /** @param timeOf the creation time of a record, which decides the order of the records that exist at the start */
  constructor(
    documents: readonly Document[],
    entriesIn: (document: Document) => readonly T[],
    timeOf: (id: string, entries: readonly T[]) => number = () => 0,
  ) {
    this.#entriesIn = entriesIn;
    const byId = groupsOf(documents.flatMap(entriesIn), ({ id }) => id);
    const inTime = [...byId].map(([id, entries]) => ({ id, entries, at: timeOf(id, entries) }));
    for (const { id, entries } of inTime.sort((a, b) => a.at - b.at))
      this.#byId.set(id, { order: ++this.#lastOrder, entries });
  }

  get(id: string): readonly T[] {
    return this.#byId.get(id)?.entries ?? [];
  }
  has(id: string): boolean {
    return this.#byId.has(id);
  }
  ids(): ReadonlySet<string> {
    return new Set(this.#byId.keys());
  }
  /** All records, oldest first. */
  all(): (Arrived<T> & { readonly id: string })[] {
    return [...this.#byId].map(([id, entry]) => ({ id, ...entry }));
  }

  /** Updates the index after a file was changed, added or removed. */
  replace(before: Document | undefined, after: Document | undefined): void {
    const items = after ? this.#entriesIn(after) : [],
      file = (before ?? after)?.file;
    const touchedIds = [...(before ? this.#entriesIn(before) : []), ...items].map(({ id }) => id);
    for (const id of new Set(touchedIds)) {
      const formerRecord = this.#byId.get(id);
      const entries = [
        ...(formerRecord?.entries ?? []).filter(item => item.file !== file),
        ...items.filter(item => item.id === id),
      ];
      if (entries.length === 0) this.#byId.delete(id);
      else
        this.#byId.set(id, {
          order: formerRecord?.order ?? ++this.#lastOrder,
          entries: entries.sort((a, b) => compareTexts(a.file, b.file)),
        });
    }
  }
}
