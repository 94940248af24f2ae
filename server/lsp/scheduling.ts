/** The maximum time of work, in milliseconds, before other work gets its turn. */
const SLICE = 8;

/** Receives the progress of work. */
export interface ProgressReceiver<T> {
  step(value: T): void;
  end(): void;
}

/** Lets all waiting work run, the editor's messages first. */
export const yieldToMessages = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve);
  });

/** The maximum number of messages that arrive at once; the connection processes one per turn. */
const TURNS = 8;
/** Waits until all pending messages are read and quick ones are answered. */
async function afterMessages(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await yieldToMessages();
}

/** Runs slow answers one after the other; before each of them, quick requests are answered. */
export class SlowLane {
  #last: Promise<void> = Promise.resolve();
  next(): Promise<void> {
    return (this.#last = this.#last.then(afterMessages));
  }
}

/** Runs work that can be interrupted, and interrupts it. */
export async function inSlices<T, R>(work: Iterator<T, R>, receiver?: ProgressReceiver<T>): Promise<R> {
  let startTime = performance.now();
  try {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      if (performance.now() - startTime < SLICE) continue;
      receiver?.step(step.value);
      await yieldToMessages();
      startTime = performance.now();
    }
  } finally {
    receiver?.end();
  }
}
