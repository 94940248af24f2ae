import { setFlagsFromString } from 'node:v8';

/** Documents beyond so many characters make garbage faster than a small young generation can be swept. */
const LARGE = 128_000;

/**
 * How much memory V8 may take for what is new. By itself it takes 48 MiB as soon as a few files are read, and never gives them back; a server
 * that only sees ordinary files does as well with three. A large document, once opened, is worth the rest.
 */
export class YoungMemory {
  #grows = true;
  /** From now on it stays as small as it is. */
  hold(): void { this.#set(false); }
  /** @param length of a document that was opened, in UTF-16 units */
  opened(length: number): void { if (length > LARGE) this.#set(true); }

  #set(grows: boolean): void {
    if (this.#grows === grows) return;
    this.#grows = grows;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  }
}
