import { createHash, randomBytes } from 'node:crypto';

/** Creates the ids that the platform assigns. */
export type NewId = (prefix: string, isTaken: (id: string) => boolean) => string;

/** @param seed the same seed gives the same ids in the same order; without a seed, ids are random */
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
