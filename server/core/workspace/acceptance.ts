import type { Facts } from './facts.ts';

/** A break that a team makes on purpose. */
export interface Acceptance {
  /** What the reference says: an agent with its version as `agent_desk@prod`, an agent, or the name of another record. */
  readonly reference: string;
  readonly reason: string;
  /** Last day on which it holds, `YYYY-MM-DD`. */
  readonly until?: string;
}

/** The entry that accepts that a reference leads nowhere. @param names what it says, from the most exact */
export function acceptanceOf(names: readonly string[], { accept, today }: Facts): Acceptance | undefined {
  if (accept.length === 0) return undefined;
  return accept.find(({ reference, until }) => names.includes(reference) && (until === undefined || until >= today));
}
