/** A value that is created on first use, because a run needs only few of these values. */
export function lazy<T extends object>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}
