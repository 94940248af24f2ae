/** Returns a function that creates a value on the first call, because a run needs only few of these values. */
export function lazy<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
