import type { Document } from '../document.ts';
import { equal, type Json } from '../json/json.ts';
import type { Kind } from '../kinds.ts';
import type { AgentSources } from './agents.ts';
import {
  recordsOf,
  type AgentRecord,
  type EngineKind,
  type EngineLink,
  type EngineRecord,
  type Identified,
  type ListItemRecord,
  type Place,
  type Records,
  type VersionRecord,
} from './records.ts';
import type { Column, InFile } from './table.ts';
import { View } from './views.ts';
import { compareTexts } from '../wording.ts';

/** A map by identity; its key object stays the same as long as the keys do. */
export interface Listing<T> extends ReadonlyMap<string, T> {
  readonly names: ReadonlyMap<string, unknown>;
}

/**
 * A record that is a whole file is identified by the file's name, which is already in memory. File names never contain
 * NUL.
 */
export const keyOf = ({ file, pointer }: Place): string => (pointer === '' ? file : `${file}\0${pointer}`);

/** In the order of files and pointers. */
export const comparePlaces = (a: Place, b: Place): number =>
  compareTexts(a.file, b.file) || compareTexts(a.pointer, b.pointer);

const column = <T extends InFile>(
  name: string,
  entries: (records: Records, document: Document) => Iterable<readonly [key: string, entry: T]>,
): Column<T> => ({ name, ofRecords: true, entries: document => entries(recordsOf(document), document) });
const byId = <T extends Identified>(name: string, of: (records: Records) => readonly T[]): Column<T> =>
  column(name, records => of(records).map(one => [one.id, one]));

export const columns = {
  agentRecords: byId('agent', ({ agents }) => agents),
  listItems: byId('agent', ({ listItems }) => listItems),
  summaries: byId('agent', ({ versionSummaries }) => versionSummaries),
  llm: byId('llm', ({ engines }) => engines.filter(({ kind }) => kind === 'llm')),
  'conversation-flow': byId('conversation-flow', ({ engines }) =>
    engines.filter(({ kind }) => kind === 'conversation-flow'),
  ),
  components: byId('flow-component', records => records.components),
  phoneNumbers: byId('phone-number', records => records.phoneNumbers),
  /** The agents that name an engine, by what they name. */
  runners: column('runners', ({ runners }) =>
    runners.flatMap(runner => {
      const { engine } = runner;
      return engine && 'id' in engine ? [[nameOf(engine.kind, engine.id), runner] as const] : [];
    }),
  ),
  /** Swaps in engines and components, by the agent that takes over. */
  swaps: column('swaps', ({ contents }) =>
    contents.flatMap(({ swaps }) => swaps.map(swap => [swap.agentId, swap] as const)),
  ),
  /** Arms of phone numbers, by the agent that answers. */
  arms: column('arms', ({ phoneNumbers }) =>
    phoneNumbers.flatMap(({ id, arms }) => arms.map(arm => [arm.agentId, { ...arm, number: id }] as const)),
  ),
  /** Files that set a variable, by its name. */
  setters: column<InFile>('setters', ({ sets }, { file }) => sets.map(name => [name, { file }])),
  /** Files that are an engine or a shared component, by kind, and by kind and folder. */
  ownFiles: column<InFile>('own-files', ({ engines, components }, { file, kind }) => {
    const isKept = engines.some(one => one.kind === kind) || (kind === 'flow-component' && components.length > 0);
    return isKept ? [kind!, inFolder(kind!, file)].map(key => [key, { file }]) : [];
  }),
} as const;

/** For an engine that an agent names. */
export const nameOf = (kind: EngineKind, id: string): string => `${kind} ${id}`;
/** What the folder of a file contains. */
export const inFolder = (kind: Kind, file: string): string => `${kind} ${file.slice(0, file.lastIndexOf('/') + 1)}`;

