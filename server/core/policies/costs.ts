import type { Document } from '../document.ts';

/** What policies may cost in one workspace, in demands evaluated: some two seconds, and ten for all together. */
const MOST_PER_POLICY = 2_000_000;
const MOST_TOGETHER = 10_000_000;
/** Costs nothing for each place, so that many files with honest policies are never too much. */
const FREE = 100;

/** What one file has cost a policy. */
interface FileCost {
  demands: number;
  /** Where it was reported that the policy is no longer checked. */
  unknownFrom?: string;
}

/** What all policies of a configuration have cost together. */
export interface SharedCosts {
  demands: number;
}

/**
 * What a policy has cost so far. Costs are counted by file, and checking a file again replaces what it cost before: an
 * editor that checks for days spends no more than a command.
 */
export class PolicyCosts {
  readonly #together: SharedCosts;
  readonly #byFile = new Map<string, FileCost>();
  #demands = 0;
  constructor(together: SharedCosts) {
    this.#together = together;
  }

  /** For a version of a file. */
  of(document: Document): FileCost {
    return document.memory.remember(this, undefined, () => {
      const cost = { demands: 0 };
      this.#add(-(this.#byFile.get(document.file)?.demands ?? 0));
      this.#byFile.set(document.file, cost);
      return cost;
    });
  }

  get areOver(): boolean {
    return this.#demands > MOST_PER_POLICY || this.#together.demands > MOST_TOGETHER;
  }

  /** Counts what one place has cost. */
  count(document: Document, demands: number): void {
    const cost = this.of(document),
      more = Math.max(0, demands - FREE);
    if (this.#byFile.get(document.file) !== cost) return;
    cost.demands += more;
    this.#add(more);
  }
  #add(demands: number): void {
    this.#demands += demands;
    this.#together.demands += demands;
  }
}
