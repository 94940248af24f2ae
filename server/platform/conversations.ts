import type { JsonObject } from '../core/json/json.ts';
import { ApiError } from './errors.ts';

/** At most this many calls and chats are kept; the oldest are dropped. They are not in any file. */
const MOST = 10_000;

interface Conversation {
  readonly order: number;
  readonly record: JsonObject;
}
/** The latest simulated calls, or chats, by id. */
export class Conversations {
  readonly #byId = new Map<string, Conversation>();
  readonly #noun: string;
  #last = 0;
  constructor(noun: string) {
    this.#noun = noun;
  }
  has(id: string): boolean {
    return this.#byId.has(id);
  }
  /** @throws ApiError 404 */
  get(id: string): JsonObject {
    const found = this.#byId.get(id);
    if (!found) throw new ApiError(404, `there is no ${this.#noun} ${JSON.stringify(id)}`);
    return found.record;
  }
  set(id: string, record: JsonObject): void {
    this.#byId.set(id, { order: this.#byId.get(id)?.order ?? ++this.#last, record });
    if (this.#byId.size > MOST) this.#byId.delete(this.#byId.keys().next().value!);
  }
  /** @throws ApiError 404 */
  delete(id: string): void {
    this.get(id);
    this.#byId.delete(id);
  }
  /** Oldest first. */
  all(): readonly Conversation[] {
    return [...this.#byId.values()];
  }
}