/** What agents' records, agent lists and version summaries say about agents, in this order. */
export class Agents extends View<AgentSources> implements Listing<AgentSources> {
  readonly #records: Listing<readonly AgentRecord[]>;
  readonly #listItems: Listing<readonly ListItemRecord[]>;
  readonly #summaries: Listing<readonly VersionRecord[]>;
  #names: ReadonlyMap<string, unknown> | undefined;
  #namesOf: readonly unknown[];
  /** @param before the same for an earlier state: if the names are the same, its object is reused */
  constructor(
    records: Listing<readonly AgentRecord[]>,
    listItems: Listing<readonly ListItemRecord[]>,
    summaries: Listing<readonly VersionRecord[]>,
    before?: Agents,
  ) {
    super();
    this.#records = records;
    this.#listItems = listItems;
    this.#summaries = summaries;
    this.#names = before && before.#names;
    this.#namesOf = before ? before.#namesOf : [];
  }
  get(id: string): AgentSources | undefined {
    const records = this.#records.get(id),
      listItems = this.#listItems.get(id),
      summaries = this.#summaries.get(id);
    return records || listItems || summaries
      ? { records: records ?? none, listItems: listItems ?? none, summaries: summaries ?? none }
      : undefined;
  }
  has(id: string): boolean {
    return this.#records.has(id) || this.#listItems.has(id) || this.#summaries.has(id);
  }
  get size(): number {
    return this.names.size;
  }
  get names(): ReadonlyMap<string, unknown> {
    const all = [this.#records, this.#listItems, this.#summaries].map(({ names }) => names);
    if (!this.#names || all.some((names, i) => names !== this.#namesOf[i])) {
      const [first, ...others] = all.filter(({ size }) => size > 0);
      this.#names =
        others.length === 0
          ? (first ?? new Map())
          : new Map(all.flatMap(names => [...names.keys()].map(name => [name, true] as const)));
      this.#namesOf = all;
    }
    return this.#names;
  }
  keys(): MapIterator<string> {
    return this.names.keys();
  }
  *entries(): MapIterator<[string, AgentSources]> {
    for (const id of this.keys()) yield [id, this.get(id)!];
  }
}

/**
 * What all files of a snapshot together contain, by identity. Each table is built on first use, because a file that is checked on its
 * own needs hardly any.
 */
export class Tables {
  readonly #gather: Gather;
  readonly #gathered = new Map<Column<InFile>, Listing<readonly InFile[]>>();
  readonly #before: Agents | undefined;
  #agents: Agents | undefined;

  /** @param before the agents of an earlier snapshot */
  constructor(gather: Gather, before: Agents | undefined) {
    this.#gather = gather;
    this.#before = before;
  }
  get agents(): Agents {
    return (this.#agents ??= new Agents(
      this.#gather(columns.agentRecords),
      this.#gather(columns.listItems),
      this.#gather(columns.summaries),
      this.#before,
    ));
  }
  /** The agents of this snapshot if they were asked for, otherwise those of an earlier one. */
  get knownAgents(): Agents | undefined {
    return this.#agents ?? this.#before;
  }
  engines(kind: EngineKind): Listing<readonly EngineRecord[]> {
    return this.#table(columns[kind]);
  }
  get components(): Listing<readonly Identified[]> {
    return this.#table(columns.components);
  }
  get phoneNumbers(): Listing<Records['phoneNumbers']> {
    return this.#table(columns.phoneNumbers);
  }
  #table<T extends InFile>(column: Column<T>): Listing<readonly T[]> {
    let table = this.#gathered.get(column) as Listing<readonly T[]> | undefined;
    if (!table) this.#gathered.set(column, (table = this.#gather(column)));
    return table;
  }
}
type Gather = <T extends InFile>(column: Column<T>) => Listing<readonly T[]>;

/** The fields in which the records of two versions of a document differ. */
export function changedRecords(a: Document | undefined, b: Document | undefined): readonly (keyof Records)[] {
  const was = a && recordsOf(a),
    is = b && recordsOf(b);
  return (Object.keys((is ?? was)!) as (keyof Records)[]).filter(
    sort => !equal((was?.[sort] ?? none) as unknown as Json, (is?.[sort] ?? none) as unknown as Json),
  );
}
/** Whether two versions of a document look the same to other files. */
export const sameRecords = (a: Document, b: Document): boolean =>
  a.kind === b.kind && equal(recordsOf(a) as unknown as Json, recordsOf(b) as unknown as Json);

/** The record of an engine: the named version, otherwise the largest; a record without a number matches any. */
export function enginePlace(link: EngineLink, file: string, tables: Tables): Place | undefined {
  if (!link) return undefined;
  if ('nested' in link) return { file, pointer: link.nested };
  const records = tables.engines(link.kind).get(link.id) ?? none;
  const exact = link.version === null ? largestOf(records) : ofVersion(records, link.version);
  return exact ?? (records.length === 1 && records[0]!.version === undefined ? records[0] : undefined);
}
const none: readonly never[] = [];

const largestOf = (records: readonly EngineRecord[]): EngineRecord | undefined =>
  records.reduce<EngineRecord | undefined>(
    (largest, one) => (largest && (largest.version ?? -1) > (one.version ?? -1) ? largest : one),
    undefined,
  );

const FEW = 8;
const byVersion = new WeakMap<readonly EngineRecord[], ReadonlyMap<number | undefined, EngineRecord>>();
/** The last record of a version. */
function ofVersion(records: readonly EngineRecord[], version: number): EngineRecord | undefined {
  if (records.length < FEW) return records.findLast(record => record.version === version);
  let last = byVersion.get(records);
  if (!last) byVersion.set(records, (last = new Map(records.map(record => [record.version, record]))));
  return last.get(version);
}
