import { dirname } from 'node:path/posix';
import type { Cursor } from '../core/cursor.ts';
import type { NamePairs } from '../core/dialects/names.ts';
import type { Document } from '../core/document.ts';
import type { Kind } from '../core/kinds.ts';
import { type Identified, type Place, recordsOf } from '../core/workspace/records.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { accept, type RequestJudge } from './judge.ts';
import type { AccountChange } from './change.ts';
import { callAsRead, Conversations } from './conversations.ts';
import { newDeliveries } from './deliveries.ts';
import { FileIndex } from './file-index.ts';
import { type HeldResource, heldIn, linksIn, type Link, type ResourceType, resourceTypes } from './resources.ts';

/** Saves the effect of a change on the files; throws if it cannot, and then nothing has changed. */
export type Keep = (before: Workspace, change: AccountChange) => void;

/** Everything that one key owns. Its workspace is replaced as a whole, once an entire request is known to be valid. */
export class Account {
  #workspace: Workspace;
  readonly judge: RequestJudge;
  readonly #keep: Keep;
  #indexes: Indexes | undefined;
  /** Where new files of a kind go, and how they spell the platform's names: like the first existing one. */
  readonly #customs = new Map<Kind, { readonly folder: string; readonly names: NamePairs | undefined }>();
  readonly #remarks = new Set<string>();
  readonly calls = new Conversations('call', callAsRead);
  readonly chats = new Conversations('chat');
  /** The results of its events. */
  readonly deliveries = newDeliveries();

  constructor(workspace: Workspace, judge: RequestJudge, keep: Keep = () => {}) {
    this.#workspace = workspace;
    this.judge = judge;
    this.#keep = keep;
  }
  get workspace(): Workspace {
    return this.#workspace;
  }

  /** @throws ApiError if the platform would reject a place of the proposed workspace */
  accept(workspace: Workspace, place: Place, absent: 404 | 422): void {
    for (const said of accept(place, workspace, this.judge, absent)) this.#remarks.add(said);
  }
  /** What lint said since the last time: that of one request, because each is answered at once. */
  takeRemarks(): readonly string[] {
    const taken = [...this.#remarks];
    this.#remarks.clear();
    return taken;
  }
  /** Applies a change if the platform would accept every place of it. @throws ApiError */
  commit(change: AccountChange, places: readonly Place[], absent: 404 | 422): void {
    for (const place of places) this.accept(change.workspace, place, absent);
    const before = this.#workspace,
      { agents, links, resources } = this.indexes;
    this.#keep(before, change);
    this.#workspace = change.workspace;
    for (const file of new Set(change.files))
      for (const index of [agents, links, ...resources.values()])
        index.replace(before.document(file), change.workspace.document(file));
  }

  /** The files' records by id; built on first use and kept up to date by every change. */
  get indexes(): Indexes {
    return (this.#indexes ??= indexesOf(this.#workspace));
  }
  /** The records of an id: several if several versions are kept, newest last. */
  find(of: ResourceType, id: string): readonly HeldResource[] {
    const held = this.indexes.resources.get(of)!.get(id);
    return of.versioned ? held.toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0)) : held;
  }
  at(place: Place): Cursor {
    return this.#workspace.at(place);
  }

  #customsOf(kind: Kind): { readonly folder: string; readonly names: NamePairs | undefined } {
    let customs = this.#customs.get(kind);
    if (!customs) {
      const other = this.#workspace.documents.find(document => document.kind === kind);
      customs = { folder: other ? dirname(other.file) : `${kind}s`, names: other?.dialect?.names };
      this.#customs.set(kind, customs);
    }
    return customs;
  }
  namesOf(kind: Kind): NamePairs | undefined {
    return this.#customsOf(kind).names;
  }
  /**
   * A name for a new file: beside another, or where others of its kind are, provided that files of that name are read
   * there.
   */
  newFile(kind: Kind, name: string, beside?: string): string {
    const { configuration } = this.judge;
    const { folder } = this.#customsOf(kind);
    const fits = (file: string): boolean =>
      !configuration.ignored(file) && (configuration.kindOf(file) ?? kind) === kind && !this.#workspace.document(file);
    // an id may come from a client: it becomes a file name, never a path
    const wanted = `${name.replace(/[^\w.-]+|\.{2,}/g, '').slice(0, 80) || 'new'}.${kind}.json`;
    const candidates = [beside === undefined ? folder : dirname(beside), '.'].map(one =>
      one === '.' ? wanted : `${one}/${wanted}`,
    );
    return candidates.find(fits) ?? this.#freeName(wanted);
  }
  #freeName(wanted: string): string {
    for (let n = 1; ; n++) {
      const file = `new-${n}/${wanted}`;
      if (!this.#workspace.document(file)) return file;
    }
  }
}

interface Indexes {
  readonly agents: FileIndex<Identified>;
  readonly resources: ReadonlyMap<ResourceType, FileIndex<HeldResource>>;
  /** By the id of a shared component: the flows that run it. */
  readonly links: FileIndex<Link>;
}
const agentsIn = (document: Document): readonly Identified[] => {
  const { agents, listItems, versionSummaries } = recordsOf(document);
  return [...agents, ...listItems, ...versionSummaries];
};

function indexesOf(workspace: Workspace): Indexes {
  const { documents } = workspace;
  const indexed = (of: ResourceType): FileIndex<HeldResource> => {
    const { modified } = of;
    const timeOf = (_: string, held: readonly HeldResource[]): number =>
      modified === undefined ? 0 : (workspace.at(held.at(-1)!).get(modified).number() ?? 0);
    return new FileIndex(documents, document => heldIn(document, of), timeOf);
  };
  const firstTime = (id: string): number =>
    Math.min(
      Number.MAX_SAFE_INTEGER,
      ...[...workspace.agent(id)!.versions.values()].map(({ modified }) => modified ?? 0),
    );
  return {
    agents: new FileIndex(documents, agentsIn, firstTime),
    links: new FileIndex(documents, linksIn),
    resources: new Map(resourceTypes.map(of => [of, indexed(of)])),
  };
}
