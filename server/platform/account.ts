import type { Cursor } from '../core/cursor.ts';
import type { NamePairs } from '../core/dialects/names.ts';
import { Document } from '../core/document.ts';
import { usualDialect } from '../core/domain/in-dialect.ts';
import { fileFor, fileIn, type FileHabit, habitOf, type FiledRecord } from '../core/domain/record-files.ts';
import type { Json } from '../core/json/json.ts';
import { configuredNamesOf, type Kind } from '../core/kinds.ts';
import { type RecordWithId, type Place, recordsOf } from '../core/workspace/records.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { accept, type RequestJudge } from './judge.ts';
import type { AccountChange } from './change.ts';
import { callAsRead, Conversations } from './conversations.ts';
import { newDeliveries } from './events.ts';
import { type HeldResource, resourcesIn, linksIn, type Link, type ResourceType, resourceTypes } from './resources.ts';
import { compareTexts } from '../core/wording.ts';
import { groupsOf } from '../core/json/multimap.ts';

/** Saves the effect of a change on the files. If it throws, no file has changed. */
export type Keep = (before: Workspace, change: AccountChange) => void;

/**
 * The records that one key owns. The workspace is replaced as a whole, after the entire request has been found valid.
 */
export class Account {
  #workspace: Workspace;
  readonly judge: RequestJudge;
  readonly #keep: Keep;
  #indexes: Indexes | undefined;
  /** The folder and the spelling of names for new files of a kind, taken from the files at the start. */
  readonly #fileStyles = new Map<Kind, FileStyle>();
  /** The most frequent spelling in the files; null for the spelling of the specification. */
  #names: NamePairs | null | undefined;
  readonly #remarks = new Set<string>();
  readonly calls = new Conversations('call', callAsRead);
  readonly chats = new Conversations('chat');
  /** The results of sending the events of the account. */
  readonly deliveries = newDeliveries();

  constructor(workspace: Workspace, judge: RequestJudge, keep: Keep = () => {}) {
    this.#workspace = workspace;
    this.judge = judge;
    this.#keep = keep;
  }
  get workspace(): Workspace {
    return this.#workspace;
  }

  /**
   * Checks a place of the proposed workspace, and keeps the messages of lint about it.
   * @param inWords rewrites the messages of lint in terms of the request
   * @throws ApiError if the platform would reject the place
   */
  accept(
    workspace: Workspace,
    place: Place,
    notFoundStatus: 404 | 422,
    inWords = (words: string): string => words,
  ): void {
    for (const remark of accept(place, workspace, this.judge, notFoundStatus)) this.#remarks.add(inWords(remark));
  }
  /** Returns and clears the messages of lint. They belong to one request, because requests are answered in turn. */
  takeRemarks(): readonly string[] {
    const remarks = [...this.#remarks];
    this.#remarks.clear();
    return remarks;
  }
  /** Applies a change if the platform would accept all of its places. @throws ApiError */
  commit(change: AccountChange, places: readonly Place[], notFoundStatus: 404 | 422): void {
    for (const place of places) this.accept(change.workspace, place, notFoundStatus);
    const before = this.#workspace,
      { agents, links, resources } = this.indexes;
    this.#keep(before, change);
    this.#workspace = change.workspace;
    for (const file of new Set(change.files))
      for (const index of [agents, links, ...resources.values()])
        index.replace(before.document(file), change.workspace.document(file));
  }

  /** The records of the files by id; built on first use and kept up to date by every change. */
  get indexes(): Indexes {
    return (this.#indexes ??= indexesOf(this.#workspace));
  }
  /** The records with an id: several records if several versions are kept, the newest last. */
  find(type: ResourceType, id: string): readonly HeldResource[] {
    const heldResources = this.indexes.resources.get(type)!.get(id);
    return type.isVersioned ? heldResources.toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0)) : heldResources;
  }
  cursorAt(place: Place): Cursor {
    return this.#workspace.at(place);
  }

  /**
   * The spelling of the platform's names in the files: the configured spelling, or else the most frequent one;
   * undefined in an empty workspace.
   */
  get names(): NamePairs | undefined {
    const { documents } = this.#workspace;
    if (this.#names === undefined && documents.length > 0) this.#names = usualDialect(this.#workspace) ?? null;
    return this.#configuredNames ?? this.#names ?? undefined;
  }
  get #configuredNames(): NamePairs | undefined {
    return configuredNamesOf(this.judge.configuration.kindOf(''));
  }
  /**
   * The spelling of a new file of a kind.
   * @param requestedNames the spelling of the request
   */
  namesFor(kind: Kind, requestedNames: NamePairs | undefined): NamePairs | undefined {
    if (this.#configuredNames) return this.#configuredNames;
    const ownNames = this.#styleOf(kind).names ?? this.names;
    return requestedNames && ownNames?.dialect !== requestedNames.dialect ? requestedNames : ownNames;
  }
  #styleOf(kind: Kind): FileStyle {
    let style = this.#fileStyles.get(kind);
    if (!style) {
      const { documents } = this.#workspace,
        otherDocument = documents.find(document => document.kind === kind && document.dialect);
      style = { habit: habitOf(kind, documents), names: otherDocument?.dialect?.names };
      this.#fileStyles.set(kind, style);
    }
    return style;
  }
  /**
   * A path for a new file with a record.
   * @param document the file of another version of the record
   */
  newFile(record: FiledRecord, content: Json, document?: Document): string {
    const { kind } = record,
      { configuration } = this.judge,
      text = JSON.stringify(content);
    const isTaken = (file: string): boolean => this.#workspace.document(file) !== undefined,
      isUsable = (file: string): boolean =>
        !configuration.isIgnored(file) && new Document(file, text, 0, configuration.kindOf(file)).kind === kind;
    const { habit } = this.#styleOf(kind);
    return fileFor(record, habit, { exists: isTaken, isUsable: isUsable }, document && fileIn(document, kind));
  }
}

