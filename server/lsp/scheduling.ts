/** As long as work may go on before others get their turn, in milliseconds. */
const SLICE = 8;

/** Receives the progress of work. */
export interface ProgressReceiver<T> {
  step(value: T): void;
  end(): void;
}

/** Lets everything run that is waiting: messages of the editor first of all. */
export const yieldToMessages = (): Promise<void> =>
  new Promise(resolve => {
    setImmediate(resolve);
  });

/** So many messages may have come at once; the connection takes one a turn. */
const TURNS = 8;
/** Lets all messages be taken that have come, and those be answered that need little. */
async function afterMessages(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await yieldToMessages();
}

/** Answers that take long, one after the other: before each of them, what needs little is answered. */
export class SlowLane {
  #last: Promise<void> = Promise.resolve();
  next(): Promise<void> {
    return (this.#last = this.#last.then(afterMessages));
  }
}

/** Runs work that can be interrupted, and interrupts it. */
export async function inSlices<T, R>(work: Iterator<T, R>, told?: ProgressReceiver<T>): Promise<R> {
  let started = performance.now();
  try {
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return step.value;
      if (performance.now() - started < SLICE) continue;
      told?.step(step.value);
      await yieldToMessages();
      started = performance.now();
    }
  } finally {
    told?.end();
  }
}
