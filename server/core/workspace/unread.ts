import type { Document } from '../document.ts';
import { isObject, property } from '../json/json.ts';
import type { Kind } from '../kinds.ts';
import { count } from '../wording.ts';

/** A file that cannot be read and may define a record of this kind. */
export interface UnreadFile {
  readonly file: string;
  readonly kind: Kind;
  /** The id of the agent that the file describes, if the readable part has the id; the version is unknown. */
  readonly agentId?: string;
}

/** The fields that identify the record of a file. If the file is a list, they do not identify a record. */
const identities: Partial<Record<Kind, readonly string[]>> = {
  agent: ['agent_id', 'version'],
  'agent-list': [],
  llm: ['llm_id'],
  'conversation-flow': ['conversation_flow_id'],
  'flow-component': ['conversation_flow_component_id'],
  'phone-number': ['phone_number'],
};

/** The records that an unreadable document may define; empty if its readable part identifies its record. */
export const unreadIn = (document: Document): readonly UnreadFile[] =>
  document.readable ? [] : document.kinds.flatMap(kind => unreadOf(kind, document));

function unreadOf(kind: Kind, { file, text, value }: Document): readonly UnreadFile[] {
  const keys = identities[kind];
  if (!keys || text.trim() === '') return [];
  const record = kind === 'agent' ? (property(value, 'agent') ?? value) : value,
    ownKeys = isObject(record) ? Object.keys(record) : [];
  // the last value may be cut off, so it does not count
  const isReadable = (key: string): boolean => ownKeys.includes(key) && ownKeys.at(-1) !== key;
  if (keys.length > 0 && keys.every(isReadable)) return [];
  const id = kind === 'agent' && isReadable('agent_id') ? property(record, 'agent_id') : undefined;
  return [{ file, kind, ...(typeof id === 'string' && { agentId: id }) }];
}

/**
 * The maximum number of unreadable files listed per agent. With this bound, 8,000 agents beside 8,000 such files are linted in 2.9 s
 * and 268 MB.
 */
export const MAX_UNREAD_FILES = 100;
const MAX_LENGTH = 60;

/**
 * The clause about unreadable files, `; agents/v3.agent.json cannot be read and may define it`; empty without files.
 */
export const mayDefine = (files: readonly string[]): string =>
  files.length === 0 ? '' : `; ${unreadFiles(files)} and may define it`;

/**
 * The sentence about unreadable files: `agents/v3.agent.json cannot be read`.
 * @param files at least one file
 */
export function unreadFiles([first = '', ...otherFields]: readonly string[]): string {
  const shortName = first.length > MAX_LENGTH ? first.slice(first.lastIndexOf('/') + 1) : first;
  if (otherFields.length === 0) return `${shortName} cannot be read`;
  const rest = otherFields.length < MAX_UNREAD_FILES - 1 ? count(otherFields.length, 'more file') : 'many more files';
  return `${shortName} and ${rest} cannot be read`;
}
