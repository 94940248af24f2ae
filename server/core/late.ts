/** What is made when it is first asked for: of what a program could need, a run needs little, and pays for the rest at every start. */
export function late<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
