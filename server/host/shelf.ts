import { statSync } from 'node:fs';
import { Document, type TextSource } from '../core/document.ts';
import type { Kind } from '../core/kinds.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { readText } from './text.ts';

/** So many characters are held: enough for nearly every workspace as a whole. */
const MOST = 3_000_000;

/**
 * Holds the texts and values of the documents that were used last. Of the others only what they say to other files is kept, and their text
 * is read again when somebody needs it.
 */
export class Shelf {
  readonly #held = new Set<Document>();
  readonly #most: number;
  #characters = 0;
  /** Paths of files that were no longer the same when they were read again. */
  readonly changed = new Set<string>();
  constructor(most = MOST) {
    this.#most = most;
  }

  /** A document of a file whose text has just been read. */
  document(file: string, path: string, text: string, kind: Kind | undefined): Document {
    const document = new Document(file, text, 0, kind, { source: this.#sourceOf(path, text) });
    this.#hold(document, text.length);
    return document;
  }

  #sourceOf(path: string, { length }: string): TextSource {
    const stamp = stampOf(path);
    return {
      read: document => {
        let text = '';
        try {
          ({ text } = readText(path));
        } catch {
          this.changed.add(path);
        }
        if (text.length !== length || stampOf(path) !== stamp) this.changed.add(path);
        this.#hold(document, text.length);
        return text;
      },
    };
  }

  #hold(document: Document, length: number): void {
    this.#held.add(document);
    this.#characters += length;
    if (this.#characters <= this.#most) return;
    // a set keeps the order in which things came: the first has been here longest
    for (const oldest of this.#held) {
      if (this.#characters <= this.#most || oldest === document) return;
      this.#held.delete(oldest);
      this.#characters -= oldest.text.length;
      recordsOf(oldest);
      oldest.release();
    }
  }
}

/** What of a file changes with its content, as cheaply as it can be had. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.mtimeNs} ${found.ctimeNs} ${found.size} ${found.ino}` : '';
}
