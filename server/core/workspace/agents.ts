import type { Cursor } from '../cursor.ts';
import { equal } from '../json/json.ts';
import type { Memory } from '../memory.ts';
import type { Facts } from './facts.ts';
import type { AgentRecord, ListItemRecord, Place, TagState, VersionRecord } from './records.ts';
import { addTo } from '../json/multimap.ts';

/** The current cursors of places in the workspace. */
interface Cursors {
  at(place: Place): Cursor;
  all(places: readonly Place[]): readonly Cursor[];
}

/** The records of one agent, in file order. */
export interface AgentSources {
  readonly records: readonly AgentRecord[];
  readonly listItems: readonly ListItemRecord[];
  readonly summaries: readonly VersionRecord[];
}

/**
 * Everything the workspace knows about one agent. Each part is computed on first use, because most are never needed.
 */
export class AgentFacts {
  readonly id: string;
  readonly #sources: AgentSources;
  readonly #cursors: Cursors;
  /** Whether a version that is not here does not exist. */
  readonly versionsComplete: boolean;
  #versions: ReadonlyMap<number, VersionFacts> | undefined;
  #records: ReadonlyMap<number | undefined, Place> | undefined;
  #tags: ReadonlyMap<string, TagFacts> | undefined;
  /** Results that others have computed from it. */
  readonly memory: Memory;

