import type { Cursor } from '../cursor.ts';
import { isChatAgent } from '../kinds.ts';
import type { Facts } from './facts.ts';
import type { Identified } from './summary.ts';

/** What the files say of one version of an agent. `undefined`: no file tells. */
export interface VersionFacts {
  readonly version: number;
  readonly isPublished: boolean | undefined;
  readonly baseVersion: number | null | undefined;
  /** Milliseconds since the epoch. */
  readonly modified: number | undefined;
  /** In order of preference, from the agent's own record. */
  readonly assignedTags: readonly string[] | undefined;
  /** The agent's own record first, then version summaries. */
  readonly sources: readonly Cursor[];
}
/** The state of a tag. `version` null: the tag exists and is assigned nowhere. `variables` undefined: no file tells. */
export interface TagFacts {
  readonly name: string;
  readonly version: number | null;
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly source: Cursor;
}
/** Everything the workspace knows of one agent. */
export interface AgentFacts {
  readonly id: string;
  readonly name: string | undefined;
  readonly channel: 'voice' | 'chat' | undefined;
  /** By number, ascending. */
  readonly versions: ReadonlyMap<number, VersionFacts>;
  /** Whether a version that is not here does not exist. */
  readonly versionsComplete: boolean;
  readonly tags: ReadonlyMap<string, TagFacts>;
  /** Whether a tag that is not here does not exist. */
  readonly tagsComplete: boolean;
  readonly records: readonly Cursor[];
  readonly listItems: readonly Cursor[];
  readonly summaries: readonly Cursor[];
}

export interface AgentSources { readonly records: Cursor[]; readonly listItems: Cursor[]; readonly summaries: Cursor[] }

export function gatherAgents(records: readonly Identified[], listItems: readonly Identified[], summaries: readonly Identified[], facts: Facts): Map<string, AgentFacts> {
  const sources = new Map<string, AgentSources>();
  const of = (id: string): AgentSources => {
    let found = sources.get(id);
    if (!found) sources.set(id, (found = { records: [], listItems: [], summaries: [] }));
    return found;
  };
  for (const { id, at } of records) of(id).records.push(at);
  for (const { id, at } of listItems) of(id).listItems.push(at);
  for (const { id, at } of summaries) of(id).summaries.push(at);
  return new Map([...sources].map(([id, s]) => [id, agentFacts(id, s, facts)]));
}

function agentFacts(id: string, { records, listItems, summaries }: AgentSources, facts: Facts): AgentFacts {
  const versions = new Map<number, VersionFacts>();
  for (const source of [...records, ...summaries]) {
    const version = source.get('version').integer();
    if (version === undefined) continue;
    const known = versions.get(version);
    const assigned = source.get('assigned_tags');
    const base = source.get('base_version').value;
    versions.set(version, {
      version,
      isPublished: known?.isPublished ?? source.get('is_published').boolean(),
      baseVersion: known && known.baseVersion !== undefined ? known.baseVersion : base === null || typeof base === 'number' ? base : undefined,
      modified: known?.modified ?? source.get('last_modification_timestamp').number(),
      assignedTags: known?.assignedTags ?? (assigned.isArray ? assigned.items().flatMap(tag => tag.string() ?? []) : undefined),
      sources: [...(known?.sources ?? []), source],
    });
  }
  const listed = listItems.find(item => item.get('tags').isObject);
  return {
    id,
    name: listItems.map(item => item.get('agent_name').string()).find(name => name !== undefined) ?? records.map(record => record.get('agent_name').string()).find(name => name !== undefined),
    channel: channelOf(records, listItems),
    versions: new Map([...versions].sort(([a], [b]) => a - b)),
    versionsComplete: summaries.length > 0 || facts.complete.includes('agent-version'),
    tags: tagsOf(listed, versions),
    tagsComplete: listed !== undefined,
    records, listItems, summaries,
  };
}

function channelOf(records: readonly Cursor[], listItems: readonly Cursor[]): 'voice' | 'chat' | undefined {
  const listed = listItems.map(item => item.get('channel').value).find(channel => channel === 'voice' || channel === 'chat');
  if (listed) return listed as 'voice' | 'chat';
  return records.length === 0 ? undefined : records.some(record => isChatAgent(record.value)) ? 'chat' : 'voice';
}

/** The list item is authoritative; without it a tag is known from the version that says it has it. */
function tagsOf(listed: Cursor | undefined, versions: ReadonlyMap<number, VersionFacts>): Map<string, TagFacts> {
  const tags = new Map<string, TagFacts>();
  for (const state of listed?.get('tags').entries() ?? []) {
    const version = state.get('version').integer() ?? null;
    tags.set(state.key, { name: state.key, version, variables: strings(state.get('dynamic_variables')) ?? {}, source: state });
  }
  if (listed) return tags;
  for (const { version, assignedTags, sources } of versions.values()) for (const name of assignedTags ?? []) {
    const source = sources.find(s => s.get('assigned_tags').isArray) ?? sources[0]!;
    const known = tags.get(name);
    // of two versions that claim a tag the later one is taken; the disagreement is a finding of its own
    if (!known || (known.version ?? -1) < version) tags.set(name, { name, version, variables: undefined, source });
  }
  return tags;
}

export function strings(node: Cursor): Record<string, string> | undefined {
  if (!node.isObject) return undefined;
  return Object.fromEntries(node.entries().flatMap(entry => (entry.string() === undefined ? [] : [[entry.key, entry.string()!]])));
}
