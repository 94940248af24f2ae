import type { Document } from '../document.ts';
import { isEqual, type Json } from '../json/json.ts';
import type { Kind } from '../kinds.ts';
import type { AgentSources } from './agents.ts';
import {
  recordsOf,
  type EngineKind,
  type EngineLink,
  type EngineRecord,
  type RecordWithId,
  type Place,
  type Records,
} from './records.ts';
import type { Memory } from '../memory.ts';
import { MAX_UNREAD_FILES } from './unread.ts';
import { compareTexts } from '../wording.ts';

/**
 * The key of a place. For a whole file, the key is the name of the file, so that no new string is needed. File names
 * never contain NUL.
 */
export const keyOf = ({ file, pointer }: Place): string => (pointer === '' ? file : `${file}\0${pointer}`);

/** Orders places by file, then by pointer. */
export const comparePlaces = (a: Place, b: Place): number =>
  compareTexts(a.file, b.file) || compareTexts(a.pointer, b.pointer);

const column =
  <T extends InFile>(
    entries: (records: Records, document: Document) => Iterable<readonly [key: string, entry: T]>,
  ): Column<T> =>
  document =>
    entries(recordsOf(document), document);
const byId = <T extends RecordWithId>(field: (records: Records) => readonly T[]): Column<T> =>
  column(records => field(records).map(item => [item.id, item]));

export const columns = {
  agentRecords: byId(({ agents }) => agents),
  listItems: byId(({ listItems }) => listItems),
  summaries: byId(({ versionSummaries }) => versionSummaries),
  llm: byId(({ engines }) => engines.filter(({ kind }) => kind === 'llm')),
  'conversation-flow': byId(({ engines }) => engines.filter(({ kind }) => kind === 'conversation-flow')),
  components: byId(records => records.components),
  phoneNumbers: byId(records => records.phoneNumbers),
  /** The agents that name an engine, by the engine's kind and id. */
  runners: column(({ runners }) =>
    runners.flatMap(runner => {
      const { engine } = runner;
      return engine && 'id' in engine ? [[engineKey(engine.kind, engine.id), runner] as const] : [];
    }),
  ),
  /** Swaps and warm transfers in engines and components, by the agent to which they hand over. */
  handOvers: column(({ contents }) =>
    contents.flatMap(({ handOvers }) => handOvers.map(handOver => [handOver.agentId, handOver] as const)),
  ),
  /** Arms of phone numbers, by the agent that answers. */
  arms: column(({ phoneNumbers }) =>
    phoneNumbers.flatMap(({ id, arms }) => arms.map(arm => [arm.agentId, { ...arm, number: id }] as const)),
  ),
  /** Pages of the API, by the kind of their records. */
  pages: column(({ pages }) => pages.map(page => [page.kind, page])),
  /** Records that set a variable, by its name. */
  setters: column<Place>(({ sets }) => sets.map(setter => [setter.name, setter])),
  /**
   * Files that cannot be read, by the kind of record that they may define. Files whose agent is known are left out.
   */
  unread: column(({ unreadFiles }) =>
    unreadFiles.flatMap(file => (file.agentId === undefined ? [[file.kind, file] as const] : [])),
  ),
  /** All files that cannot be read: by agent if the agent is known, otherwise by kind and folder. */
  unreadBeside: column(({ unreadFiles }) =>
    unreadFiles.map(
      file =>
        [file.agentId === undefined ? keyInFolder(file.kind, file.file) : versionsOf(file.agentId), file] as const,
    ),
  ),
  /** Files whose root is an engine or a shared component, by kind, and also by kind and folder. */
  ownFiles: column<InFile>(({ engines, components }, { file, kinds }) =>
    kinds
      .filter(
        kind => engines.some(engine => engine.kind === kind) || (kind === 'flow-component' && components.length > 0),
      )
      .flatMap(kind => [kind, keyInFolder(kind, file)].map(key => [key, { file }] as const)),
  ),
} as const;

/** The key of an engine in tables. */
export const engineKey = (kind: EngineKind, id: string): string => `${kind} ${id}`;
/** The key of a kind within the folder of a file. */
export const keyInFolder = (kind: Kind, file: string): string => `${kind} ${file.slice(0, file.lastIndexOf('/') + 1)}`;
const versionsOf = (agentId: string): string => `versions of ${agentId}`;
const firstFiles = (entries: readonly InFile[] = emptyList): string[] =>
  entries.slice(0, MAX_UNREAD_FILES).map(({ file }) => file);

