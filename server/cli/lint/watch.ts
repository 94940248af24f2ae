import { watch as watchFolder, type FSWatcher, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../core/document.ts';
import { isJsonName } from '../../host/find.ts';
import { UsageError, type Io } from '../io.ts';
import type { Check } from './check.ts';

/** Documents of the run before, so that only what has changed on the disk is read and parsed again. */
export class Remembered {
  #documents = new Map<string, { readonly document: Document; readonly stamp: string }>();
  #configurations = new Map<string, string>();
  #roots: readonly string[] = [];

  get roots(): readonly string[] { return this.#roots; }
  recall(path: string): Document | undefined {
    const known = this.#documents.get(path);
    return known && known.stamp === stampOf(path) ? known.document : undefined;
  }
  keep(checks: readonly Check[]): void {
    this.#roots = checks.map(({ opened }) => opened.root);
    const documents = new Map<string, { document: Document; stamp: string }>();
    for (const { opened } of checks) {
      const text = opened.configuration.document?.text ?? '';
      // globs may give files another kind now
      const same = (this.#configurations.get(opened.root) ?? text) === text;
      this.#configurations.set(opened.root, text);
      const unreadable = new Set(opened.unreadableFindings.map(({ file }) => file));
      for (const document of opened.workspace.documents) if (same && !unreadable.has(document.file)) {
        const path = join(opened.root, document.file);
        const known = this.#documents.get(path);
        documents.set(path, known?.document === document ? known : { document, stamp: stampOf(path) });
      }
    }
    this.#documents = documents;
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.mtimeNs} ${found.ctimeNs} ${found.size} ${found.ino}` : '';
}
