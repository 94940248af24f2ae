import type { Cursor } from '../cursor.ts';
import { type Document, PartialMemory } from '../document.ts';
import { Dispatch } from '../dispatch.ts';
import type { PlaceSelector } from '../shapes/at.ts';
import { Memory, memoryOf } from '../memory.ts';
import { Agent } from './agents.ts';
import { defaultSettings, type CompleteKind, type WorkspaceSettings } from './workspace-settings.ts';
import { isKind, type Kind } from '../kinds.ts';
import { clipped } from '../wording.ts';
import { engineLink, placeOf, recordsOf, type EngineKind, type Place, type Records } from './records.ts';
import { runnersOf } from './runners.ts';
import { agentName } from './names.ts';
import { listOfAll } from './list-of-all.ts';
import { resolve, type Resolution, type WithoutAgent } from './resolve.ts';
import { enginePlace, keyOf, hasSameRecords, Tables, type Column, type InFile } from './tables.ts';
import { MapView } from './views.ts';

/** Records whether parts of some files were read that are not in their `Records`. */
interface ContentsRead {
  /** All versions of each file; the snapshot has one of them. */
  readonly versions: ReadonlyMap<string, readonly Document[]>;
  isRead: boolean;
}

/**
 * An immutable snapshot of the files and of the facts in the configuration. Facts for other files are plain data,
 * collected on first use; their places become cursors on demand.
 */
export class Workspace {
  readonly facts: WorkspaceSettings;
  readonly #documents: readonly Document[];
  readonly #readLog: ContentsRead | undefined;
  /** Results computed from this snapshot, cached for other modules. */
  readonly memory: Memory;
  /**
   * Results computed from the records alone, shared by all snapshots with the same records. Plain data only: a
   * reference to a snapshot would keep the snapshot in memory.
   */
  readonly sharedMemory: Memory;
  /** The facts that files need from each other, as plain data. */
  readonly tables: Tables;

  /** @param readLog records which files are read through this snapshot */
  constructor(
    documents: readonly Document[],
    facts: Partial<WorkspaceSettings> = {},
    sharedMemory = new Memory(),
    readLog?: ContentsRead,
  ) {
    this.#documents = documents;
    this.#readLog = readLog;
    this.memory = this.#newMemory();
    this.facts = { ...defaultSettings, ...facts };
    this.sharedMemory = sharedMemory;
    this.tables = new Tables(documents, sharedMemory);
  }
  /** The same snapshot, with a record of the files that are read through it. */
  recording(readLog: ContentsRead): Workspace {
    return new Workspace(this.#documents, this.facts, this.sharedMemory, readLog);
  }
  #newMemory(): Memory {
    return this.#readLog ? new PartialMemory(this.#readLog) : new Memory();
  }

