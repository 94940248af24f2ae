import { Document, type TextSource } from '../core/document.ts';
import type { ConfiguredKind } from '../core/kinds.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { pathIn } from './paths.ts';
import { disk, type Source } from './source.ts';
import type { ReadText } from './text.ts';

/**
 * At most this many characters are in memory at once, with what was parsed from them; other texts are read again when
 * needed. What lives long slows every garbage collection, so these are few files.
 */
const MOST_HELD = 500_000;

/**
 * Keeps the texts and values of the most recently used documents. Of the others only what they say to other files is
 * kept, and their text is read again on demand.
 */
export class Shelf {
  /** A map keeps insertion order: the first entry is the oldest. */
  readonly #held = new Map<Document, Held>();
  /** The same by path: when a file was read again, its previous document is dropped. */
  readonly #at = new Map<string, Document>();
  readonly #most: number;
  readonly #changed: (path: string) => void;
  #characters = 0;
  /**
   * @param changed called with the path of a file that turns out to have changed when it is read again
   * @param most the number of characters kept; the last document is kept whatever its length
   */
  constructor(changed: (path: string) => void, most = MOST_HELD) {
    this.#changed = changed;
    this.#most = most;
  }

  /**
   * The documents of one folder.
   * @param leaving called with each document before its text and value are freed
   */
  of(root: string, source: Source = disk, leaving?: (document: Document) => void): Row {
    return new Row(root, source, {
      hold: (path, document, length) => this.#hold(document, { path, length, leaving }),
      changed: this.#changed,
    });
  }

  #hold(document: Document, held: Held): void {
    const { path, length } = held,
      before = this.#at.get(path);
    if (before && before !== document) this.#forget(before);
    this.#forget(document);
    this.#at.set(path, document);
    this.#held.set(document, held);
    this.#characters += length;
    for (const [oldest, { leaving }] of this.#held) {
      if (this.#characters <= this.#most || oldest === document) return;
      this.#forget(oldest);
      leaving?.(oldest);
      recordsOf(oldest);
      oldest.release();
    }
  }
  #forget(document: Document): void {
    const known = this.#held.get(document);
    if (!known) return;
    this.#characters -= known.length;
    this.#held.delete(document);
    this.#at.delete(known.path);
  }
}

interface Held {
  readonly path: string;
  /** In characters. */
  readonly length: number;
  readonly leaving: ((document: Document) => void) | undefined;
}
interface Keeper {
  hold(path: string, document: Document, length: number): void;
  changed(path: string): void;
}

/** The documents of one folder on a shelf. */
export class Row implements TextSource {
  readonly #root: string;
  readonly #source: Source;
  readonly #shelf: Keeper;
  constructor(root: string, source: Source, shelf: Keeper) {
    this.#root = root;
    this.#source = source;
    this.#shelf = shelf;
  }

  /** A document of a file that has just been read. */
  document(file: string, { text, hash }: ReadText, given: ConfiguredKind | undefined): Document {
    const document = new Document(file, text, 0, given, { source: this, hash });
    this.#shelf.hold(pathIn(this.#root, file), document, text.length);
    return document;
  }

  /** The current text of a file. If it differs, or is gone, the file has changed, which is reported. */
  read(document: Document): string {
    const path = pathIn(this.#root, document.file);
    let read: ReadText | undefined;
    try {
      read = this.#source.text(path);
    } catch {
      // a file that has become unreadable has changed as well
    }
    if (!read || read.problem || read.hash !== document.hash) this.#shelf.changed(path);
    this.#shelf.hold(path, document, read?.text.length ?? 0);
    return read?.text ?? '';
  }
}
