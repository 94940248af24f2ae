import type { Cursor } from '../cursor.ts';
import { isEqual, type Json } from '../json/json.ts';
import type { Memory } from '../memory.ts';
import type { WorkspaceSettings } from './workspace-settings.ts';
import type { AgentRecord, ListItemRecord, Place, TagState, VersionRecord } from './records.ts';
import { addTo } from '../json/multimap.ts';

/** Turns places into cursors of the current documents. */
interface Cursors {
  at(place: Place): Cursor;
  cursorsAt(places: readonly Place[]): readonly Cursor[];
}

/** The records about one agent, in file order. */
export interface AgentSources {
  readonly records: readonly AgentRecord[];
  readonly listItems: readonly ListItemRecord[];
  readonly summaries: readonly VersionRecord[];
  /** Files that cannot be read and may define a version of the agent. */
  readonly unreadFiles: readonly string[];
  /** Agent lists that cannot be read and may list the agent. */
  readonly unreadLists: readonly string[];
}

/**
 * Everything the workspace contains about one agent. Each part is computed on first use, because most are never needed.
 */
export class Agent {
  readonly id: string;
  readonly #sources: AgentSources;
  readonly #cursors: Cursors;
  /** Whether the agent has no record, although the configuration declares that all agents are in the workspace. */
  readonly isFileless: boolean;
  /** Whether every version of the agent is known, so that any other version certainly does not exist. */
  readonly versionsComplete: boolean;
  #versions: ReadonlyMap<number, AgentVersion> | undefined;
  #records: ReadonlyMap<number | undefined, Place> | undefined;
  #tags: ReadonlyMap<string, AgentTag> | undefined;
  #tagsComplete: boolean | undefined;
  /** Results that other modules have computed from this agent. */
  readonly memory: Memory;
  readonly #label: () => string;

