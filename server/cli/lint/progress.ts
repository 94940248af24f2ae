import type { Io } from '../terminal/io.ts';

/**
 * The progress of a long run, in a line on the terminal. Nothing is shown in the first second, or without a terminal.
 */
export class Progress {
  readonly #io: Io;
  #next = Date.now() + 1000;
  #isShown = false;
  constructor(io: Io) {
    this.#io = io;
  }

  step(activity: string): (doneCount: number, total: number) => void {
    if (!this.#io.stderr.isTTY) return () => {};
    return (doneCount, total) => {
      if ((doneCount & 15) !== 0 || Date.now() < this.#next) return;
      this.#next = Date.now() + 100;
      this.#isShown = true;
      this.#io.stderr.exactly?.(`\r${activity} ${doneCount} of ${total} files\x1b[K`);
    };
  }
  /** Shows the name of a long step without a percentage. */
  begin(activity: string): void {
    if (!this.#io.stderr.isTTY) return;
    this.#isShown = true;
    this.#io.stderr.exactly?.(`\r${activity}\x1b[K`);
  }
  clear(): void {
    if (this.#isShown) this.#io.stderr.exactly?.('\r\x1b[K');
    this.#isShown = false;
  }
}
