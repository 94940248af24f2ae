import { setFlagsFromString } from 'node:v8';

/** Documents beyond so many characters make garbage faster than a small young generation can be swept. */
const LARGE = 128_000;
/**
 * How much of a function must have run before V8 optimizes it, in bytes of bytecode. The optimizer interrupts for
 * milliseconds, and between two keystrokes in an ordinary file it pays late. V8 11, that of Node 20, takes it as a
 * flag; later ones decide better themselves.
 */
const budget = process.versions.v8.startsWith('11.') ? { patient: 600_000, eager: 67_584 } : undefined;

/**
 * How much memory V8 may take for what is new, and how soon it optimizes. By itself it takes 48 MiB as soon as a few
 * files are read, and never gives them back; a server that only sees ordinary files does as well with three. A large
 * document, once opened, is worth the rest. What V8 made of a bundle fits only the flags it was made with, so nothing
 * is set before all code is loaded.
 */
export class YoungMemory {
  #grows = true;
  /** From now on it stays as small as it is. */
  hold(): void {
    this.#set(false);
  }
  /** @param length of a document that was opened, in UTF-16 units */
  opened(length: number): void {
    if (length > LARGE) this.#set(true);
  }

  #set(grows: boolean): void {
    if (this.#grows === grows) return;
    this.#grows = grows;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
    if (budget) setFlagsFromString(`--interrupt-budget=${grows ? budget.eager : budget.patient}`);
  }
}
