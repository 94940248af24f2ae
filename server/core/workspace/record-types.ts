import type { Pointer } from '../json/pointer.ts';
import type { Kind } from '../kinds.ts';
import type { UnreadFile } from './unread.ts';

/**
 * The facts of a document for other files, as plain data that can be compared, kept and shared after the document's
 * value is freed. Places are files with pointers; `Workspace.at` turns them into cursors.
 */
export interface Records {
  /** Agent records with an id: whole files, items of a list, or the agent in an export. */
  readonly agents: readonly AgentRecord[];
  readonly listItems: readonly ListItemRecord[];
  readonly versionSummaries: readonly VersionRecord[];
  /** LLM and conversation-flow engines, including nested ones. */
  readonly engines: readonly EngineRecord[];
  readonly components: readonly ComponentRecord[];
  readonly phoneNumbers: readonly NumberRecord[];
  /** Every agent of the file, with or without an id, and its engine. */
  readonly runners: readonly Runner[];
  /** The agents to which each engine or component hands over, and the shared components that it runs. */
  readonly contents: readonly Content[];
  /** The variables that each record of the file sets, without duplicates. */
  readonly sets: readonly NamedSetter[];
  readonly unreadFiles: readonly UnreadFile[];
  /** Pages of the API. */
  readonly pages: readonly PageRecord[];
}
/** A record that sets a variable. */
export interface NamedSetter extends Place {
  readonly name: string;
}
/** One page of a list, as the API returns it. */
export interface PageRecord extends Place {
  readonly kind: Kind;
  readonly hasMore: boolean;
  /** Whether the file can be read without doubt, as in `VersionRecord`. */
  readonly isReadable: boolean;
}
export type EngineKind = 'llm' | 'conversation-flow';
export interface Place {
  readonly file: string;
  readonly pointer: Pointer;
}
/** A record with its id. Records with an empty id or none are not indexed. */
export interface RecordWithId extends Place {
  readonly id: string;
}
/** The facts about one version of an agent in one record; a fact is undefined if it is absent or unusable. */
export interface VersionRecord extends RecordWithId {
  readonly version: number | undefined;
  readonly isPublished: boolean | undefined;
  readonly baseVersion: number | null | undefined;
  readonly modifiedAt: number | undefined;
  /** The tags in order of preference; undefined if the record has no list of tags. */
  readonly assignedTags: readonly string[] | undefined;
  /** Whether the file can be read without doubt. If not, facts that the record lacks may still exist. */
  readonly isReadable: boolean;
  /** Whether the record is on a page of a list that is not the last page. */
  readonly hasMore: boolean;
}
export interface AgentRecord extends VersionRecord {
  readonly name: string | undefined;
  readonly isChat: boolean;
}
export interface ListItemRecord extends RecordWithId {
  readonly name: string | undefined;
  readonly channel: 'voice' | 'chat' | undefined;
  /** The states of the tags; undefined if the item has no tags. */
  readonly tags: readonly TagState[] | undefined;
  /** Whether the file can be read without doubt, as in `VersionRecord`. */
  readonly isReadable: boolean;
}
/** The state of a tag in a record. A version of another type is unknown (undefined), not unassigned (null). */
export interface TagState extends Place {
  readonly name: string;
  readonly version: number | null | undefined;
  readonly variables: Readonly<Record<string, string>> | undefined;
}
export interface EngineRecord extends RecordWithId {
  readonly kind: EngineKind;
  readonly version: number | undefined;
}
export interface ComponentRecord extends RecordWithId {
  readonly name: string | undefined;
  /** Whether the component is inside a flow; other components are shared. */
  readonly isLocal: boolean;
}
export interface NumberRecord extends RecordWithId {
  readonly arms: readonly Arm[];
}
/** A reference to an agent, with its version as written: null if absent. */
interface Selecting extends Place {
  readonly agentId: string;
  readonly reference: string | number | null;
}
/** One agent in a phone number's list of weights. */
export interface Arm extends Selecting {
  /** The field of the number that contains the list. */
  readonly list: string;
}
export interface Runner extends Place {
  /** The engine inside the agent's file, otherwise the engine that the agent names. */
  readonly engine: EngineLink;
}
export type EngineLink =
  | { readonly nested: Pointer }
  | { readonly kind: EngineKind; readonly id: string; readonly version: number | null }
  | undefined;
/** A place where an agent hands the conversation over: a swap, or a warm transfer that another agent mediates. */
export interface HandOver extends Selecting {
  readonly by: 'swap' | 'transfer';
}
export interface Content extends Place {
  readonly handOvers: readonly HandOver[];
  readonly components: readonly string[];
}
