import type { Document } from '../document.ts';
import { isObject, property } from '../json/json.ts';
import type { Kind } from '../kinds.ts';
import { count } from '../wording.ts';

/** A file that cannot be read and may define a record of this kind unseen. */
export interface Unread {
  readonly file: string;
  readonly kind: Kind;
  /** The agent that it is a version of, if what can be read says so; which version is not known. */
  readonly of?: string;
}

/** The fields that say which record a file is; none of them says it of a list. */
const identities: Partial<Record<Kind, readonly string[]>> = {
  agent: ['agent_id', 'version'],
  'agent-list': [],
  llm: ['llm_id'],
  'conversation-flow': ['conversation_flow_id'],
  'flow-component': ['conversation_flow_component_id'],
  'phone-number': ['phone_number'],
};

/** Nothing, if the document can be read, or enough of it to say which record it is. */
export const unreadIn = (document: Document): readonly Unread[] =>
  document.readable ? [] : document.kinds.flatMap(kind => unreadOf(kind, document));

function unreadOf(kind: Kind, { file, text, value }: Document): readonly Unread[] {
  const keys = identities[kind];
  if (!keys || text.trim() === '') return [];
  const record = kind === 'agent' ? (property(value, 'agent') ?? value) : value,
    ownKeys = isObject(record) ? Object.keys(record) : [];
  // the last value of a text may be cut off
  const isTold = (key: string): boolean => ownKeys.includes(key) && ownKeys.at(-1) !== key;
  if (keys.length > 0 && keys.every(isTold)) return [];
  const id = kind === 'agent' && isTold('agent_id') ? property(record, 'agent_id') : undefined;
  return [{ file, kind, ...(typeof id === 'string' && { of: id }) }];
}

/** Each agent has a list of such files; 8,000 agents beside 8,000 of them are linted in 2.9 s and 268 MB. */
export const MOST_UNREAD = 100;
const LONGEST = 60;

/** `; agents/v3.agent.json cannot be read and may define it`; '' without such a file. */
export const mayDefine = (files: readonly string[]): string =>
  files.length === 0 ? '' : `; ${unreadFiles(files)} and may define it`;

/** `agents/v3.agent.json cannot be read`, for at least one file. */
export function unreadFiles([first = '', ...others]: readonly string[]): string {
  const named = first.length > LONGEST ? first.slice(first.lastIndexOf('/') + 1) : first;
  if (others.length === 0) return `${named} cannot be read`;
  const more = others.length < MOST_UNREAD - 1 ? count(others.length, 'more file') : 'many more files';
  return `${named} and ${more} cannot be read`;
}
