import { Cursor } from './cursor.ts';
import { isArray, type Json, type JsonObject } from './json/json.ts';
import { split } from './json/pointer.ts';
import { childrenOf, entryFor, entryOf, marksOf, UNKNOWN, type Marks } from './shapes/table.ts';
import type { At, MarkedPlaces } from './shapes/at.ts';

/** Deeper than any file of ours; what lies below is left alone, so that no nesting can overflow the walk. */
const MAX_DEPTH = 300;

const QUIET = { quiet: true };

/** A target that wants to be called at the end of a path. */
interface Call<T> {
  readonly target: T;
  readonly path: readonly string[];
  readonly suspects: MarkedPlaces['suspects'];
}
type Visit<T> = (target: T, node: Cursor) => void;

/** What is to be done at an object or array of one entry, reached with some paths still to be followed. */
interface Plan<T> {
  readonly calls: readonly Call<T>[];
  /** Whether anything is called here or below. */
  readonly live: boolean;
  readonly keys: ReadonlyMap<string, Slot<T>>;
  /** For the keys that are not among them; without it, nobody is interested in those. */
  readonly rest: Slot<T> | undefined;
  readonly items: Slot<T> | undefined;
  /** Called if there are keys that the shape does not have. */
  readonly unknown: readonly T[];
}
/** What is to be done with the value of one key, or with the items of a list. */
interface Slot<T> {
  /** The entry of the value, before variants are decided. */
  readonly entry: number;
  readonly marks: Marks;
  /** Whether nothing is called here or below, whatever the value is. */
  readonly quiet: boolean;
  /** For a scalar: a plan would be too much. */
  readonly calls: readonly Call<T>[];
  /** Whether the shape does not have this key. */
  readonly strange: boolean;
  readonly pending: readonly Call<T>[];
  /** By the entry that the value turns out to have; nearly always there is one. */
  plan: Plan<T> | undefined;
  readonly variants: Map<number, Plan<T>>;
}

/**
 * Which targets are called for which kind of place. Every document is walked once, value and shape table together, and branches in which
 * nobody is interested are not entered. What to do at an entry is found out when it is first met: most runs meet few of them.
 */
export class Dispatch<T> {
  readonly #unknown: T[] = [];
  readonly #byShape = new Map<string, Call<T>[]>();
  readonly #byMarks: { readonly at: MarkedPlaces; readonly call: Call<T> }[] = [];
  readonly #calls: (readonly Call<T>[] | undefined)[] = [];
  readonly #live: (boolean | undefined)[] = [];
  readonly #roots = new Map<number, Plan<T>>();

  readonly #dense: boolean;

  /** @param dense whether targets are nearly everywhere, so that to find out where none is costs more than to go there */
  constructor(targets: Iterable<readonly [At, T]>, { dense = false } = {}) {
    this.#dense = dense;
    for (const [at, target] of targets) {
      if ('unknownKeys' in at) this.#unknown.push(target);
      else if (isMarkedPlaces(at)) this.#byMarks.push({ at, call: { target, path: [], suspects: at.suspects } });
      else
        for (const [shape, paths] of Object.entries(at))
          for (const path of [paths].flat() as string[]) {
            const call = { target, path: split(path), suspects: undefined },
              others = this.#byShape.get(shape);
            if (others) others.push(call);
            else this.#byShape.set(shape, [call]);
          }
    }
  }

  /**
   * What is called for an entry. A shape with variants is met as the entry of its variant; the undecided one stays for
   * values that name none.
   */
  #callsAt(id: number): readonly Call<T>[] {
    let calls = this.#calls[id];
    if (!calls) {
      const entry = entryOf(id),
        marks = marksOf(id);
      calls = [
        ...(entry.shapes ?? []).flatMap(shape => this.#byShape.get(shape) ?? []),
        ...this.#byMarks.flatMap(({ at, call }) => (at.marked(marks, entry) ? [call] : [])),
      ];
      this.#calls[id] = calls;
    }
    return calls;
  }

