import type { ProtocolPlace } from './place.ts';
import type { Outcome, ReferenceKindName } from './resolutions.ts';

/**
 * An item of the Agents view: agent → versions → tags → who refers to them. What refers to a version by its number, by `latest` or
 * `latest_published` is below the version; what finds nothing, and tags without a version, are below the agent.
 */
export interface AgentNode<Place = ProtocolPlace> {
  /** The same as long as it is the same thing; unique in the whole tree. */
  readonly id: string;
  readonly type: 'agent' | 'version' | 'tag' | 'reference';
  readonly label: string;
  /** What is beside the label, smaller. */
  readonly detail: string;
  /** One or several sentences, separated by line ends. */
  readonly tooltip: string;
  readonly agentId: string;
  /** What a preview of it would resolve: a number or a tag, or as a reference is written; null where that is no version reference. */
  readonly reference: string | number | null;
  /** Of a version: whether it is published; `unknown` where no file says, or of what is in no file. */
  readonly state: 'published' | 'draft' | 'unknown' | null;
  /** Of a version: the one that it was made from. */
  readonly baseVersion: number | null;
  /** Of a reference: what sort of place it is at. */
  readonly kind: ReferenceKindName | null;
  /** `unknowable` of an agent or version that is named and that no file holds. */
  readonly outcome: Outcome;
  readonly live: boolean;
  /** Where it is best looked at; null where no file holds it. */
  readonly place: Place | null;
  /** All files that tell something of it. */
  readonly places: readonly Place[];
  /** Findings of the record itself; the server adds them, 0 until it has looked. */
  readonly errors: number;
  readonly warnings: number;
  /**
   * null where there are so many agents that what is below one is asked for when it is unfolded; then it has no
   * places and no findings either.
   */
  readonly children: readonly AgentNode<Place>[] | null;
}

export interface AgentsParams {
  /** Only this agent, with all that is below it. */
  readonly agentId?: string;
}