  /** The documents, in the order of their names. */
  get documents(): readonly Document[] {
    if (this.#readLog) this.#readLog.isRead = true;
    return this.#documents;
  }

  /** A snapshot with one document replaced, or inserted in name order. */
  withDocument(document: Document): Workspace {
    const position = this.#position(document.file);
    if (position !== undefined) {
      const isSame = hasSameRecords(this.documents[position]!, document);
      return new Workspace(this.documents.with(position, document), this.facts, isSame ? this.sharedMemory : undefined);
    }
    const nextIndex = this.documents.findIndex(entry => entry.file > document.file);
    return new Workspace(
      this.documents.toSpliced(nextIndex < 0 ? this.documents.length : nextIndex, 0, document),
      this.facts,
    );
  }
  withoutDocument(file: string): Workspace {
    const position = this.#position(file);
    return position === undefined ? this : new Workspace(this.documents.toSpliced(position, 1), this.facts);
  }

  document(file: string): Document | undefined {
    if (this.#readLog?.versions.has(file)) this.#readLog.isRead = true;
    return this.#document(file);
  }
  #document(file: string): Document | undefined {
    const position = this.#position(file);
    return position === undefined ? undefined : this.#documents[position];
  }
  #position(file: string): number | undefined {
    return this.sharedMemory
      .remember(Workspace, undefined, () => new Map(this.#documents.map((document, i) => [document.file, i])))
      .get(file);
  }
  /** The cursor at a place, in this snapshot. */
  readonly at = ({ file, pointer }: Place): Cursor => this.document(file)!.at(pointer);
  readonly #cursors = {
    at: this.at,
    /**
     * Makes cursors for places. It returns the same list for the same places, because rules request some lists once
     * per item.
     */
    cursorsAt: (places: readonly Place[]): readonly Cursor[] =>
      this.memory.remember(this.at, places, () => places.map(this.at)),
  };

  /** The records of a file; `undefined` if there is no such file. */
  records(file: string): Records | undefined {
    const document = this.#document(file);
    return document && recordsOf(document);
  }
  kindOf(file: string): Document['kind'] {
    return this.#document(file)?.kind;
  }
  /**
   * The kind of the record at a place. Equal records have equal kinds, so this reads nothing that is not in the
   * records.
   */
  recordKind(place: Place): Kind | undefined {
    const document = this.#document(place.file);
    return document?.kind === 'dump' ? document.at(place.pointer).recordKind : document?.kind;
  }
  /** The records of these kinds: whole files, and items of lists. */
  roots(...kinds: readonly Kind[]): readonly Cursor[] {
    this.#recordWhere(document => document.rootsOf(...kinds).length > 0);
    return this.#documents.flatMap(document => document.rootsOf(...kinds));
  }
  /** Records that files were read, if any version of the recorded files satisfies a condition. */
  #recordWhere(hasRecord: (document: Document) => boolean): void {
    if (this.#readLog && [...this.#readLog.versions.values()].flat().some(hasRecord)) this.#readLog.isRead = true;
  }
  /** All records of a kind, in file order. */
  recordsOf<Sort extends keyof Records>(sort: Sort): Records[Sort] {
    return this.#documents.flatMap(document => recordsOf(document)[sort] as unknown[]) as unknown as Records[Sort];
  }
  /** The entries of one kind in all documents, by key. */
  table<T extends InFile>(column: Column<T>): ReadonlyMap<string, readonly T[]> {
    return this.tables.of(column);
  }

  get agents(): ReadonlyMap<string, Agent> {
    return this.memory.remember(Agent, undefined, () => new MapView(this.tables.agents, (_, id) => this.agent(id)!));
  }
  agent(id: string): Agent | undefined {
    const sources = this.tables.agents.get(id);
    return (
      sources &&
      this.memory.remember(
        Agent,
        id,
        () => new Agent(id, sources, this.facts, this.#cursors, () => agentName(id, this), this.#newMemory()),
      )
    );
  }

  /** The records of each engine by id; several records if several versions are kept. */
  engines(kind: EngineKind): ReadonlyMap<string, readonly Cursor[]> {
    return this.#places(this.tables.engines(kind));
  }
  get components(): ReadonlyMap<string, readonly Cursor[]> {
    return this.#places(this.tables.components);
  }
  get phoneNumbers(): ReadonlyMap<string, readonly Cursor[]> {
    return this.#places(this.tables.phoneNumbers);
  }
  /**
   * The cursors for groups of places. It returns the same object for the same groups, so that searches in it can be
   * cached.
   */
  #places(groups: ReadonlyMap<string, readonly Place[]>): ReadonlyMap<string, readonly Cursor[]> {
    return this.memory.remember(MapView, groups, () => new MapView(groups, places => this.#cursors.cursorsAt(places)));
  }

  /** Files that cannot be read and may define a record of these kinds; empty for the platform's own records. */
  unread(...kinds: readonly Kind[]): readonly string[] {
    return this.facts.isPlatform ? [] : this.tables.unread(...kinds);
  }

  /**
   * Whether all records of one of these kinds are in the workspace, so that any other record certainly does not exist.
   */
  isComplete(...kinds: readonly CompleteKind[]): boolean {
    return this.#completeBy(kinds) !== undefined;
  }
  /** The proof of completeness, ` (config: "complete" includes agent)`; empty without a proof. */
  provenBy(...kinds: readonly CompleteKind[]): string {
    const completeBy = this.facts.isPlatform ? undefined : this.#completeBy(kinds);
    return completeBy === undefined ? '' : ` (${completeBy})`;
  }
  #completeBy(kinds: readonly CompleteKind[]): string | undefined {
    const { complete, isPart } = this.facts,
      configuredKind = kinds.find(kind => complete.includes(kind));
    if (configuredKind !== undefined) return `config: "complete" includes ${configuredKind}`;
    if (isPart) return undefined;
    const files = kinds.map(kind =>
      isKind(kind) ? this.sharedMemory.remember(listOfAll, kind, () => listOfAll(kind, this.tables)) : undefined,
    );
    const file = files.find(Boolean);
    return file && `${file} lists all`;
  }

  /** Resolves a reference to an agent version. @param reference null if absent */
  resolve(agentId: string, reference: string | number | null): Resolution {
    const agent = this.agent(agentId),
      compute = (): Resolution =>
        resolve(agent, agentId, reference, this.facts, agent ? undefined : this.#withoutAgent(agentId));
    return agent ? agent.memory.remember(resolve, reference, compute) : compute();
  }

  #withoutAgent(id: string): WithoutAgent {
    const kinds = ['agent', 'agent-list'] as const,
      reason = `no agent ${clipped(id)} in this workspace${this.provenBy(...kinds)}`;
    return { reason: reason, isMissing: this.isComplete(...kinds), unreadFiles: this.unread(...kinds) };
  }

  /**
   * The engine of an agent (a place of shape `agent-settings`): nested in its file, otherwise found by id and version.
   */
  engineOf(agent: Cursor): Cursor | undefined {
    const link = engineLink(agent);
    if (link && 'nested' in link) return agent.document.at(link.nested);
    const place = enginePlace(link, agent.document.file, this.tables);
    return place && this.at(place);
  }
  /** The file of the engine of an agent. */
  engineFile(agent: Cursor): string | undefined {
    return enginePlace(engineLink(agent), agent.document.file, this.tables)?.file;
  }
  /** Every agent record of the workspace that runs this engine (a place of shape `llm` or `conversation-flow`). */
  agentsRunning(engine: Cursor): readonly Cursor[] {
    const place = placeOf(engine);
    return this.memory.remember(runnersOf, keyOf(place), () => runnersOf(place, this).map(this.at));
  }

  /** Every place of the workspace that a selector matches. Results are cached by selector object. */
  collect(selector: PlaceSelector): readonly Cursor[] {
    this.#recordWhere(document => collect(document, selector).length > 0);
    return this.memory.remember(collect, selector, () =>
      this.#documents.flatMap(document => collect(document, selector)),
    );
  }
}

/** Every place of one document that a selector matches; cached per document and selector. */
export function collect(document: Document, selector: PlaceSelector): readonly Cursor[] {
  return document.memory.remember(collect, selector, () => {
    const dispatch = memoryOf(selector).remember(collect, undefined, () => new Dispatch([[selector, true as const]]));
    const cursors: Cursor[] = [];
    for (const root of document.trees)
      dispatch.walk(root, (_, node) => {
        cursors.push(node);
      });
    return cursors;
  });
}
