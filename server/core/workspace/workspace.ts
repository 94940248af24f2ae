import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { Dispatch } from '../dispatch.ts';
import type { Json } from '../json/json.ts';
import type { At } from '../shapes/at.ts';
import { Latest, Memory, Recent } from '../memory.ts';
import { AgentFacts, type AgentSources } from './agents.ts';
import { defaultFacts, type Facts } from './facts.ts';
import { engineLink, placeOf, recordsOf, type EngineKind, type Place, type Records } from './records.ts';
import { runnersOf } from './runners.ts';
import { resolve, type Resolution } from './resolve.ts';
import { changesIn, Table, type Column, type InFile, type Replacement } from './table.ts';
import { Agents, changedRecords, columns, enginePlace, sameRecords, type Listing, type Tables } from './tables.ts';
import { keys, tableIn, TrackedMap, TrackedMemory, TrackedRecent, type Tracked, type Tracker } from './tracker.ts';
import { MapView } from './views.ts';

export { engineReference, type EngineReference } from './records.ts';

/** Something that is asked of all files together, and answered with plain data. */
export type Question<Answer extends Json> = (workspace: Workspace, name: string, more: More) => Answer;
/** What a question is about beside a name: a version, say. */
export type More = string | number | null;

/** What is computed of the records of all files together: plain data by a key, which is compared when a file has changed. */
export interface Derivation<T> {
  readonly name: string;
  of(workspace: Workspace): ReadonlyMap<string, T>;
  same(a: T, b: T): boolean;
}
interface Derived<T> extends Tracked<ReadonlyMap<string, T>> {
  /** Names of other derivations that it rests on. */
  readonly uses: readonly string[];
}

/**
 * An immutable snapshot of the files and of what the configuration knows beside them. What files say to each other is plain data, gathered
 * when first asked for; the places in it become cursors when somebody looks at them.
 */
