import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/** The maximum number of waiting calls; no more are read until some are answered. */
const MAX_WAITING = 256;

/**
 * Runs one call at a time, in the order of arrival: a call never waits for anything, so running several would only use
 * more memory. Cancellations are read between calls, and no answer is computed while the client does not read earlier
 * ones.
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

  /** @throws if the client cancels before the call begins */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (++this.#waiting === MAX_WAITING) this.#input.pause();
    const turn = this.#last.then(async () => {
      await new Promise(setImmediate);
      if (this.#output.writableNeedDrain) await Promise.race([once(this.#output, 'drain'), whenAborted(signal)]);
      if (--this.#waiting === MAX_WAITING / 2) this.#input.resume();
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
