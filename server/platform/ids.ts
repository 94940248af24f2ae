import { createHash, randomBytes } from 'node:crypto';

/** Creates an id, as the platform does for a new record. */
export type NewId = (prefix: string, isTaken: (id: string) => boolean) => string;

/**
 * Returns a function that creates ids.
 * @param seed ids are equal for equal seeds, and random without a seed
 */
export function idsFrom(seed: string | undefined): NewId {
  const counts = new Map<string, number>();
  const next = (prefix: string): string => {
    if (seed === undefined) return prefix + randomBytes(8).toString('hex');
    const count = counts.get(prefix) ?? 0;
    counts.set(prefix, count + 1);
    return prefix + createHash('sha256').update(`${seed}\0${prefix}\0${count}`).digest('hex').slice(0, 16);
  };
  return (prefix, isTaken) => {
    for (;;) {
      const id = next(prefix);
      if (!isTaken(id)) return id;
    }
  };
}
