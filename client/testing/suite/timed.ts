/** Does something and prints how long it took; times are told, not asserted, for machines differ. */
export async function timed<Result>(what: string, act: () => Promise<Result> | Thenable<Result>): Promise<Result> {
  const start = performance.now();
  try {
    return await act();
  } finally {
    console.log(`        ${what}: ${Math.round(performance.now() - start)} ms`);
  }
}
