import { statSync } from 'node:fs';
import { Document, type TextSource } from '../core/document.ts';
import type { Given } from '../core/kinds.ts';
import { recordsOf } from '../core/workspace/records.ts';
import { readText } from './text.ts';

/**
 * Holds the texts and values of the documents that were used last. Of the others only what they say to other files is kept, and their text
 * is read again when somebody needs it.
 */
export class Shelf {
  /** A workspace that is forgotten takes its documents along. */
  readonly #held = new Set<{ readonly document: WeakRef<Document>; readonly length: number }>();
  readonly #most: number;
  #characters = 0;
  readonly #changed: (path: string) => void;
  /**
   * @param changed called with the path of a file that is no longer the same when it is read again
   * @param most how many characters are held
   */
  constructor(changed: (path: string) => void, most: number) {
    this.#changed = changed;
    this.#most = most;
  }

  /** A document of a file whose text has just been read. */
  document(file: string, path: string, text: string, given: Given | undefined): Document {
    const document = new Document(file, text, 0, given, { source: this.#sourceOf(path, text) });
    this.#hold(document, text.length);
    return document;
  }

  #sourceOf(path: string, { length }: string): TextSource {
    const stamp = stampOf(path);
    return {
      read: document => {
        const text = textOf(path);
        if (text?.length !== length || stampOf(path) !== stamp) this.#changed(path);
        this.#hold(document, text?.length ?? 0);
        return text ?? '';
      },
    };
  }

  #hold(document: Document, length: number): void {
    this.#held.add({ document: new WeakRef(document), length });
    this.#characters += length;
    if (this.#characters <= this.#most) return;
    // a set keeps the order in which things came: the first has been here longest
    for (const oldest of this.#held) {
      const held = oldest.document.deref();
      if (this.#characters <= this.#most || held === document) return;
      this.#held.delete(oldest);
      this.#characters -= oldest.length;
      if (!held) continue;
      recordsOf(held);
      held.release();
    }
  }
}

/** What of a file changes with its content, as cheaply as it can be had. */
function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.mtimeNs} ${found.ctimeNs} ${found.size} ${found.ino}` : '';
}

/** A file that cannot be read any more is one that has changed, and that is told. */
function textOf(path: string): string | undefined {
  try {
    return readText(path).text;
  } catch {
    return undefined;
  }
}
