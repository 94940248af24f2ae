import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { Dispatch } from '../dispatch.ts';
import type { At } from '../shapes/at.ts';
import { Latest, Memory, Recent } from '../memory.ts';
import { AgentFacts, type AgentSources } from './agents.ts';
import { defaultFacts, type Facts } from './facts.ts';
import { engineLink, placeOf, recordsOf, type EngineKind, type Place, type Records } from './records.ts';
import { runnersOf } from './runners.ts';
import { resolve, type Resolution } from './resolve.ts';
import { changesIn, Table, type Column, type InFile, type Replacement } from './table.ts';
import { changedRecords, enginePlace, sameRecords, type Agents, type Listing, Tables } from './tables.ts';
import { keys, tableIn, TrackedMap, TrackedMemory, TrackedRecent, type Tracked, type Tracker } from './tracker.ts';
import { MapView } from './views.ts';

/** A computation over the records of all files: plain data by key, compared again when a file has changed. */
export interface Derivation<T> {
  readonly name: string;
  of(workspace: Workspace): ReadonlyMap<string, T>;
  same(a: T, b: T): boolean;
}
interface Derived<T> extends Tracked<ReadonlyMap<string, T>> {
  /** Names of other derivations that it depends on. */
  readonly uses: readonly string[];
}

/**
 * An immutable snapshot of the files and of what the configuration adds. What files say to each other is plain data,
 * collected on first use; its places become cursors on demand.
 */
