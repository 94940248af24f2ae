import type { JsonObject } from '../core/json/json.ts';
import { ApiError } from './errors.ts';

/** The maximum number of calls and chats that are kept. They are only in memory; the oldest are dropped first. */
const MAX_KEPT = 10_000;

interface Conversation {
  readonly order: number;
  readonly record: JsonObject;
  /** The number of times that the record was read since its creation. */
  readCount: number;
}
/**
 * Returns the form in which a client gets a record.
 * @param readCount the number of earlier reads of the record
 */
type AsRead = (record: JsonObject, readCount: number) => JsonObject;

/**
 * A call as a polling client gets it: registered at its creation, ongoing at the first read, then ended. The stored
 * record is the record of the ended call.
 */
export const callAsRead: AsRead = (record, readCount) => (readCount === 0 ? withCallStatus('ongoing', record) : record);
export function withCallStatus(call_status: 'registered' | 'ongoing', record: JsonObject): JsonObject {
  const { end_timestamp: _, disconnection_reason: __, ...begunRecord } = record;
  return { ...begunRecord, call_status };
}

/** The latest simulated calls or chats, by id. */
export class Conversations {
  readonly #byId = new Map<string, Conversation>();
  readonly #noun: string;
  readonly #formOf: AsRead;
  #lastOrder = 0;
  constructor(noun: string, formOf: AsRead = record => record) {
    this.#noun = noun;
    this.#formOf = formOf;
  }
  has(id: string): boolean {
    return this.#byId.has(id);
  }
  /**
   * The stored record with an id.
   * @throws ApiError 404
   */
  get(id: string): JsonObject {
    return this.#find(id).record;
  }
  #find(id: string): Conversation {
    const conversation = this.#byId.get(id);
    if (!conversation) throw new ApiError(404, `there is no ${this.#noun} ${JSON.stringify(id)}`);
    return conversation;
  }
  /**
   * The record in the form for a client; this counts as a read.
   * @throws ApiError 404
   */
  read(id: string): JsonObject {
    return this.#readOnce(this.#find(id));
  }
  #readOnce(conversation: Conversation): JsonObject {
    return this.#formOf(conversation.record, conversation.readCount++);
  }
  set(id: string, record: JsonObject): void {
    this.#byId.set(id, { order: this.#byId.get(id)?.order ?? ++this.#lastOrder, record, readCount: 0 });
    if (this.#byId.size > MAX_KEPT) this.#byId.delete(this.#byId.keys().next().value!);
  }
  /**
   * Removes the record with an id.
   * @throws ApiError 404
   */
  delete(id: string): void {
    this.get(id);
    this.#byId.delete(id);
  }
  /** All records, oldest first, each in its current form for a client, with a function that counts a read. */
  all(): readonly { readonly order: number; readonly record: JsonObject; readonly read: () => JsonObject }[] {
    return [...this.#byId.values()].map(conversation => ({
      order: conversation.order,
      record: this.#formOf(conversation.record, conversation.readCount),
      read: () => this.#readOnce(conversation),
    }));
  }
}