export class Workspace {
  readonly facts: Facts;
  readonly #documents: readonly Document[];
  /** What others have computed of this snapshot. */
  readonly memory: Memory;
  /** What others have computed of single records, with cursors in it. */
  readonly recent: Recent;
  readonly #agents = { few: new Latest<string, AgentFacts>(FEW_AGENTS), large: new Map<string, AgentFacts>() };
  /** What is given out again and again: whoever looks for a name in it may remember what it found. */
  readonly #views: {
    agents?: ReadonlyMap<string, AgentFacts>;
  } & { [Part in EngineKind | 'components' | 'phoneNumbers']?: ReadonlyMap<string, readonly Cursor[]> } = {};
  readonly #tracker: Tracker | undefined;
  /** Computed of the records alone: every workspace in which they are the same shares it. */
  #shared: Memory;
  #gathered: (Tables & { readonly agents: Agents }) | undefined;
  #namesBefore: Agents | undefined;
  /** Those that somebody has asked for. */
  #columns = new Map<Column<InFile>, Table<InFile>>();
  #derived = new Map<Derivation<unknown>, Derived<unknown>>();
  /** Where a file is among the documents: the same for all snapshots with the same files. */
  #positions: ReadonlyMap<string, number> | undefined;
  /** By selector; of each document, where it is known. */
  readonly #collected = new Map<
    At,
    { readonly parts: (readonly Cursor[] | undefined)[]; all: readonly Cursor[] | undefined }
  >();

  /** @param tracker notes what is asked of this workspace and of all that come from it */
  constructor(documents: readonly Document[], facts: Partial<Facts> = {}, tracker?: Tracker) {
    this.#documents = documents;
    this.facts = { ...defaultFacts, ...facts };
    this.#tracker = tracker;
    this.memory = memoryOf(tracker);
    this.recent = tracker ? new TrackedRecent(RECENT, tracker) : new Recent(RECENT);
    this.#shared = memoryOf(tracker);
  }
  /** The same files, noting what is asked of them from now on. */
  tracked(tracker: Tracker): Workspace {
    return new Workspace(this.#documents, this.facts, tracker);
  }
  /** In the order of their names. */
  get documents(): readonly Document[] {
    this.#tracker?.note(keys.anything);
    return this.#documents;
  }

  /** The snapshot with one document replaced, or added where its name belongs. */
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
    next.#namesBefore = this.#gathered?.agents ?? this.#namesBefore;
    if (isSame) {
      next.#shared = this.#shared;
      next.#gathered = this.#gathered;
    }
    const positionOf = (file: string): number => next.#position(file) ?? -1;
    for (const [column, table] of this.#columns)
      next.#columns.set(column, isSame && column.ofRecords ? table : table.with(replaced, documents, positionOf));
    if (isSame) for (const [derivation, derived] of this.#derived) next.#derived.set(derivation, derived);
    else if (this.#tracker && this.#derived.size > 0) next.#takeRight(this.#derived, this.#changesBy(replaced));
    return next;
  }

  /** Takes over what does not rest on what has changed. In this order: what rests on another was asked for before it was done. */
  #takeRight(derived: ReadonlyMap<Derivation<unknown>, Derived<unknown>>, changed: readonly string[]): void {
    const gone = new Set<string>();
    for (const [derivation, known] of derived)
      if (changed.some(key => known.asked.has(key)) || known.uses.some(name => gone.has(name)))
        gone.add(derivation.name);
      else this.#derived.set(derivation, known);
  }

  /** What somebody could be told otherwise when a document is replaced. */
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
   * What is another now than in an earlier snapshot of the same files, by what a tracker notes. Costs what has changed, but for one
   * comparison of the documents.
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
  /** A place as it is now. */
  readonly at = ({ file, pointer }: Place): Cursor => this.document(file)!.at(pointer);
  readonly #lists = new Latest<readonly Place[], readonly Cursor[]>(FEW_LISTS);
  /** Rules ask for the same list again and again: the cursors of those that were asked for last are kept, with their files. */
  readonly #cursors = {
    at: this.at,
    all: (places: readonly Place[]): readonly Cursor[] => {
      if (this.#tracker) for (const { file } of places) this.#tracker.note(keys.content(file));
      return this.#lists.remember(places, () => places.map(this.at));
    },
  };

  /** What a file says to others, whatever else is in it; `undefined` where there is no such file. */
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
  /** All records of a sort, in the order of the files. */
  every<Sort extends keyof Records>(sort: Sort): Records[Sort] {
    this.#tracker?.note(keys.every(sort));
    return this.#documents.flatMap(document => recordsOf(document)[sort] as unknown[]) as unknown as Records[Sort];
  }
  /** What all documents say of one sort of thing, by a key. */
  table<T extends InFile>(column: Column<T>): Listing<readonly T[]> {
    return this.#table(column);
  }
  #table<T extends InFile>(column: Column<T>): Listing<readonly T[]> {
    let table = this.#columns.get(column) as Table<T> | undefined;
    if (!table) this.#columns.set(column, (table = Table.of(column, this.#documents)));
    return this.#tracker ? new TrackedMap(table, column.name, this.#tracker) : table;
  }
  /** What is computed of all files together; computed again only where something that it was made from has changed. */
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
  get #tables(): Tables & { readonly agents: Agents } {
    return (this.#gathered ??= {
      agents: new Agents(
        this.#table(columns.agentRecords),
        this.#table(columns.listItems),
        this.#table(columns.summaries),
        this.#namesBefore,
      ),
      engines: { llm: this.#table(columns.llm), 'conversation-flow': this.#table(columns['conversation-flow']) },
      components: this.#table(columns.components),
      phoneNumbers: this.#table(columns.phoneNumbers),
    });
  }
  /**
   * The answer to a question about all files. A rule that asks first whether there can be anything to say lets a file be done with
   * once it is read: while the others are not known it gets the usual answer, and is asked again where that proves wrong.
   */
  ask<Answer extends Json>(question: Question<Answer>, _usual: Answer, name: string, more: More = null): Answer {
    return question(this, name, more);
  }
  /** What others have computed of the records alone; it holds no cursors. */
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

  /** Records of an engine by id: several where several versions are kept. */
  engines(kind: EngineKind): ReadonlyMap<string, readonly Cursor[]> {
    return (this.#views[kind] ??= this.#places(this.#tables.engines[kind]));
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

  /** Follows a reference to an agent's version; `null` means that the file gives none. */
  resolve(agentId: string, reference: string | number | null): Resolution {
    const agent = this.agent(agentId);
    const known = agent?.resolutions.get(reference);
    if (known) return known;
    const resolution = resolve(agent, agentId, reference, this.facts);
    agent?.resolutions.set(reference, resolution);
    return resolution;
  }

  /** The engine of an agent (a place of shape `agent-settings`): nested in its file, else by id and version among the files. */
  engineOf(agent: Cursor): Cursor | undefined {
    const link = engineLink(agent);
    if (link && 'nested' in link) return agent.document.at(link.nested);
    const place = enginePlace(link, agent.document.file, this.#tables.engines);
    return place && this.at(place);
  }
  /** Every agent record of the workspace that runs on this engine (a place of shape `llm` or `conversation-flow`). */
  agentsOn(engine: Cursor): readonly Cursor[] {
    return this.#cursors.all(runnersOf(placeOf(engine), this));
  }

  /** Every place of the workspace that a selector names. Give the same selector object again to have it remembered. */
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
 * What is known of an agent with few records is put together again in no time, and would fill the memory if it were kept of all. Of so many
 * it is kept for a while: what speaks of one agent mostly is together.
 */
const FEW_AGENTS = 32;
const none: readonly never[] = [];
const memoryOf = (tracker: Tracker | undefined): Memory => (tracker ? new TrackedMemory(tracker) : new Memory());
/** So many computations of single records are kept. */
const RECENT = 256;
/** So many lists of places are kept with their cursors. */
const FEW_LISTS = 8;
/** An agent of so many records is worth to be kept. */
const LARGE_AGENT = 16;

const selectors = new WeakMap<At, Dispatch<true>>();

/** Every place of one document that a selector names; remembered per document and selector. */
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
