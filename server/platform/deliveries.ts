/** An event, and whether it was sent; if not, the reason. */
export interface Delivery {
  readonly at: string;
  readonly event: string;
  /** The URL without credentials and query. */
  readonly url: string;
  /** HTTP status of the receiver's answer; null without one. */
  readonly status: number | null;
  readonly problem: string | null;
}

/** The most recent items of many. */
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
  /** Newest first. */
  get items(): readonly T[] {
    return this.#items.toReversed();
  }
}
export const newDeliveries = (): RecentItems<Delivery> => new RecentItems(200);
