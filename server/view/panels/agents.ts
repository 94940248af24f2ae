import type { Plan, ResolveResolution } from '../../core/generated/outputs.js';
import type { ProtocolPlace } from './place.ts';

/**
 * An item of the Agents view: agent → versions → tags → references to them; above them a folder for each workspace, if
 * there are several. References by number, `latest` or `latest_published` are below the version; broken ones, and tags
 * without a version, are below the agent.
 */
export interface AgentNode<Place = ProtocolPlace> {
  /** The identity of the item across updates; unique in the whole tree. */
  readonly id: string;
  readonly type: 'agent' | 'version' | 'tag' | 'reference' | 'folder';
  readonly label: string;
  /** A smaller text beside the label. */
  readonly detail: string;
  /** One or several sentences, separated by line ends. */
  readonly tooltip: string;
  readonly agentId: string;
  /** For an agent that the server sends: the name of its workspace, which distinguishes copies. */
  readonly folder?: string;
  /**
   * The reference for a preview: a number, a tag, or the text in the file; null if the item is not a version reference.
   */
  readonly reference: string | number | null;
  /**
   * For a version: whether it is published; `unknown` if the files do not show it, or the version is not in this
   * workspace.
   */
  readonly state: 'published' | 'draft' | 'unknown' | null;
  /** For a reference: the kind of its place. */
  readonly kind: Plan['changes'][number]['kind'] | null;
  /** `unknowable` for an agent or version that is referenced but not in this workspace. */
  readonly outcome: ResolveResolution['outcome'];
  readonly live: boolean;
  /** The best place to open; null if the item is not in this workspace. */
  readonly place: Place | null;
  /** All places with information about the item. */
  readonly places: readonly Place[];
  /** Findings of the record itself; added by the server, 0 until the record is checked. */
  readonly errors: number;
  readonly warnings: number;
  /**
   * null for an agent whose children, places and findings are requested only when the agent is unfolded, because there
   * are many agents.
   */
  readonly children: readonly AgentNode<Place>[] | null;
}
