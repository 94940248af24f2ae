/** The maximum time, in milliseconds, that work may take before other work can run. */
const SLICE_MS = 8;

/** Receives the progress of work. */
export interface ProgressReceiver<T> {
  step(value: T): void;
  end(): void;
}

/** Lets all waiting work run, beginning with messages of the editor. */
export const yieldToMessages = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve);
  });

/**
 * The maximum number of messages that arrive at the same time; the connection processes one in each turn of the event
 * loop.
 */
const MAX_MESSAGES = 8;
/** Waits until all pending messages are read and quick requests are answered. */
async function afterMessages(): Promise<void> {
  for (let turn = 0; turn < MAX_MESSAGES; turn++) await yieldToMessages();
}

/** Runs slow answers one after the other. Before each of them, quick requests are answered. */
export class SlowLane {
  #lastAnswer: Promise<void> = Promise.resolve();
  next(): Promise<void> {
    return (this.#lastAnswer = this.#lastAnswer.then(afterMessages));
  }
}

/** Runs work in slices, and lets other work run between them. */
export async function inSlices<T, R>(work: Iterator<T, R>, receiver?: ProgressReceiver<T>): Promise<R> {
  let startTime = performance.now();
  try {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      if (performance.now() - startTime < SLICE_MS) continue;
      receiver?.step(step.value);
      await yieldToMessages();
      startTime = performance.now();
    }
  } finally {
    receiver?.end();
  }
}
