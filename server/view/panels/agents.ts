import type { Plan, ResolveResolution } from '../../core/generated/outputs.js';
import type { ProtocolPlace } from './place.ts';

/**
 * An item of the Agents view, which is a tree of agents, their versions, tags, and references to the tags. Several
 * workspaces have a folder each. References by number, `latest` or `latest_published` are below the version; broken
 * references and tags without a version are below the agent.
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
  /** The name of the workspace, which distinguishes copies of an agent; set only for agents that the server sends. */
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
  readonly isLive: boolean;
  /** The place to open; null if the item is not in this workspace. */
  readonly place: Place | null;
  /** All places with information about the item. */
  readonly places: readonly Place[];
  /** The number of errors in the record itself; 0 until the server has checked the record. */
  readonly errors: number;
  readonly warnings: number;
  /**
   * The items below this item; null for an agent whose items are requested only when it is unfolded, because there are
   * many agents.
   */
  readonly children: readonly AgentNode<Place>[] | null;
}
