/** A request and its outcome. Nothing of headers and bodies is kept, and of the URL only the path. */
export interface Seen {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Why it was rejected; null if it was not. */
  readonly message: string | null;
  /** What lint says of what was accepted, each with its severity. */
  readonly remarks: readonly string[];
}
/** An event that was sent, or why it was not. */
export interface Delivery {
  readonly at: string;
  readonly event: string;
  /** Without credentials and query. */
  readonly url: string;
  /** HTTP status of the receiver's answer; null without one. */
  readonly status: number | null;
  readonly problem: string | null;
}

/** The most recent of many. */
export class RecentItems<T> {
  readonly #most: number;
  readonly #items: T[] = [];
  constructor(most: number) {
    this.#most = most;
  }
  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length > this.#most) this.#items.shift();
  }
  /** Newest first. */
  get items(): readonly T[] {
    return this.#items.toReversed();
  }
}
/** The most recent requests, of every account and of none. */
export type History = RecentItems<Seen>;
export const newHistory = (): History => new RecentItems(50);
export const newDeliveries = (): RecentItems<Delivery> => new RecentItems(200);
