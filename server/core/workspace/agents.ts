import type { Cursor } from '../cursor.ts';
import { equal, isArray, isObject, property } from '../json.ts';
import { isChatAgent } from '../kinds.ts';
import { movedTo, type Moved } from './carried.ts';
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
/**
 * The state of a tag. `version` null: the tag exists and is assigned nowhere; undefined: the files contradict each other, or what they
 * say is no version. `variables` undefined: no file tells.
 */
export interface TagFacts {
  readonly name: string;
  readonly version: number | null | undefined;
  /** Every version that a file says the tag is assigned to. */
  readonly claims: readonly number[];
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

export interface AgentSources {
  readonly records: Cursor[];
  readonly listItems: Cursor[];
  readonly summaries: Cursor[];
}

export function gatherAgents(
  records: readonly Identified[],
  listItems: readonly Identified[],
  summaries: readonly Identified[],
  facts: Facts,
): Map<string, AgentFacts> {
  const sources = new Map<string, AgentSources>();
  const of = (id: string): AgentSources => {
    let found = sources.get(id);
    if (!found) sources.set(id, (found = { records: [], listItems: [], summaries: [] }));
    return found;
  };
  for (const { id, at } of records) of(id).records.push(at);
  for (const { id, at } of listItems) of(id).listItems.push(at);
  for (const { id, at } of summaries) of(id).summaries.push(at);
  const agents = new Map<string, AgentFacts>();
  for (const [id, s] of sources) agents.set(id, new GatheredFacts(id, s, facts));
  return agents;
}

/** What is known after a document has changed in which the same records are. @param ids of those of agents */
export function movedAgents(
  moved: Moved,
  agents: ReadonlyMap<string, AgentFacts>,
  ids: Iterable<string>,
  facts: Facts,
): Map<string, AgentFacts> {
  const changed = new Map(agents);
  for (const id of ids) {
    const { records, listItems, summaries } = agents.get(id)!;
    changed.set(
      id,
      new GatheredFacts(
        id,
        {
          records: movedTo(moved, records),
          listItems: movedTo(moved, listItems),
          summaries: movedTo(moved, summaries),
        },
        facts,
      ),
    );
  }
  return changed;
}

/** Each part is gathered when it is first asked for: of most agents little ever is. */
class GatheredFacts implements AgentFacts {
  readonly id: string;
  readonly records: readonly Cursor[];
  readonly listItems: readonly Cursor[];
  readonly summaries: readonly Cursor[];
  readonly versionsComplete: boolean;
  #gathered: ReadonlyMap<number, VersionFacts> | undefined;
  #versions: ReadonlyMap<number, VersionFacts> | undefined;
  #tags: ReadonlyMap<string, TagFacts> | undefined;
  constructor(id: string, { records, listItems, summaries }: AgentSources, facts: Facts) {
    this.id = id;
    this.records = records;
    this.listItems = listItems;
    this.summaries = summaries;
    this.versionsComplete = summaries.length > 0 || facts.complete.includes('agent-version');
  }
  get name(): string | undefined {
    return [...this.listItems, ...this.records]
      .map(source => source.peek('agent_name'))
      .find(name => typeof name === 'string');
  }
  get channel(): 'voice' | 'chat' | undefined {
    return channelOf(this.records, this.listItems);
  }
  get versions(): ReadonlyMap<number, VersionFacts> {
    return (this.#versions ??= ascending(this.#inOrderOfFiles));
  }
  get tags(): ReadonlyMap<string, TagFacts> {
    return (this.#tags ??= tagsOf(this.listItems.filter(tellsTags), this.#inOrderOfFiles));
  }
  get #inOrderOfFiles(): ReadonlyMap<number, VersionFacts> {
    return (this.#gathered ??= versionsOf([...this.records, ...this.summaries]));
  }
  get tagsComplete(): boolean {
    return this.listItems.some(tellsTags);
  }
}

const tellsTags = (item: Cursor): boolean => isObject(item.peek('tags'));

function versionsOf(sources: readonly Cursor[]): ReadonlyMap<number, VersionFacts> {
  const versions = new Map<number, VersionFacts & { readonly sources: Cursor[] }>();
  for (const source of sources) {
    const version = versionAt(source);
    if (version === undefined) continue;
    const known = versions.get(version);
    const { value } = source;
    const assigned = property(value, 'assigned_tags'),
      base = property(value, 'base_version');
    const published = property(value, 'is_published'),
      modified = property(value, 'last_modification_timestamp');
    if (known) known.sources.push(source);
    const ownBase = base === null || typeof base === 'number' ? base : undefined;
    versions.set(version, {
      version,
      isPublished: known?.isPublished ?? (typeof published === 'boolean' ? published : undefined),
      baseVersion: known?.baseVersion === undefined ? ownBase : known.baseVersion,
      modified: known?.modified ?? (typeof modified === 'number' ? modified : undefined),
      assignedTags:
        known?.assignedTags ?? (isArray(assigned) ? assigned.filter(tag => typeof tag === 'string') : undefined),
      sources: known?.sources ?? [source],
    });
  }
  return versions;
}

const ascending = <T>(map: ReadonlyMap<number, T>): ReadonlyMap<number, T> =>
  map.size < 2 ? map : new Map([...map].sort(([a], [b]) => a - b));

function channelOf(records: readonly Cursor[], listItems: readonly Cursor[]): 'voice' | 'chat' | undefined {
  const listed = listItems
    .map(item => item.get('channel').value)
    .find(channel => channel === 'voice' || channel === 'chat');
  if (listed) return listed as 'voice' | 'chat';
  if (records.length === 0) return undefined;
  return records.some(record => isChatAgent(record.value)) ? 'chat' : 'voice';
}

/** The list item is authoritative; without it a tag is known from the version that says it has it. */
function tagsOf(listed: readonly Cursor[], versions: ReadonlyMap<number, VersionFacts>): Map<string, TagFacts> {
  const told = new Map<string, { readonly source: Cursor; readonly states: TagState[] }>();
  const tell = (name: string, source: Cursor, state: TagState): void => {
    const known = told.get(name);
    if (known) known.states.push(state);
    else told.set(name, { source, states: [state] });
  };
  for (const item of listed) for (const source of item.get('tags').entries()) tell(source.key, source, stateOf(source));
  if (listed.length === 0)
    for (const { version, assignedTags, sources } of versions.values()) {
      const source = sources.find(s => isArray(property(s.value, 'assigned_tags'))) ?? sources[0]!;
      for (const name of assignedTags ?? []) tell(name, source, { version, claims: [version], variables: undefined });
    }
  return new Map([...told].map(([name, { source, states }]) => [name, { name, source, ...agreed(states) }]));
}

type TagState = Pick<TagFacts, 'version' | 'claims' | 'variables'>;

/** What a root tag state says. A value that is no version tells nothing, which is not the same as unassigned. */
function stateOf(source: Cursor): TagState {
  const given = source.get('version'),
    variables = source.get('dynamic_variables');
  const version = given.value === undefined || given.isNull ? null : versionAt(source);
  return {
    version,
    claims: typeof version === 'number' ? [version] : [],
    variables: variables.value === undefined || variables.isNull ? {} : strings(variables),
  };
}

/** What the sources of a tag's state say together: nothing where they contradict each other. */
function agreed(states: readonly TagState[]): TagState {
  const [{ version, variables }] = states as readonly [TagState];
  return {
    version: states.every(state => state.version === version) ? version : undefined,
    claims: [...new Set(states.flatMap(state => state.claims))].sort((a, b) => a - b),
    variables: states.every(state => equal(state.variables, variables)) ? variables : undefined,
  };
}

/** The version number that a record, a summary or a tag state holds. */
function versionAt(source: Cursor): number | undefined {
  const version = property(source.value, 'version');
  return Number.isSafeInteger(version) && (version as number) >= 0 ? (version as number) : undefined;
}

export function strings(node: Cursor): Record<string, string> | undefined {
  if (!node.isObject) return undefined;
  return Object.fromEntries(
    node.entries().flatMap(entry => (entry.string() === undefined ? [] : [[entry.key, entry.string()!]])),
  );
}
