/** The result of sending an event: whether it was sent, and if not, the reason. */
export interface Delivery {
  readonly at: string;
  readonly event: string;
  /** The URL without credentials and query. */
  readonly url: string;
  /** The HTTP status of the receiver's answer; null without an answer. */
  readonly status: number | null;
  readonly problem: string | null;
}

/** A list that keeps only the most recent items. */
export class RecentItems<T> {
  readonly #limit: number;
  readonly #items: T[] = [];
  constructor(limit: number) {
    this.#limit = limit;
  }
  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length > this.#limit) this.#items.shift();
  }
  /** The items, newest first. */
  get items(): readonly T[] {
    return this.#items.toReversed();
  }
}
export const newDeliveries = (): RecentItems<Delivery> => new RecentItems(200);
