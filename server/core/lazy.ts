/**
 * A value that is created on first use: a run needs little of what the program could need, and should not pay for the
 * rest at every start.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
