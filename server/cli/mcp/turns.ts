import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** More waiting calls than this are read only when some of them are answered. */
const MOST = 256;

/**
 * One call at a time, in the order of arrival: each is computed at once, so more would only keep more in memory.
 * Between them cancellations are read, and a client that does not read its answers gets no further ones made.
 */
export class Turns {
  readonly #input: Readable;
  readonly #output: Writable;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  /** @throws if the client cancels before it is begun */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (++this.#waiting === MOST) this.#input.pause();
    const turn = this.#last.then(async () => {
      await new Promise(setImmediate);
      if (this.#output.writableNeedDrain) await Promise.race([once(this.#output, 'drain'), whenAborted(signal)]);
      if (--this.#waiting === MOST / 2) this.#input.resume();
      signal.throwIfAborted();
      return work();
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
