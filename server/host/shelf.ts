import { Document, type TextSource } from '../core/document.ts';
import type { ConfiguredKind } from '../core/kinds.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { pathIn } from './find.ts';
import { disk, type Source } from './source.ts';
import type { ReadText } from './text.ts';

/**
 * So many characters are held at once, with what was read from them; what is needed of the rest is read again. What is held for long is
 * in the way of every garbage collection, so these are few files.
 */
const MOST_HELD = 500_000;

/**
 * Holds the texts and values of the documents that were used last. Of the others only what they say to other files is kept, and their text
 * is read again when somebody needs it.
 */
export class Shelf {
  /** A map keeps the order in which things came: the first has been here longest. */
  readonly #held = new Map<Document, Held>();
  /** The same by path: of a file that was read again the document before is let go. */
  readonly #at = new Map<string, Document>();
  readonly #most: number;
  readonly #changed: (path: string) => void;
  #characters = 0;
  /**
   * @param changed called with the path of a file that is no longer the same when it is read again
   * @param most how many characters are held, and the last document whatever its length
   */
  constructor(changed: (path: string) => void, most = MOST_HELD) {
    this.#changed = changed;
    this.#most = most;
  }

  /**
   * The documents of one folder.
   * @param leaving called with each document before its text and value are let go
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

  /** What a file says now. Where that is something else than it was, or nothing, it has changed, and that is told. */
  read(document: Document): string {
    const path = pathIn(this.#root, document.file);
    let read: ReadText | undefined;
    try {
      read = this.#source.text(path);
    } catch {
      // what cannot be read any more has changed as well
    }
    if (!read || read.problem || read.hash !== document.hash) this.#shelf.changed(path);
    this.#shelf.hold(path, document, read?.text.length ?? 0);
    return read?.text ?? '';
  }
}