  /** Whether an entry has calls, or one that can be reached from it. */
  #isLive(id: number): boolean {
    if (this.#dense) return this.#callsAt(id).length > 0 || isContainer(id);
    const known = this.#live[id];
    if (known !== undefined) return known;
    const reached = new Set([id]);
    for (const at of reached) {
      if (this.#live[at] || this.#callsAt(at).length > 0 || (this.#unknown.length > 0 && entryOf(at).props))
        return (this.#live[id] = true);
      if (this.#live[at] === undefined) for (const child of childrenOf(at)) reached.add(child);
    }
    for (const at of reached) this.#live[at] = false;
    return false;
  }

  #planOf(entry: number, pending: readonly Call<T>[]): Plan<T> {
    const calls = [...this.#callsAt(entry), ...pending];
    const { props, map, items } = entryOf(entry);
    const slotAt = (key: string, child: number, strange: boolean): Slot<T> =>
      this.#slotOf(
        child,
        calls.flatMap(call => (call.path[0] === key || call.path[0] === '*' ? [rest(call)] : [])),
        strange,
      );
    const keys = new Map(Object.entries(props ?? {}).map(([key, child]) => [key, slotAt(key, child, false)]));
    for (const {
      path: [key],
    } of calls)
      if (key !== undefined && key !== '*' && !keys.has(key))
        keys.set(key, slotAt(key, map ?? UNKNOWN, map === undefined));
    const others = slotAt('*', map ?? UNKNOWN, map === undefined),
      each = slotAt('*', items ?? UNKNOWN, false);
    const here = calls.filter(({ path }) => path.length === 0),
      unknown = props && map === undefined ? this.#unknown : [];
    return {
      calls: here,
      keys,
      rest: others.quiet ? undefined : others,
      items: each.quiet ? undefined : each,
      unknown,
      live:
        here.length > 0 ||
        unknown.length > 0 ||
        !others.quiet ||
        !each.quiet ||
        [...keys.values()].some(slot => !slot.quiet),
    };
  }

  #slotOf(entry: number, pending: readonly Call<T>[], strange: boolean): Slot<T> {
    const calls = [...this.#callsAt(entry), ...pending].filter(({ path }) => path.length === 0);
    return {
      entry,
      marks: marksOf(entry),
      quiet: pending.length === 0 && !this.#isLive(entry),
      calls,
      strange,
      pending,
      plan: undefined,
      variants: new Map(),
    };
  }

  #planFor(slot: Slot<T>, value: Json): Plan<T> {
    const entry = entryFor(slot.entry, value);
    if (entry === slot.entry) return (slot.plan ??= this.#planOf(entry, slot.pending));
    let plan = slot.variants.get(entry);
    if (!plan) slot.variants.set(entry, (plan = this.#planOf(entry, slot.pending)));
    return plan;
  }

  /** Calls `visit` for every place that a target asked for. */
  walk(root: Cursor, visit: Visit<T>): void {
    const plan = this.#rootPlan(root);
    if (plan.live) this.#visit(root, plan, visit, 0);
  }

  /** Whether a target looks at the value of this key, or at what is below it. */
  asksFor(root: Cursor, key: string): boolean {
    const { keys, rest } = this.#rootPlan(root);
    return !(keys.get(key) ?? rest ?? QUIET).quiet;
  }

  #rootPlan(root: Cursor): Plan<T> {
    let plan = this.#roots.get(root.entry);
    if (!plan) this.#roots.set(root.entry, (plan = this.#planOf(root.entry, [])));
    return plan;
  }

  #visit(node: Cursor, plan: Plan<T>, visit: Visit<T>, depth: number): void {
    const { value } = node;
    for (const { target, suspects } of plan.calls)
      if (!suspects || (value !== undefined && suspects(value, node.marks))) visit(target, node);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    if (isArray(value)) {
      const slot = plan.items;
      if (slot) for (let i = 0; i < value.length; i++) this.#enter(node, i, value[i]!, slot, visit, depth);
      return;
    }
    const { keys, rest } = plan;
    let unknown = false;
    for (const key in value) {
      const slot = keys.get(key) ?? rest;
      if (slot === undefined) {
        unknown = true;
        continue;
      }
      if (slot.strange) unknown = true;
      if (!slot.quiet) this.#enter(node, key, (value as JsonObject)[key]!, slot, visit, depth);
    }
    if (unknown) for (const target of plan.unknown) visit(target, node);
  }

  /** Most places are scalars that no call suspects of anything: for them not even a cursor is made. */
  #enter(parent: Cursor, segment: string | number, value: Json, slot: Slot<T>, visit: Visit<T>, depth: number): void {
    if (typeof value === 'object' && value !== null) {
      const plan = this.#planFor(slot, value);
      if (plan.live) this.#visit(childOf(parent, segment, value, slot.entry), plan, visit, depth + 1);
      return;
    }
    let node: Cursor | undefined;
    for (const { target, suspects } of slot.calls) {
      if (suspects && !suspects(value, slot.marks)) continue;
      visit(target, (node ??= childOf(parent, segment, value, slot.entry)));
    }
  }
}

/** What is laid over something else knows itself where its children are. */
const childOf = (parent: Cursor, segment: string | number, value: Json, entry: number): Cursor =>
  parent.below ? parent.get(segment) : new Cursor(parent.document, value, entry, parent, segment);

function isContainer(id: number): boolean {
  const { props, items, map, variants } = entryOf(id);
  return (props ?? items ?? map ?? variants) !== undefined;
}
const rest = <T>({ target, path }: Call<T>): Call<T> => ({ target, path: path.slice(1), suspects: undefined });
const isMarkedPlaces = (at: At): at is MarkedPlaces => 'marked' in at && typeof at.marked === 'function';
