import type { Cursor } from './cursor.ts';
import { isArray, type Json, type JsonObject } from './json/json.ts';
import { split } from './json/pointer.ts';
import { childrenOf, entryFor, entryOf, keysOf, marksOf, UNKNOWN, type Marks } from './shapes/table.ts';
import { testOf, type At, type MarkedPlaces, type Needs, type Test } from './shapes/at.ts';

/** Deeper than any file of ours; what lies below is left alone, so that no nesting can overflow the walk. */
const MAX_DEPTH = 300;

/** A target that wants to be called at the end of a path. */
interface Call<T> {
  readonly target: T;
  readonly path: readonly string[];
  readonly needs: Needs | undefined;
}
/** One that is called at a place, if the value passes the test. */
interface Asked<T> {
  readonly target: T;
  readonly test: Test | undefined;
}
type Visit<T> = (target: T, node: Cursor) => void;

/** What is to be done at an object or list of one entry, reached with some paths still to be followed. */
interface Plan<T> {
  readonly entry: number;
  readonly calls: readonly Asked<T>[];
  /** Called if there are keys that the shape does not have. */
  readonly unknown: readonly T[];
  /** What is called further down. */
  readonly pending: readonly Call<T>[];
  /** Whether anything may be called here or below. */
  readonly live: boolean;
  /** Of the keys that were met: most files have a part of what a shape may have. */
  readonly keys: Map<string, Slot<T>>;
  /** For keys of which neither the shape nor a path says anything. */
  readonly rest: Slot<T>;
  readonly items: Slot<T>;
}
/** What is to be done with the value of one key, or with the items of a list. */
interface Slot<T> {
  /** The entry of the value, before variants are decided. */
  readonly entry: number;
  /** What the schemas say of what holds it. */
  readonly around: Marks;
  /** Whether nothing is called here or below, whatever the value is. */
  readonly quiet: boolean;
  /** For a scalar: a plan would be too much. */
  readonly calls: readonly Asked<T>[];
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