  constructor(id: string, sources: AgentSources, facts: Facts, cursors: Cursors, memory: Memory) {
    this.memory = memory;
    this.id = id;
    this.#sources = sources;
    this.#cursors = cursors;
    this.versionsComplete = sources.summaries.length > 0 || facts.complete.includes('agent-version');
  }
  get name(): string | undefined {
    const { listItems, records } = this.#sources;
    return [...listItems, ...records].find(({ name }) => name !== undefined)?.name;
  }
  get channel(): 'voice' | 'chat' | undefined {
    const { listItems, records } = this.#sources;
    const listed = listItems.find(({ channel }) => channel !== undefined)?.channel;
    if (listed) return listed;
    if (records.length === 0) return undefined;
    return records.some(({ isChat }) => isChat) ? 'chat' : 'voice';
  }
  /** By number, ascending. */
  get versions(): ReadonlyMap<number, VersionFacts> {
    return (this.#versions ??= new Map([...this.#versionsInOrder].sort(([a], [b]) => a - b)));
  }
  get tags(): ReadonlyMap<string, TagFacts> {
    return (this.#tags ??= tagsOf(this.#sources, this.#versionsInOrder, this.#cursors));
  }
  /** Whether a tag that is not here does not exist. */
  get tagsComplete(): boolean {
    return this.#sources.listItems.some(({ tags }) => tags !== undefined);
  }
  get records(): readonly Cursor[] {
    return this.#cursors.all(this.#sources.records);
  }
  get listItems(): readonly Cursor[] {
    return this.#cursors.all(this.#sources.listItems);
  }
  get summaries(): readonly Cursor[] {
    return this.#cursors.all(this.#sources.summaries);
  }
  /** The place of a version's record, without reading its file. */
  recordPlace(version: number): Place | undefined {
    this.#records ??= new Map([...this.#sources.records].reverse().map(record => [record.version, record]));
    return this.#records.get(version);
  }
  /** The places of all records about the agent. */
  get places(): readonly Place[] {
    const { records, listItems, summaries } = this.#sources;
    return [...listItems, ...records, ...summaries];
  }
  get #versionsInOrder(): ReadonlyMap<number, VersionFacts> {
    return versionsOf([...this.#sources.records, ...this.#sources.summaries], this.#cursors);
  }
}

function versionsOf(records: readonly VersionRecord[], cursors: Cursors): Map<number, VersionFacts> {
  const sources = new Map<number, VersionRecord[]>();
  for (const record of records) if (record.version !== undefined) addTo(sources, record.version, record);
  return new Map([...sources].map(([version, of]) => [version, new VersionFacts(version, of, cursors)]));
}

/** What is known of one version of an agent. `undefined`: unknown. */
export class VersionFacts {
  readonly version: number;
  readonly isPublished: boolean | undefined;
  readonly baseVersion: number | null | undefined;
  /** Milliseconds since the epoch. */
  readonly modified: number | undefined;
  /** In order of preference, from the agent's own record. */
  readonly assignedTags: readonly string[] | undefined;
  /** The places of the sources, without reading the files. */
  readonly places: readonly VersionRecord[];
  readonly #cursors: Cursors;
  constructor(version: number, places: readonly VersionRecord[], cursors: Cursors) {
    this.version = version;
    this.isPublished = first(places, one => one.isPublished);
    this.baseVersion = first(places, one => one.baseVersion);
    this.modified = first(places, one => one.modified);
    this.assignedTags = first(places, one => one.assignedTags);
    this.places = places;
    this.#cursors = cursors;
  }
  /** The agent's own record first, then version summaries. */
  get sources(): readonly Cursor[] {
    return this.#cursors.all(this.places);
  }
}

function first<T>(of: readonly VersionRecord[], value: (record: VersionRecord) => T | undefined): T | undefined {
  for (const record of of) {
    const found = value(record);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The list item is authoritative; without it, a tag is known from the version that claims it. */
function tagsOf(
  { listItems, records, summaries }: AgentSources,
  versions: ReadonlyMap<number, VersionFacts>,
  cursors: Cursors,
): Map<string, TagFacts> {
  const told = new Map<string, { readonly place: Place; readonly states: State[] }>();
  const tell = (name: string, place: Place, state: State): void => {
    const known = told.get(name);
    if (known) known.states.push(state);
    else told.set(name, { place, states: [state] });
  };
  const telling = listItems.filter(({ tags }) => tags !== undefined);
  for (const item of telling) for (const state of item.tags!) tell(state.name, state, stateOf(state));
  if (telling.length === 0) {
    const sources = sourcesOfTags([...records, ...summaries]);
    for (const { version, assignedTags } of versions.values())
      for (const name of assignedTags ?? [])
        tell(name, sources.get(version)!, { version, claims: [version], variables: undefined });
  }
  return new Map(
    [...told].map(([name, { place, states }]) => [name, new TagFacts(name, agreed(states), place, cursors)]),
  );
}

/** For each version the first record with a list of tags, otherwise the first record. */
function sourcesOfTags(records: readonly VersionRecord[]): ReadonlyMap<number | undefined, VersionRecord> {
  const sources = new Map<number | undefined, VersionRecord>();
  for (const record of records) {
    const known = sources.get(record.version);
    if (!known || (known.assignedTags === undefined && record.assignedTags !== undefined))
      sources.set(record.version, record);
  }
  return sources;
}

/**
 * The state of a tag. `version` null: the tag exists but is unassigned; undefined: sources disagree, or the value is
 * not a version. `variables` undefined: unknown.
 */
export class TagFacts {
  readonly name: string;
  readonly version: number | null | undefined;
  /** Every version that some file says the tag is assigned to. */
  readonly claims: readonly number[];
  readonly variables: Readonly<Record<string, string>> | undefined;
  /** The place of its source, without reading the file. */
  readonly place: Place;
  readonly #cursors: Cursors;
  constructor(name: string, { version, claims, variables }: State, place: Place, cursors: Cursors) {
    this.name = name;
    this.version = version;
    this.claims = claims;
    this.variables = variables;
    this.place = { file: place.file, pointer: place.pointer };
    this.#cursors = cursors;
  }
  get source(): Cursor {
    return this.#cursors.at(this.place);
  }
}

type State = Pick<TagFacts, 'version' | 'claims' | 'variables'>;

const stateOf = ({ version, variables }: TagState): State => ({
  version,
  claims: typeof version === 'number' ? [version] : [],
  variables,
});

/** The tag's state according to all sources; nothing if they disagree. */
function agreed(states: readonly State[]): State {
  const [{ version, variables }] = states as readonly [State];
  return {
    version: states.every(state => state.version === version) ? version : undefined,
    claims: [...new Set(states.flatMap(state => state.claims))].sort((a, b) => a - b),
    variables: states.every(state => equal(state.variables, variables)) ? variables : undefined,
  };
}
