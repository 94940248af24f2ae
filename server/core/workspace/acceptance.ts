import type { Facts } from './facts.ts';

/** A break that a team accepts on purpose. */
export interface Acceptance {
  /** What the reference names: an agent with its version as in `agent_desk@prod`, an agent, or another record. */
  readonly reference: string;
  readonly reason: string;
  /** The last day on which it applies, `YYYY-MM-DD`. */
  readonly until?: string;
}

/** The entry that accepts a reference that leads nowhere. @param names what it names, most precise first */
export function acceptanceOf(names: readonly string[], { accept, today }: Facts): Acceptance | undefined {
  if (accept.length === 0) return undefined;
  return accept.find(({ reference, until }) => names.includes(reference) && (until === undefined || until >= today));
}
