import type { Document } from '../document.ts';

/**
 * The maximum cost of a policy in one workspace, in evaluated demands: some two seconds, and some ten for all policies
 * together.
 */
const MOST_PER_POLICY = 2_000_000;
const MOST_TOGETHER = 10_000_000;
/** The demands per place that are free, so that many files with ordinary policies never exceed the budget. */
const FREE = 100;

/** The cost of checking one file by a policy. */
interface FileCost {
  demands: number;
  /** The place of the finding that the policy is no longer checked. */
  unknownFrom?: string;
}

/** The total cost of all policies of a configuration. */
export interface SharedCosts {
  demands: number;
}

/**
 * The costs of a policy so far, by file. Checking a file again replaces its former cost, so an editor that runs for
 * days spends no more than a command.
 */
export class PolicyCosts {
  readonly #together: SharedCosts;
  readonly #byFile = new Map<string, FileCost>();
  #demands = 0;
  constructor(sharedCosts: SharedCosts) {
    this.#together = sharedCosts;
  }

  /** The cost of a version of a file. */
  costOf(document: Document): FileCost {
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

  /** Adds the cost of one place. */
  count(document: Document, demands: number): void {
    const cost = this.costOf(document),
      excess = Math.max(0, demands - FREE);
    if (this.#byFile.get(document.file) !== cost) return;
    cost.demands += excess;
    this.#add(excess);
  }
  #add(demands: number): void {
    this.#demands += demands;
    this.#together.demands += demands;
  }
}
