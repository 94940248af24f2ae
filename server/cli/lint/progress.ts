import type { Io } from '../terminal/io.ts';

/** A progress line on the terminal for a long run; silent within the first second and off a terminal. */
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
  /** Shows a step that takes long and has no progress. */
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
