import type { Cursor } from './cursor.ts';
import type { Json } from './json/json.ts';
import type { Segment } from './json/pointer.ts';

type Routes = readonly (readonly Segment[])[];
/** A place in an item, with the index of the noted place that contains it; -1 is the item itself. */
interface NotedPlace {
  readonly holder: number;
  readonly segment: Segment;
  readonly value: Json;
  readonly entry: number;
}

/**
 * What a walk did inside a list item. Which calls a walk makes depends only on the plain values, and versions of a text share the items
 * that no edit has touched, so the walk of a later version can repeat the calls without looking at the item again.
 */
export class Note<T> {
  /** Routes to rejected values, relative to the item. */
  readonly refused: Routes;
  readonly #plan: object;
  readonly #depth: number;
  /** The places that calls were made for and the places that contain them; containers come first. */
  readonly #places: readonly NotedPlace[];
  readonly #calls: readonly (readonly [T, number])[];

  /**
   * @param plan what the walk had to do at the item
   * @param called the calls in order
   * @param item the cursor at the item; required if there were calls
   */
  constructor(
    plan: object,
    depth: number,
    called: readonly (readonly [T, Cursor])[],
    item: Cursor | undefined,
    refused: Routes,
  ) {
    this.#plan = plan;
    this.#depth = depth;
    this.refused = refused;
    if (called.length === 0) {
      this.#places = this.#calls = none;
      return;
    }
    const places: NotedPlace[] = [],
      known = new Map([[item, -1]]);
    const indexOf = (node: Cursor): number => {
      let index = known.get(node);
      if (index === undefined) {
        const { segment, value, entry } = node,
          holder = indexOf(node.parent!);
        known.set(node, (index = places.push({ holder, segment, value: value!, entry }) - 1));
      }
      return index;
    };
    this.#calls = called.map(([target, node]) => [target, indexOf(node)]);
    this.#places = places;
  }

  /** Whether a walk with this plan, at this depth, would do the same. */
  isFor(plan: object, depth: number): boolean {
    return this.#plan === plan && this.#depth === depth;
  }
  get isQuiet(): boolean {
    return this.#calls.length === 0;
  }
  /** Makes the same calls again, for the item at this cursor. */
  repeat(item: Cursor, visit: (target: T, node: Cursor) => void): void {
    const nodes: Cursor[] = [];
    for (const { holder, segment, value, entry } of this.#places)
      nodes.push((nodes[holder] ?? item).child(segment, value, entry));
    for (const [target, place] of this.#calls) visit(target, nodes[place] ?? item);
  }
}

const none: readonly never[] = [];