  /** @param targets with the places that each asks for, and what values there must be for it to be called */
  constructor(targets: Iterable<readonly [At, T, (Needs | undefined)?]>) {
    for (const [at, target, needs] of targets) {
      if ('unknownKeys' in at) this.#unknown.push(target);
      else if (isMarkedPlaces(at)) this.#byMarks.push({ at, call: { target, path: [], needs } });
      else
        for (const [shape, paths] of Object.entries(at))
          for (const path of [paths].flat() as string[]) {
            const call = { target, path: split(path), needs },
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

  #planOf(entry: number, pending: readonly Call<T>[], around: Marks): Plan<T> {
    const calls = [...this.#callsAt(entry), ...pending];
    const { props, map, items } = entryOf(entry);
    const here = calls.filter(isHere),
      below = calls.filter(call => !isHere(call)),
      unknown = props && map === undefined ? this.#unknown : none;
    return {
      entry,
      calls: asked(here, marksOf(entry), around),
      unknown,
      pending: below,
      live: here.length > 0 || unknown.length > 0 || below.length > 0 || this.#isLive(entry),
      keys: new Map(),
      rest: this.#slotOf(entry, map ?? UNKNOWN, pendingAt('*', below), map === undefined),
      items: this.#slotOf(entry, items ?? UNKNOWN, pendingAt('*', below), false),
    };
  }

  /** For a key that this plan has not met before. */
  #slotAt(plan: Plan<T>, key: string): Slot<T> {
    const known = keysOf(plan.entry)?.get(key);
    if (known === undefined && !plan.pending.some(({ path }) => path[0] === key)) return plan.rest;
    const slot = this.#slotOf(
      plan.entry,
      known ?? plan.rest.entry,
      pendingAt(key, plan.pending),
      known === undefined && plan.rest.strange,
    );
    plan.keys.set(key, slot);
    return slot;
  }

  #slotOf(around: number, entry: number, pending: readonly Call<T>[], strange: boolean): Slot<T> {
    const calls = [...this.#callsAt(entry), ...pending].filter(isHere),
      holder = marksOf(around);
    return {
      entry,
      around: holder,
      quiet: pending.length === 0 && !this.#isLive(entry),
      calls: asked(calls, marksOf(entry), holder),
      strange,
      pending,
      plan: undefined,
      variants: new Map(),
    };
  }

  #planFor(slot: Slot<T>, value: Json): Plan<T> {
    const entry = entryFor(slot.entry, value);
    if (entry === slot.entry) return (slot.plan ??= this.#planOf(entry, slot.pending, slot.around));
    let plan = slot.variants.get(entry);
    if (!plan) slot.variants.set(entry, (plan = this.#planOf(entry, slot.pending, slot.around)));
    return plan;
  }

  /** Calls `visit` for every place that a target asked for. */
  walk(root: Cursor, visit: Visit<T>): void {
    const plan = this.#rootPlan(root);
    if (plan.live) this.#visit(root, plan, visit, 0);
  }

  /** Whether a target looks at the value of this key, or at what is below it. */
  asksFor(root: Cursor, key: string): boolean {
    const plan = this.#rootPlan(root);
    return !(plan.keys.get(key) ?? this.#slotAt(plan, key)).quiet;
  }

  #rootPlan(root: Cursor): Plan<T> {
    let plan = this.#roots.get(root.entry);
    if (!plan) this.#roots.set(root.entry, (plan = this.#planOf(root.entry, none, noMarks)));
    return plan;
  }

  #visit(node: Cursor, plan: Plan<T>, visit: Visit<T>, depth: number): void {
    const { value } = node;
    if (value === undefined) return;
    // who is shown two things laid over each other is told what they were asked for
    for (const { target, test } of plan.calls) if (!test || node.below || test(value)) visit(target, node);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    if (isArray(value)) {
      const slot = plan.items;
      if (!slot.quiet) for (let i = 0; i < value.length; i++) this.#enter(node, i, value[i]!, slot, visit, depth);
      return;
    }
    const { keys } = plan;
    let unknown = false;
    for (const key in value) {
      const slot = keys.get(key) ?? this.#slotAt(plan, key);
      if (slot.strange) unknown = true;
      if (!slot.quiet) this.#enter(node, key, (value as JsonObject)[key]!, slot, visit, depth);
    }
    if (unknown) for (const target of plan.unknown) visit(target, node);
  }

  /** Most places are scalars whose value no call needs: for them not even a cursor is made. */
  #enter(parent: Cursor, segment: string | number, value: Json, slot: Slot<T>, visit: Visit<T>, depth: number): void {
    if (typeof value === 'object' && value !== null) {
      const plan = this.#planFor(slot, value);
      if (plan.live) this.#visit(parent.child(segment, value, slot.entry), plan, visit, depth + 1);
      return;
    }
    let node: Cursor | undefined;
    for (const { target, test } of slot.calls) {
      if (test && !test(value)) continue;
      visit(target, (node ??= parent.child(segment, value, slot.entry)));
    }
  }
}

const none: readonly never[] = [];
const noMarks = marksOf(UNKNOWN);
const isHere = ({ path }: Call<unknown>): boolean => path.length === 0;
const pendingAt = <T>(key: string, calls: readonly Call<T>[]): readonly Call<T>[] =>
  calls.filter(({ path }) => path[0] === key || path[0] === '*').map(rest);
const rest = <T>({ target, path, needs }: Call<T>): Call<T> => ({ target, path: path.slice(1), needs });
const asked = <T>(calls: readonly Call<T>[], marks: Marks, around: Marks): readonly Asked<T>[] =>
  calls.map(({ target, needs }) => ({ target, test: needs && testOf(needs, marks, around) }));
const isMarkedPlaces = (at: At): at is MarkedPlaces => 'marked' in at && typeof at.marked === 'function';
