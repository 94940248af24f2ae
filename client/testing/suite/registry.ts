/**
 * A test registry for the extension host, where no test runner is loaded. The last line of its output contains the
 * totals, "N passing, N failing".
 */
interface Test {
  readonly name: string;
  readonly body: () => Promise<void> | void;
}
const tests: Test[] = [];
/** The time limit of one test, in milliseconds. Beside a large file on a busy machine, a minute is not enough. */
const testTimeoutMs = 180_000;

export const test = (name: string, body: Test['body']): void => {
  tests.push({ name, body });
};

/** Runs every test one after the other, and throws at the end if one failed. */
export async function runAll(): Promise<void> {
  let passes = 0,
    failures = 0;
  for (const { name, body } of tests) {
    try {
      await withLimit(testTimeoutMs, body());
      passes++;
      console.log(`ok      ${name}`);
    } catch (error) {
      failures++;
      console.log(`FAILED  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
  console.log(`${passes} passing, ${failures} failing`);
  if (failures > 0 || passes === 0) throw new Error(`${failures} failing`);
}

async function withLimit(milliseconds: number, body: Promise<void> | void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`did not end within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([body, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs an action and prints its duration, which is not asserted because machines differ. */
export async function measure<Result>(title: string, act: () => Promise<Result> | Thenable<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await act();
  } finally {
    console.log(`        ${title}: ${Math.round(performance.now() - start)} ms`);
  }
}