interface FileStyle {
  readonly habit: FileHabit;
  readonly names: NamePairs | undefined;
}

interface Indexes {
  readonly agents: FileIndex<RecordWithId>;
  readonly resources: ReadonlyMap<ResourceType, FileIndex<HeldResource>>;
  /** The flows that run a shared component, by the id of the component. */
  readonly links: FileIndex<Link>;
}
const agentsIn = (document: Document): readonly RecordWithId[] => {
  const { agents, listItems, versionSummaries } = recordsOf(document);
  return [...agents, ...listItems, ...versionSummaries];
};

function indexesOf(workspace: Workspace): Indexes {
  const { documents } = workspace;
  const fileIndexOf = (type: ResourceType): FileIndex<HeldResource> => {
    const { modifiedField } = type;
    const timeOf = (_: string, resources: readonly HeldResource[]): number =>
      modifiedField === undefined ? 0 : (workspace.at(resources.at(-1)!).get(modifiedField).number() ?? 0);
    return new FileIndex(documents, document => resourcesIn(document, type), timeOf);
  };
  const firstTime = (id: string): number =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      ...[...workspace.agent(id)!.versions.values()].map(({ modifiedAt }) => modifiedAt ?? 0),
    );
  return {
    agents: new FileIndex(documents, agentsIn, firstTime),
    links: new FileIndex(documents, linksIn),
    resources: new Map(resourceTypes.map(type => [type, fileIndexOf(type)])),
  };
}

interface Entry {
  readonly id: string;
  readonly file: string;
}
interface Arrived<T> {
  /**
   * The position of the record among all records ever created. It decides the order of lists, and no change alters it.
   */
  readonly order: number;
  /** The entries, in the order of the files. */
  readonly entries: readonly T[];
}

/**
 * The records with ids in all files. The index is updated file by file, so that the cost of a lookup does not depend on
 * the number of files.
 */
class FileIndex<T extends Entry> {
  readonly #byId = new Map<string, Arrived<T>>();
  readonly #entriesIn: (document: Document) => readonly T[];
  #lastOrder = 0;

  /** @param timeOf the creation time of a record, which decides the order of the records that exist at the start */
  constructor(
    documents: readonly Document[],
    entriesIn: (document: Document) => readonly T[],
    timeOf: (id: string, entries: readonly T[]) => number = () => 0,
  ) {
    this.#entriesIn = entriesIn;
    const byId = groupsOf(documents.flatMap(entriesIn), ({ id }) => id);
    const inTime = [...byId].map(([id, entries]) => ({ id, entries, at: timeOf(id, entries) }));
    for (const { id, entries } of inTime.sort((a, b) => a.at - b.at))
      this.#byId.set(id, { order: ++this.#lastOrder, entries });
  }

  get(id: string): readonly T[] {
    return this.#byId.get(id)?.entries ?? [];
  }
  has(id: string): boolean {
    return this.#byId.has(id);
  }
  ids(): ReadonlySet<string> {
    return new Set(this.#byId.keys());
  }
  /** All records, oldest first. */
  all(): (Arrived<T> & { readonly id: string })[] {
    return [...this.#byId].map(([id, entry]) => ({ id, ...entry }));
  }

  /** Updates the index after a file was changed, added or removed. */
  replace(before: Document | undefined, after: Document | undefined): void {
    const items = after ? this.#entriesIn(after) : [],
      file = (before ?? after)?.file;
    const touchedIds = [...(before ? this.#entriesIn(before) : []), ...items].map(({ id }) => id);
    for (const id of new Set(touchedIds)) {
      const formerRecord = this.#byId.get(id);
      const entries = [
        ...(formerRecord?.entries ?? []).filter(item => item.file !== file),
        ...items.filter(item => item.id === id),
      ];
      if (entries.length === 0) this.#byId.delete(id);
      else
        this.#byId.set(id, {
          order: formerRecord?.order ?? ++this.#lastOrder,
          entries: entries.sort((a, b) => compareTexts(a.file, b.file)),
        });
    }
  }
}