/** The records of all files of a snapshot in tables, by key. Each table is built on first use. */
export class Tables {
  readonly #documents: readonly Document[];
  readonly #sharedMemory: Memory;
  /** @param sharedMemory keeps the tables for all snapshots with the same records */
  constructor(documents: readonly Document[], sharedMemory: Memory) {
    this.#documents = documents;
    this.#sharedMemory = sharedMemory;
  }
  of<T extends InFile>(column: Column<T>): ReadonlyMap<string, readonly T[]> {
    return this.#sharedMemory.remember(collectTable, column, () => collectTable(column, this.#documents));
  }
  /** The sources of each agent: records, agent lists, version summaries. */
  get agents(): ReadonlyMap<string, AgentSources> {
    return this.#sharedMemory.remember(Tables, undefined, () => {
      const records = this.of(columns.agentRecords),
        listItems = this.of(columns.listItems),
        summaries = this.of(columns.summaries),
        unreadFiles = this.unread('agent'),
        unreadLists = this.unread('agent-list');
      const sourcesOf = (id: string): AgentSources => ({
        records: records.get(id) ?? emptyList,
        listItems: listItems.get(id) ?? emptyList,
        summaries: summaries.get(id) ?? emptyList,
        unreadFiles: this.#unreadOf(id, records.get(id)) ?? unreadFiles,
        unreadLists,
      });
      const ids = new Set([...records.keys(), ...listItems.keys(), ...summaries.keys()]);
      return new Map(Array.from(ids, id => [id, sourcesOf(id)] as const));
    });
  }
  /** Files that cannot be read and may define a record of these kinds; at most the first `MAX_UNREAD_FILES`. */
  unread(...kinds: readonly Kind[]): readonly string[] {
    const unreadByKey = this.of(columns.unread);
    return unreadByKey.size === 0 ? emptyList : kinds.flatMap(kind => firstFiles(unreadByKey.get(kind)));
  }
  /**
   * Unreadable files that may define a version of an agent: files with the id of the agent, and files beside its
   * records.
   */
  #unreadOf(id: string, records: readonly Place[] | undefined): readonly string[] | undefined {
    const unreadByKey = this.of(columns.unreadBeside);
    if (unreadByKey.size === 0) return emptyList;
    const versionFiles = firstFiles(unreadByKey.get(versionsOf(id)));
    if (!records) return versionFiles.length === 0 ? undefined : [...versionFiles, ...this.unread('agent')];
    const folders = new Set(records.map(({ file }) => keyInFolder('agent', file)));
    return [...versionFiles, ...Array.from(folders, folder => firstFiles(unreadByKey.get(folder))).flat()];
  }
  engines(kind: EngineKind): ReadonlyMap<string, readonly EngineRecord[]> {
    return this.of(columns[kind]);
  }
  /** The last record of a version of an engine. */
  ofVersion(records: readonly EngineRecord[], version: number): EngineRecord | undefined {
    return this.#sharedMemory
      .remember(enginePlace, records, () => new Map(records.map(record => [record.version, record])))
      .get(version);
  }
  get components(): ReadonlyMap<string, Records['components']> {
    return this.of(columns.components);
  }
  get phoneNumbers(): ReadonlyMap<string, Records['phoneNumbers']> {
    return this.of(columns.phoneNumbers);
  }
}

/** Whether two versions of a document have equal records, so that they are the same for other files. */
export const hasSameRecords = (a: Document, b: Document): boolean =>
  a.kind === b.kind && isEqual(recordsOf(a) as unknown as Json, recordsOf(b) as unknown as Json);

/**
 * The record of an engine: the named version, otherwise the largest version. A record without a number matches any
 * version.
 */
export function enginePlace(link: EngineLink, file: string, tables: Tables): Place | undefined {
  if (!link) return undefined;
  if ('nested' in link) return { file, pointer: link.nested };
  const records = tables.engines(link.kind).get(link.id) ?? emptyList;
  const versionEngine = link.version === null ? largestOf(records) : tables.ofVersion(records, link.version);
  return versionEngine ?? (records.length === 1 && records[0]!.version === undefined ? records[0] : undefined);
}
const emptyList: readonly never[] = [];

const largestOf = (records: readonly EngineRecord[]): EngineRecord | undefined =>
  records.reduce<EngineRecord | undefined>(
    (largest, engine) => (largest && (largest.version ?? -1) > (engine.version ?? -1) ? largest : engine),
    undefined,
  );

/** Finds the entries of one kind in a document, with their keys. */
export type Column<T extends InFile> = (document: Document) => Iterable<readonly [key: string, entry: T]>;
export interface InFile {
  readonly file: string;
}

/** The entries of one kind in all documents, by key. Keys and entries are in file order. */
export function collectTable<T extends InFile>(
  column: Column<T>,
  documents: readonly Document[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const document of documents)
    for (const [key, entry] of column(document)) {
      const group = groups.get(key);
      if (group) group.push(entry);
      // a literal has no spare capacity, and most keys have one entry
      else groups.set(key, [entry]);
    }
  return groups;
}