  constructor(
    id: string,
    sources: AgentSources,
    facts: WorkspaceSettings,
    cursors: Cursors,
    label: () => string,
    memory: Memory,
  ) {
    this.id = id;
    this.memory = memory;
    this.#label = label;
    this.#sources = sources;
    this.#cursors = cursors;
    this.isFileless =
      facts.complete.includes('agent') &&
      facts.isPlatform !== true &&
      sources.records.length + sources.unreadFiles.length === 0;
    this.versionsComplete =
      isListOfAll(sources.summaries) ||
      (this.isFileless && sources.summaries.length === 0) ||
      (facts.complete.includes('agent-version') && (facts.isPlatform === true || sources.unreadFiles.length === 0));
  }
  get name(): string | undefined {
    return lastName(this.#sources.listItems) ?? lastName(this.#sources.records);
  }
  /** A unique name for people: `Front desk`, `Front desk (99b2)`; the id if the agent has no name. */
  get label(): string {
    return this.#label();
  }
  get channel(): 'voice' | 'chat' | undefined {
    return this.memory.remember(Agent, 'channel', () => {
      const { listItems, records } = this.#sources;
      const listedChannel = listItems.find(({ channel }) => channel !== undefined)?.channel;
      if (listedChannel) return listedChannel;
      if (records.length === 0) return undefined;
      return records.some(({ isChat }) => isChat) ? 'chat' : 'voice';
    });
  }
  /** Files that cannot be read and may define a version outside the workspace. */
  get unread(): readonly string[] {
    if (this.versionsComplete) return emptyList;
    const { unreadFiles, summaries } = this.#sources;
    return withoutDuplicates([
      ...unreadFiles,
      ...summaries.filter(({ isReadable }) => !isReadable).map(({ file }) => file),
    ]);
  }
  /** Files that cannot be read and may assign a tag to the agent. */
  get unreadTags(): readonly string[] {
    if (this.tagsComplete) return emptyList;
    const { unreadFiles, unreadLists, listItems } = this.#sources;
    return withoutDuplicates([
      ...listItems.filter(({ isReadable }) => !isReadable).map(({ file }) => file),
      ...unreadLists,
      ...unreadFiles,
    ]);
  }
  /** The versions by number, ascending. */
  get versions(): ReadonlyMap<number, AgentVersion> {
    return (this.#versions ??= new Map([...this.#versionsInOrder].sort(([a], [b]) => a - b)));
  }
  get tags(): ReadonlyMap<string, AgentTag> {
    return (this.#tags ??= tagsOf(this.#sources, this.#versionsInOrder, this.tagsComplete, this.#cursors));
  }
  /** Whether every tag of the agent is known, so that any other tag certainly does not exist. */
  get tagsComplete(): boolean {
    return (this.#tagsComplete ??= isWholeList(itemsWithTags(this.#sources)));
  }
  get records(): readonly Cursor[] {
    return this.#cursors.cursorsAt(this.#sources.records);
  }
  get listItems(): readonly Cursor[] {
    return this.#cursors.cursorsAt(this.#sources.listItems);
  }
  get summaries(): readonly Cursor[] {
    return this.#cursors.cursorsAt(this.#sources.summaries);
  }
  /**
   * The place of a version's record, found without reading its file. @param version undefined: the record without a
   * version
   */
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
  readonly isReadable?: boolean;
}
/** The name in the newest of several records. Empty names and names in unreadable files are ignored. */
export function lastName(records: readonly NamedRecord[]): string | undefined {
  let newestRecord: NamedRecord | undefined;
  for (const record of records)
    if (
      record.name?.trim() &&
      record.isReadable !== false &&
      (!newestRecord || (record.version ?? -1) > (newestRecord.version ?? -1))
    )
      newestRecord = record;
  return newestRecord?.name;
}

/** Whether version summaries list every version. A summary whose number cannot be read may describe any version. */
const isListOfAll = (summaries: readonly VersionRecord[]): boolean =>
  summaries.length > 0 &&
  summaries.every(({ isReadable, version, hasMore }) => isReadable && version !== undefined && !hasMore);
const isWholeList = (items: readonly ListItemRecord[]): boolean =>
  items.length > 0 && items.every(({ isReadable }) => isReadable);
const itemsWithTags = ({ listItems }: AgentSources): readonly ListItemRecord[] =>
  listItems.filter(({ tags }) => tags !== undefined);

function versionsOf({ records, summaries }: AgentSources, cursors: Cursors): Map<number, AgentVersion> {
  const ownRecords = new Map<number, VersionRecord[]>(),
    listedVersions = new Map<number, VersionRecord[]>();
  for (const record of records) if (record.version !== undefined) addTo(ownRecords, record.version, record);
  for (const summary of summaries) if (summary.version !== undefined) addTo(listedVersions, summary.version, summary);
  const facts = (version: number): AgentVersion =>
    new AgentVersion(version, ownRecords.get(version) ?? emptyList, listedVersions.get(version) ?? emptyList, cursors);
  return new Map([...ownRecords.keys(), ...listedVersions.keys()].map(version => [version, facts(version)]));
}
const emptyList: readonly never[] = [];
const withoutDuplicates = (files: readonly string[]): readonly string[] => [...new Set(files)];

/** The facts about one version of an agent. A fact is undefined if it is unknown, or if the records disagree. */
export class AgentVersion {
  readonly version: number;
  readonly isPublished: boolean | undefined;
  readonly baseVersion: number | null | undefined;
  /** The time of the last modification in milliseconds since the epoch. */
  readonly modifiedAt: number | undefined;
  /** The tags, in order of preference. */
  readonly assignedTags: readonly string[] | undefined;
  /** The records that list the version's tags; a tag counts only if each of them lists it. */
  readonly tagging: readonly VersionRecord[];
  /** The places of the sources, without reading the files. */
  readonly places: readonly VersionRecord[];
  readonly #cursors: Cursors;
  /** @param ownRecords the records of the agent itself, which take precedence over version summaries */
  constructor(
    version: number,
    ownRecords: readonly VersionRecord[],
    summaries: readonly VersionRecord[],
    cursors: Cursors,
  ) {
    this.version = version;
    this.places = summaries.length === 0 ? ownRecords : [...ownRecords, ...summaries];
    const recordsWith = <T>(value: (record: VersionRecord) => T | undefined): readonly VersionRecord[] =>
      [ownRecords, summaries]
        .map(records => records.filter(record => value(record) !== undefined))
        .find(records => records.length > 0) ?? emptyList;
    const agreedValue = <T extends Json>(value: (record: VersionRecord) => T | undefined): T | undefined => {
      const [first, ...rest] = recordsWith(value).map(value);
      return rest.every(value => isEqual(value, first)) ? first : undefined;
    };
    this.isPublished = agreedValue(record => record.isPublished);
    this.baseVersion = agreedValue(record => record.baseVersion);
    this.modifiedAt = agreedValue(record => record.modifiedAt);
    this.assignedTags = agreedValue(record => record.assignedTags as string[] | undefined);
    this.tagging = recordsWith(record => record.assignedTags);
    this.#cursors = cursors;
  }
  /** The records about the version: first those of the agent itself, then version summaries. */
  get sources(): readonly Cursor[] {
    return this.#cursors.cursorsAt(this.places);
  }
}

/**
 * The tags of an agent. The item in the agent list is authoritative; other tags come from the versions that claim
 * them.
 */
function tagsOf(
  sources: AgentSources,
  versions: ReadonlyMap<number, AgentVersion>,
  isComplete: boolean,
  cursors: Cursors,
): Map<string, AgentTag> {
  const byName = new Map<string, { readonly place: Place; readonly states: State[] }>();
  const addState = (name: string, place: Place, state: State): void => {
    const previous = byName.get(name);
    if (previous) previous.states.push(state);
    else byName.set(name, { place, states: [state] });
  };
  const items = itemsWithTags(sources);
  for (const item of items) for (const state of item.tags!) addState(state.name, state, stateOf(state));
  if (isComplete && items.length > 1)
    for (const { states } of byName.values())
      if (states.length < items.length) states.push({ ...states[0]!, version: undefined, claims: [] });
  if (!isComplete) {
    const tagNames = new Set(byName.keys());
    for (const { version, tagging } of versions.values()) {
      const recordsByName = new Map<string, VersionRecord[]>();
      for (const record of tagging)
        for (const name of new Set(record.assignedTags)) if (!tagNames.has(name)) addTo(recordsByName, name, record);
      for (const [name, records] of recordsByName) {
        const isAgreed = records.length === tagging.length;
        addState(name, records[0]!, {
          version: isAgreed ? version : undefined,
          claims: [version],
          variables: undefined,
        });
      }
    }
  }
  return new Map(
    [...byName].map(([name, { place, states }]) => [name, new AgentTag(name, agreedState(states), place, cursors)]),
  );
}

/**
 * The state of a tag. `version` is null if the tag exists but is unassigned, and undefined if sources disagree or the value
 * is not a version. `variables` is undefined if unknown.
 */
export class AgentTag {
  readonly name: string;
  readonly version: number | null | undefined;
  /** Every version to which a file assigns the tag. */
  readonly claims: readonly number[];
  readonly variables: Readonly<Record<string, string>> | undefined;
  /** The place of the state or record that has the tag, found without reading the file. */
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

/** The state of a tag according to all sources; each value on which they disagree is undefined. */
function agreedState(states: readonly State[]): State {
  const [{ version, variables }] = states as readonly [State];
  return {
    version: states.every(state => state.version === version) ? version : undefined,
    claims: [...new Set(states.flatMap(state => state.claims))].sort((a, b) => a - b),
    variables: states.every(state => isEqual(state.variables, variables)) ? variables : undefined,
  };
}
