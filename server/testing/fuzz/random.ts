/** Random numbers that depend only on the seeds, on every machine (mulberry32). */
export class Random {
  #state: number;
  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => Math.imul(state ^ seed, 0x9e3779b1) ^ (state >>> 15), 0x6d2b79f5) >>> 0;
    this.next();
  }
  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** Returns an integer from 0 to `n - 1`. */
  upTo(n: number): number {
    return Math.floor(this.next() * n);
  }
  pick<T>(from: readonly T[]): T {
    return from[this.upTo(from.length)]!;
  }
  chance(share: number): boolean {
    return this.next() < share;
  }
}
