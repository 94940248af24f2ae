import { dirname } from 'node:path/posix';
import type { Cursor } from '../core/cursor.ts';
import type { JsonObject } from '../core/json/json.ts';
import type { Kind } from '../core/kinds.ts';
import type { Place } from '../core/workspace/records.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { accept, type Judge } from './judge.ts';
import type { Change } from './change.ts';
import { type Held, heldOf, type ResourceType } from './resources.ts';

/** Keeps what a change makes of the files; throws where it cannot, and then nothing has changed. */
export type Keep = (before: Workspace, change: Change) => void;

/** The last of many calls. */
class Calls {
  readonly #byId = new Map<string, JsonObject>();
  has(id: string): boolean {
    return this.#byId.has(id);
  }
  get(id: string): JsonObject | undefined {
    return this.#byId.get(id);
  }
  set(id: string, call: JsonObject): void {
    this.#byId.set(id, call);
    if (this.#byId.size > MOST_CALLS) this.#byId.delete(this.#byId.keys().next().value!);
  }
}
const MOST_CALLS = 10_000;

/** What one key owns. The workspace in it is replaced as a whole, when all of a request is known to be right. */
export class Account {
  #workspace: Workspace;
  readonly judge: Judge;
  readonly #keep: Keep;
  /** When each record came into being, by type and id: what lists are ordered by, which no change of a record moves. */
  readonly #order = new Map<string, number>();
  #last = 0;
  /** Simulated calls, by id; they are in no file. */
  readonly calls = new Calls();

  constructor(workspace: Workspace, judge: Judge, keep: Keep = () => {}) {
    this.#workspace = workspace;
    this.judge = judge;
    this.#keep = keep;
  }
  get workspace(): Workspace {
    return this.#workspace;
  }

  /** @throws ApiError where the platform would refuse what stands at a place of a workspace that may come to be */
  accept(workspace: Workspace, place: Place, absent: 404 | 422): void {
    accept(place, workspace, this.judge, absent);
  }
  /** Makes a change what is, if the platform would take every place of it. @throws ApiError */
  commit(change: Change, places: readonly Place[], absent: 404 | 422): void {
    for (const place of places) this.accept(change.workspace, place, absent);
    this.#keep(this.#workspace, change);
    this.#workspace = change.workspace;
  }

  /** Records of a type, oldest first: of several versions of one the last. */
  records(of: ResourceType): readonly (Held & { readonly order: number })[] {
    const byId = new Map(heldOf(this.#workspace, of).map(record => [record.id, record]));
    const { modified } = of;
    const orders = this.orders(of.name, [...byId.keys()], id =>
      modified === undefined ? 0 : (this.#workspace.at(byId.get(id)!).get(modified).number() ?? 0),
    );
    return orders.map(({ id, order }) => ({ ...byId.get(id)!, order }));
  }
  /** Ids in the order in which they came into being. @param timeOf decides it of those that were there before anybody asked */
  orders(
    type: string,
    ids: readonly string[],
    timeOf: (id: string) => number,
  ): { readonly id: string; readonly order: number }[] {
    const isNew = ids.filter(id => !this.#order.has(`${type} ${id}`)).map(id => ({ id, at: timeOf(id) }));
    for (const { id } of isNew.sort((a, b) => a.at - b.at)) this.#order.set(`${type} ${id}`, ++this.#last);
    return ids.map(id => ({ id, order: this.#order.get(`${type} ${id}`)! })).sort((a, b) => a.order - b.order);
  }

  /** The records of an id: several where several versions are kept. */
  find(of: ResourceType, id: string): readonly Cursor[] {
    return heldOf(this.#workspace, of)
      .filter(record => record.id === id)
      .map(this.#workspace.at);
  }

  /** A name for a new file: beside another, or where others of its kind are, if files of that name are looked at there. */
  newFile(kind: Kind, name: string, beside?: string): string {
    const { configuration } = this.judge;
    const folders = this.#workspace.documents
      .filter(document => document.kind === kind)
      .map(({ file }) => dirname(file));
    const fits = (file: string): boolean =>
      !configuration.ignored(file) && (configuration.kindOf(file) ?? kind) === kind && !this.#workspace.document(file);
    // an id may be a client's: it names a file and no way
    const wanted = `${name.replace(/[^\w.-]+|\.{2,}/g, '').slice(0, 80) || 'new'}.${kind}.json`;
    const candidates = [beside === undefined ? (folders[0] ?? `${kind}s`) : dirname(beside), '.'].map(folder =>
      folder === '.' ? wanted : `${folder}/${wanted}`,
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