export class Workspace {
  readonly facts: Facts;
  readonly #documents: readonly Document[];
  /** Results that others have computed from this snapshot. */
  readonly memory: Memory;
  /** Results that others have computed from single records; they contain cursors. */
  readonly recent: Recent;
  readonly #agents = { few: new Latest<string, AgentFacts>(FEW_AGENTS), large: new Map<string, AgentFacts>() };
  /** The same object each time, so that searches in it can be cached. */
  readonly #views: {
    agents?: ReadonlyMap<string, AgentFacts>;
  } & { [Part in EngineKind | 'components' | 'phoneNumbers']?: ReadonlyMap<string, readonly Cursor[]> } = {};
  readonly #tracker: Tracker | undefined;
  /** Computed from the records alone and shared by every workspace with the same records. */
  #shared: Memory;
  #gathered: Tables | undefined;
  #namesBefore: Agents | undefined;
  /** Those requested so far. */
  #columns = new Map<Column<InFile>, Table<InFile>>();
  #derived = new Map<Derivation<unknown>, Derived<unknown>>();
  /** The index of a file among the documents; the same for all snapshots with the same files. */
  #positions: ReadonlyMap<string, number> | undefined;
  /** By selector; for each document, if known. */
  readonly #collected = new Map<
    At,
    { readonly parts: (readonly Cursor[] | undefined)[]; all: readonly Cursor[] | undefined }
  >();

  /** @param tracker records what is requested from this workspace and all those derived from it */
  constructor(documents: readonly Document[], facts: Partial<Facts> = {}, tracker?: Tracker) {
    this.#documents = documents;
    this.facts = { ...defaultFacts, ...facts };
    this.#tracker = tracker;
    this.memory = memoryOf(tracker);
    this.recent = tracker ? new TrackedRecent(RECENT, tracker) : new Recent(RECENT);
    this.#shared = memoryOf(tracker);
  }
  /** The same files, recording what is requested from now on. */
  tracked(tracker: Tracker): Workspace {
    return new Workspace(this.#documents, this.facts, tracker);
  }
  /** In the order of their names. */
  get documents(): readonly Document[] {
    this.#tracker?.note(keys.anything);
    return this.#documents;
  }

  /** The snapshot with one document replaced, or inserted in name order. */
  with(document: Document): Workspace {
    const known = this.#position(document.file);
    if (known !== undefined)
      return this.#replaced(
        { file: document.file, before: this.#documents[known], after: document },
        this.#documents.with(known, document),
      );
    const after = this.#documents.findIndex(one => one.file > document.file);
    return this.#replaced(
      { file: document.file, before: undefined, after: document },
      this.#documents.toSpliced(after < 0 ? this.#documents.length : after, 0, document),
    );
  }
  without(file: string): Workspace {
    const known = this.#position(file);
    if (known === undefined) return this;
    return this.#replaced(
      { file, before: this.#documents[known], after: undefined },
      this.#documents.toSpliced(known, 1),
    );
  }
  #replaced(replaced: Replacement, documents: readonly Document[]): Workspace {
    const { before, after } = replaced,
      next = new Workspace(documents, this.facts, this.#tracker),
      isKnown = this.#columns.size + this.#derived.size > 0,
      isSame = isKnown && before !== undefined && after !== undefined && sameRecords(before, after);
    if (before && after) {
      next.#positions = this.#positions;
      for (const [at, { parts }] of this.#collected)
        next.#collected.set(at, { parts: parts.with(this.#position(after.file)!, undefined), all: undefined });
    }
    next.#namesBefore = this.#gathered?.knownAgents ?? this.#namesBefore;
    if (isSame) next.#shared = this.#shared;
    const positionOf = (file: string): number => next.#position(file) ?? -1;
    for (const [column, table] of this.#columns)
      next.#columns.set(column, isSame && column.ofRecords ? table : table.with(replaced, documents, positionOf));
    if (isSame) for (const [derivation, derived] of this.#derived) next.#derived.set(derivation, derived);
    else if (this.#tracker && this.#derived.size > 0) next.#takeRight(this.#derived, this.#changesBy(replaced));
    return next;
  }

  /**
   * Keeps what does not depend on the change. Order matters: dependencies were requested before their dependents
   * finished.
   */
  #takeRight(derived: ReadonlyMap<Derivation<unknown>, Derived<unknown>>, changed: readonly string[]): void {
    const gone = new Set<string>();
    for (const [derivation, known] of derived)
      if (changed.some(key => known.asked.has(key)) || known.uses.some(name => gone.has(name)))
        gone.add(derivation.name);
      else this.#derived.set(derivation, known);
  }

  /** What anyone could be told differently after a document is replaced. */
  #changesBy(replaced: Replacement): readonly string[] {
    const { file, before, after } = replaced,
      records = changedRecords(before, after);
    const isSame = records.length === 0 && before?.kind === after?.kind;
    return [
      keys.anything,
      keys.content(file),
      ...(isSame ? [] : [keys.records(file)]),
      ...records.map(keys.every),
      ...[...this.#columns.keys()].flatMap(column => (isSame && column.ofRecords ? none : changesIn(column, replaced))),
    ];
  }
  /**
   * What differs from an earlier snapshot of the same files, among the keys of a tracker. The cost is that of the
   * change, plus one comparison of the documents.
   */
  changesSince(before: Workspace): ReadonlySet<string> {
    const changed = new Set<string>();
    if (before === this) return changed;
    for (const replaced of before.#replacedIn(this)) for (const key of before.#changesBy(replaced)) changed.add(key);
    for (const [derivation, { value }] of before.#derived) {
      const now = this.#deriving(derivation).value;
      if (now === value) continue;
      for (const key of new Set([...value.keys(), ...now.keys()])) {
        const isThere = value.has(key) && now.has(key);
        if (isThere && derivation.same(value.get(key), now.get(key))) continue;
        changed.add(keys.entry(derivation.name, key)).add(keys.table(derivation.name));
        if (!isThere) changed.add(keys.names(derivation.name));
      }
    }
    return changed;
  }
  #replacedIn(after: Workspace): Replacement[] {
    if (this.#positions && this.#positions === after.#positions)
      return this.#documents.flatMap((before, i) =>
        before === after.#documents[i] ? none : { file: before.file, before, after: after.#documents[i] },
      );
    const gone = this.#documents.flatMap(before => {
      const position = after.#position(before.file),
        now = position === undefined ? undefined : after.#documents[position];
      return now === before ? none : { file: before.file, before, after: now };
    });
    const come = after.#documents.filter(({ file }) => this.#position(file) === undefined);
    return [...gone, ...come.map(one => ({ file: one.file, before: undefined, after: one }))];
  }

  document(file: string): Document | undefined {
    this.#tracker?.note(keys.content(file));
    const position = this.#position(file);
    return position === undefined ? undefined : this.#documents[position];
  }
  #position(file: string): number | undefined {
    this.#positions ??= new Map(this.#documents.map((document, i) => [document.file, i]));
    return this.#positions.get(file);
  }
  /** The current cursor of a place. */
  readonly at = ({ file, pointer }: Place): Cursor => this.document(file)!.at(pointer);
  readonly #lists = new Latest<readonly Place[], readonly Cursor[]>(FEW_LISTS);
  /** Rules request the same lists repeatedly: the cursors of recently requested ones are kept, with their files. */
  readonly #cursors = {
    at: this.at,
    all: (places: readonly Place[]): readonly Cursor[] => {
      if (this.#tracker) for (const { file } of places) this.#tracker.note(keys.content(file));
      return this.#lists.remember(places, () => places.map(this.at));
    },
  };

  /** What a file says to others, whatever else it contains; `undefined` if there is no such file. */
  records(file: string): Records | undefined {
    const document = this.#saying(file);
    return document && recordsOf(document);
  }
  kindOf(file: string): Document['kind'] {
    return this.#saying(file)?.kind;
  }
  #saying(file: string): Document | undefined {
    this.#tracker?.note(keys.records(file));
    const position = this.#position(file);
    return position === undefined ? undefined : this.#documents[position];
  }
  /** All records of a kind, in file order. */
  every<Sort extends keyof Records>(sort: Sort): Records[Sort] {
    this.#tracker?.note(keys.every(sort));
    return this.#documents.flatMap(document => recordsOf(document)[sort] as unknown[]) as unknown as Records[Sort];
  }
  /** What all documents say of one kind, by key. */
  table<T extends InFile>(column: Column<T>): Listing<readonly T[]> {
    return this.#table(column);
  }
  #table<T extends InFile>(column: Column<T>): Listing<readonly T[]> {
    let table = this.#columns.get(column) as Table<T> | undefined;
    if (!table) this.#columns.set(column, (table = Table.of(column, this.#documents)));
    return this.#tracker ? new TrackedMap(table, column.name, this.#tracker) : table;
  }
  /** A computation over all files together, repeated only if something it was made from has changed. */
  derived<T>(derivation: Derivation<T>): ReadonlyMap<string, T> {
    const { value } = this.#deriving(derivation as Derivation<unknown>) as Derived<T>;
    return this.#tracker ? new TrackedMap(value, derivation.name, this.#tracker) : value;
  }
  #deriving(derivation: Derivation<unknown>): Derived<unknown> {
    let derived = this.#derived.get(derivation);
    if (!derived) {
      const compute = (): ReadonlyMap<string, unknown> => derivation.of(this);
      const tracked = this.#tracker ? this.#tracker.track(compute) : { value: compute(), asked: new Set<string>() };
      const tables = new Set(Array.from(tracked.asked, tableIn));
      const uses = [...this.#derived.keys()].flatMap(({ name }) => (tables.has(name) ? name : none));
      derived = { ...tracked, uses };
      this.#derived.set(derivation, derived);
    }
    return derived;
  }

  /** What the files say to each other, as plain data. */
  get tables(): Tables {
    return this.#tables;
  }
  get #tables(): Tables {
    return (this.#gathered ??= new Tables(column => this.#table(column), this.#namesBefore));
  }
  /** Results that others have computed from the records alone; they contain no cursors. */
  get shared(): Memory {
    return this.#shared;
  }

  get agents(): ReadonlyMap<string, AgentFacts> {
    return (this.#views.agents ??= new MapView(this.#tables.agents, (sources, id) => this.#agent(id, sources)));
  }
  agent(id: string): AgentFacts | undefined {
    const sources = this.#tables.agents.get(id);
    return sources && this.#agent(id, sources);
  }
  #agent(id: string, sources: AgentSources): AgentFacts {
    const known = this.#agents.large.get(id);
    if (known) return known;
    const made = (): AgentFacts => new AgentFacts(id, sources, this.facts, this.#cursors, memoryOf(this.#tracker));
    if (sources.records.length + sources.listItems.length + sources.summaries.length < LARGE_AGENT)
      return this.#agents.few.remember(id, made);
    const agent = made();
    this.#agents.large.set(id, agent);
    return agent;
  }

  /** Records of an engine by id; several if several versions are kept. */
  engines(kind: EngineKind): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views[kind] ??= this.#places(this.#tables.engines(kind)));
  }
  get components(): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views.components ??= this.#places(this.#tables.components));
  }
  get phoneNumbers(): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views.phoneNumbers ??= this.#places(this.#tables.phoneNumbers));
  }
  #places(groups: ReadonlyMap<string, readonly Place[]>): ReadonlyMap<string, readonly Cursor[]> {
    return new MapView(groups, places => this.#cursors.all(places));
  }

  /** Resolves a reference to an agent version; `null` means that it is left out. */
  resolve(agentId: string, reference: string | number | null): Resolution {
    const agent = this.agent(agentId),
      compute = (): Resolution => resolve(agent, agentId, reference, this.facts);
    return agent ? agent.memory.remember(resolve, reference, compute) : compute();
  }

  /**
   * The engine of an agent (a place of shape `agent-settings`): nested in its file, otherwise found by id and version.
   */
  engineOf(agent: Cursor): Cursor | undefined {
    const link = engineLink(agent);
    if (link && 'nested' in link) return agent.document.at(link.nested);
    const place = enginePlace(link, agent.document.file, this.#tables);
    return place && this.at(place);
  }
  /** Every agent record of the workspace that runs this engine (a place of shape `llm` or `conversation-flow`). */
  agentsOn(engine: Cursor): readonly Cursor[] {
    return this.#cursors.all(runnersOf(placeOf(engine), this));
  }

  /** Every place of the workspace that a selector matches. Results are cached by selector object. */
  collect(at: At): readonly Cursor[] {
    this.#tracker?.note(keys.anything);
    let found = this.#collected.get(at);
    if (!found)
      this.#collected.set(
        at,
        (found = { parts: new Array<undefined>(this.#documents.length).fill(undefined), all: undefined }),
      );
    if (!found.all) {
      const { parts } = found;
      for (const [index, document] of this.#documents.entries()) parts[index] ??= collect(document, at);
      found.all = (parts as (readonly Cursor[])[]).flat();
    }
    return found.all;
  }
}

/**
 * An agent with few records is recomputed in no time, and caching all of them would fill the memory. The most recent
 * ones are cached, because questions about one agent tend to come together.
 */
const FEW_AGENTS = 32;
const none: readonly never[] = [];
const memoryOf = (tracker: Tracker | undefined): Memory => (tracker ? new TrackedMemory(tracker) : new Memory());
/** At most this many computations over single records are kept. */
const RECENT = 256;
/** At most this many lists of places keep their cursors. */
const FEW_LISTS = 8;
/** An agent with this many records is worth caching. */
const LARGE_AGENT = 16;

const selectors = new WeakMap<At, Dispatch<true>>();

/** Every place of one document that a selector matches; cached per document and selector. */
export function collect(document: Document, at: At): readonly Cursor[] {
  return document.memory.remember(collect, at, () => {
    let dispatch = selectors.get(at);
    if (!dispatch) selectors.set(at, (dispatch = new Dispatch([[at, true as const]])));
    const cursors: Cursor[] = [];
    for (const root of document.roots)
      dispatch.walk(root, (_, node) => {
        cursors.push(node);
      });
    return cursors;
  });
}
