import type { Cursor } from '../cursor.ts';
import { equal, type Json } from '../json/json.ts';
import { Memory } from '../memory.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';
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
  /** Files that cannot be read and may define a version of it. */
  readonly unread: readonly string[];
  /** Agent lists that cannot be read and may have an item of it. */
  readonly unreadLists: readonly string[];
}

/**
 * Everything the workspace knows about one agent. Each part is computed on first use, because most are never needed.
 */
export class Agent {
  readonly id: string;
  readonly #sources: AgentSources;
  readonly #cursors: Cursors;
  /** Whether no file is its record, although the configuration says that every agent has one. */
  readonly isFileless: boolean;
  /** Whether a version that is not here does not exist. */
  readonly versionsComplete: boolean;
  #versions: ReadonlyMap<number, AgentVersion> | undefined;
  #records: ReadonlyMap<number | undefined, Place> | undefined;
  #tags: ReadonlyMap<string, AgentTag> | undefined;
  #tagsComplete: boolean | undefined;
  /** Results that others have computed from it. */
  readonly memory = new Memory();
  readonly #label: () => string;

  constructor(id: string, sources: AgentSources, facts: WorkspaceSettings, cursors: Cursors, label: () => string) {
    this.id = id;
    this.#label = label;
    this.#sources = sources;
    this.#cursors = cursors;
    this.isFileless =
      facts.complete.includes('agent') &&
      facts.isPlatform !== true &&
      sources.records.length + sources.unread.length === 0;
    this.versionsComplete =
      isListOfAll(sources.summaries) ||
      (this.isFileless && sources.summaries.length === 0) ||
      (facts.complete.includes('agent-version') && (facts.isPlatform === true || sources.unread.length === 0));
  }
  get name(): string | undefined {
    return lastName(this.#sources.listItems) ?? lastName(this.#sources.records);
  }
  /** Its unique name for people: `Front desk`, `Front desk (99b2)`; its id if it has no name. */
  get label(): string {
    return this.#label();
  }
  get channel(): 'voice' | 'chat' | undefined {
    return this.memory.remember(Agent, 'channel', () => {
      const { listItems, records } = this.#sources;
      const listed = listItems.find(({ channel }) => channel !== undefined)?.channel;
      if (listed) return listed;
      if (records.length === 0) return undefined;
      return records.some(({ isChat }) => isChat) ? 'chat' : 'voice';
    });
  }
  /** Files that cannot be read and may define a version that is not here. */
  get unread(): readonly string[] {
    if (this.versionsComplete) return none;
    const { unread, summaries } = this.#sources;
    return unique([...unread, ...summaries.filter(({ readable }) => !readable).map(({ file }) => file)]);
  }
  /** Files that cannot be read and may say that it has a tag. */
  get unreadTags(): readonly string[] {
    if (this.tagsComplete) return none;
    const { unread, unreadLists, listItems } = this.#sources;
    return unique([
      ...listItems.filter(({ readable }) => !readable).map(({ file }) => file),
      ...unreadLists,
      ...unread,
    ]);
  }
  /** By number, ascending. */
  get versions(): ReadonlyMap<number, AgentVersion> {
    return (this.#versions ??= new Map([...this.#versionsInOrder].sort(([a], [b]) => a - b)));
  }
  get tags(): ReadonlyMap<string, AgentTag> {
    return (this.#tags ??= tagsOf(this.#sources, this.#versionsInOrder, this.tagsComplete, this.#cursors));
  }
  /** Whether a tag that is not here does not exist. */
  get tagsComplete(): boolean {
    return (this.#tagsComplete ??= isWholeList(tellingOf(this.#sources)));
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
  /** The place of a version's record, or of one without a version, without reading its file. */
  recordPlace(version: number | undefined): Place | undefined {
    this.#records ??= new Map([...this.#sources.records].reverse().map(record => [record.version, record]));
    return this.#records.get(version);
  }
  /** The places of all records about the agent. */
  get places(): readonly Place[] {
    const { records, listItems, summaries } = this.#sources;
    return [...listItems, ...records, ...summaries];
  }
  get #versionsInOrder(): ReadonlyMap<number, AgentVersion> {
    return versionsOf(this.#sources, this.#cursors);
  }
}

interface NamedRecord {
  readonly name: string | undefined;
  readonly version?: number | undefined;
  readonly readable?: boolean;
}
/**
 * The name in the newest of several records. An empty name counts as none; the name in a broken text may be broken as
 * well.
 */
export function lastName(records: readonly NamedRecord[]): string | undefined {
  let newest: NamedRecord | undefined;
  for (const one of records)
    if (one.name?.trim() && one.readable !== false && (!newest || (one.version ?? -1) > (newest.version ?? -1)))
      newest = one;
  return newest?.name;
}

/** A summary whose version cannot be read may be of any version. */
const isListOfAll = (summaries: readonly VersionRecord[]): boolean =>
  summaries.length > 0 &&
  summaries.every(({ readable, version, hasMore }) => readable && version !== undefined && !hasMore);
const isWholeList = (telling: readonly ListItemRecord[]): boolean =>
  telling.length > 0 && telling.every(({ readable }) => readable);
const tellingOf = ({ listItems }: AgentSources): readonly ListItemRecord[] =>
  listItems.filter(({ tags }) => tags !== undefined);

function versionsOf({ records, summaries }: AgentSources, cursors: Cursors): Map<number, AgentVersion> {
  const own = new Map<number, VersionRecord[]>(),
    listed = new Map<number, VersionRecord[]>();
  for (const record of records) if (record.version !== undefined) addTo(own, record.version, record);
  for (const summary of summaries) if (summary.version !== undefined) addTo(listed, summary.version, summary);
  const facts = (version: number): AgentVersion =>
    new AgentVersion(version, own.get(version) ?? none, listed.get(version) ?? none, cursors);
  return new Map([...own.keys(), ...listed.keys()].map(version => [version, facts(version)]));
}
const none: readonly never[] = [];
const unique = (files: readonly string[]): readonly string[] => [...new Set(files)];

/** What is known of one version of an agent. `undefined`: unknown, or its records disagree. */
export class AgentVersion {
  readonly version: number;
  readonly isPublished: boolean | undefined;
  readonly baseVersion: number | null | undefined;
  /** Milliseconds since the epoch. */
  readonly modified: number | undefined;
  /** In order of preference, from the agent's own record. */
  readonly assignedTags: readonly string[] | undefined;
  /** The records that list its tags; a tag counts only if each of them lists it. */
  readonly tagging: readonly VersionRecord[];
  /** The places of the sources, without reading the files. */
  readonly places: readonly VersionRecord[];
  readonly #cursors: Cursors;
  /** @param own the agent's records, which count before version summaries */
  constructor(version: number, own: readonly VersionRecord[], summaries: readonly VersionRecord[], cursors: Cursors) {
    this.version = version;
    this.places = summaries.length === 0 ? own : [...own, ...summaries];
    const saying = <T>(value: (record: VersionRecord) => T | undefined): readonly VersionRecord[] =>
      [own, summaries].map(of => of.filter(one => value(one) !== undefined)).find(of => of.length > 0) ?? none;
    const agreed = <T extends Json>(value: (record: VersionRecord) => T | undefined): T | undefined => {
      const [first, ...others] = saying(value).map(value);
      return others.every(other => equal(other, first)) ? first : undefined;
    };
    this.isPublished = agreed(one => one.isPublished);
    this.baseVersion = agreed(one => one.baseVersion);
    this.modified = agreed(one => one.modified);
    this.assignedTags = agreed(one => one.assignedTags as string[] | undefined);
    this.tagging = saying(one => one.assignedTags);
    this.#cursors = cursors;
  }
  /** The agent's own record first, then version summaries. */
  get sources(): readonly Cursor[] {
    return this.#cursors.all(this.places);
  }
}

/** The list item is authoritative; a tag that it does not settle is known from the version that claims it. */
function tagsOf(
  sources: AgentSources,
  versions: ReadonlyMap<number, AgentVersion>,
  isComplete: boolean,
  cursors: Cursors,
): Map<string, AgentTag> {
  const byName = new Map<string, { readonly place: Place; readonly states: State[] }>();
  const tell = (name: string, place: Place, state: State): void => {
    const earlier = byName.get(name);
    if (earlier) earlier.states.push(state);
    else byName.set(name, { place, states: [state] });
  };
  const telling = tellingOf(sources);
  for (const item of telling) for (const state of item.tags!) tell(state.name, state, stateOf(state));
  if (isComplete && telling.length > 1)
    for (const { states } of byName.values())
      if (states.length < telling.length) states.push({ ...states[0]!, version: undefined, claims: [] });
  if (!isComplete) {
    const listed = new Set(byName.keys());
    for (const { version, tagging } of versions.values()) {
      const naming = new Map<string, VersionRecord[]>();
      for (const record of tagging)
        for (const name of new Set(record.assignedTags)) if (!listed.has(name)) addTo(naming, name, record);
      for (const [name, records] of naming) {
        const isAgreed = records.length === tagging.length;
        tell(name, records[0]!, { version: isAgreed ? version : undefined, claims: [version], variables: undefined });
      }
    }
  }
  return new Map(
    [...byName].map(([name, { place, states }]) => [name, new AgentTag(name, agreed(states), place, cursors)]),
  );
}

/**
 * The state of a tag. `version` null: the tag exists but is unassigned; undefined: sources disagree, or the value is
 * not a version. `variables` undefined: unknown.
 */
export class AgentTag {
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

type State = Pick<AgentTag, 'version' | 'claims' | 'variables'>;

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
