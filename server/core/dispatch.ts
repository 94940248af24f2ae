import type { Cursor } from './cursor.ts';
import { isArray, type Json, type JsonObject } from './json/json.ts';
import { split, type Segment } from './json/pointer.ts';
import { entryFor, entryOf, keysOf, marksOf, namesOf, nameNumber, reachOf, UNKNOWN } from './shapes/table.ts';
import { testOf, type At, type MarkedPlaces, type Needs, type Test } from './shapes/at.ts';
import { fits, holderFits, termsOf, type Scalar, type Terms } from './shapes/terms.ts';

/** Deeper than any file of ours; what lies below is left alone, so that no nesting can overflow the walk. */
const MAX_DEPTH = 300;

/** A target that wants to be called at the end of a path. */
interface Call<T> {
  readonly target: T;
  readonly path: readonly string[];
  readonly needs: Needs | undefined;
}
/** One that is called where a place has a name, if the schemas say what is asked for. */
interface Named<T> {
  readonly call: Call<T>;
  readonly marked: MarkedPlaces['marked'] | undefined;
}
/** One that is called at a place, if the value passes the test. */
interface Asked<T> {
  readonly target: T;
  readonly test: Test | undefined;
}
type Visit<T> = (target: T, node: Cursor) => void;
/** The ways from the root to what the schemas refuse. */
export type Refused = readonly (readonly Segment[])[];
/** More than so many are all of it: ajv is then as fast with the whole. */
const MOST_REFUSED = 32;
const everything: Refused = [[]];

/** What is to be done at an object or list of one entry, reached with some paths still to be followed. */
interface Plan<T> {
  readonly entry: number;
  readonly calls: readonly Asked<T>[];
  /** Called if there are keys that the shape does not have. */
  readonly unknown: readonly T[];
  /** What is called further down. */
  readonly pending: readonly Call<T>[];
  /** What the schemas ask of the value, if the walk is to judge it. */
  readonly terms: Terms | undefined;
  /** Whether anything may be called or refused here or below. */
  readonly live: boolean;
  /** Of the keys that were met: most files have a part of what a shape may have. */
  readonly keys: Map<string, Slot<T>>;
  /** For keys of which neither the shape nor a path says anything; made when first met, as `items`. */
  rest: Slot<T> | undefined;
  items: Slot<T> | undefined;
}
/** What is to be done with the value of one key, or with the items of a list. */
interface Slot<T> {
  /** The entry of the value, before variants are decided. */
  readonly entry: number;
  /** The entry of what holds it. */
  readonly around: number;
  /** Whether nothing is called or refused here or below, whatever the value is. */
  readonly quiet: boolean;
  /** What the schemas ask of a scalar, if the walk is to judge it. */
  readonly terms: Terms | undefined;
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
 * nobody is interested are not entered. What to do at an entry is found out when it is first met: most runs meet few of them. A walk that
 * judges looks at the same time for what the schemas refuse; it finds whether, and ajv (`generated/validators.js`) what.
 */
export class Dispatch<T> {
  readonly #unknown: T[] = [];
  /** By the number of the name that a place is asked for by. */
  readonly #byName: Named<T>[][] = [];
  readonly #calls: (readonly Call<T>[] | undefined)[] = [];
  readonly #roots = new Map<number, Plan<T>>();
  readonly #judges: boolean;
  /** What anybody asks for: a bit for each number. */
  #wanted = 0n;

  /**
   * @param targets with the places that each asks for, and what values there must be for it to be called
   * @param judges whether the walk looks for what the schemas refuse
   */
  constructor(targets: Iterable<readonly [At, T, (Needs | undefined)?]>, { judges = false } = {}) {
    this.#judges = judges;
    if (judges) this.#want('asked');
    for (const [at, target, needs] of targets) {
      if ('unknownKeys' in at) {
        this.#unknown.push(target);
        this.#want('properties');
      } else if (isMarkedPlaces(at)) {
        const named = { call: { target, path: [], needs }, marked: at.marked };
        for (const name of at.among) this.#add(name, named);
      } else
        for (const [shape, paths] of Object.entries(at))
          for (const path of [paths].flat() as string[])
            this.#add(shape, { call: { target, path: split(path), needs }, marked: undefined });
    }
  }
  #add(name: string, named: Named<T>): void {
    const number = this.#want(name);
    if (number !== undefined) (this.#byName[number] ??= []).push(named);
  }
  #want(name: string): number | undefined {
    const number = nameNumber(name);
    if (number !== undefined) this.#wanted |= 1n << BigInt(number);
    return number;
  }

  /**
   * What is called for an entry. A shape with variants is met as the entry of its variant; the undecided one stays for
   * values that name none.
   */
  #callsAt(id: number): readonly Call<T>[] {
    const known = this.#calls[id];
    if (known) return known;
    const calls = new Set<Call<T>>();
    for (const name of namesOf(id))
      for (const { call, marked } of this.#byName[name] ?? none)
        if (!marked || marked(marksOf(id), entryOf(id))) calls.add(call);
    return (this.#calls[id] = [...calls]);
  }

  /** Whether anybody asks for an entry or one that can be reached from it; or may: what else is asked of them is not looked at. */
  #isLive(id: number): boolean {
    return (reachOf(id) & this.#wanted) !== 0n;
  }
  #termsOf(id: number): Terms | undefined {
    return this.#judges ? termsOf(id) : undefined;
  }

  #planOf(entry: number, pending: readonly Call<T>[], around: number): Plan<T> {
    const calls = [...this.#callsAt(entry), ...pending];
    const { props, map } = entryOf(entry);
    const here = calls.filter(isHere),
      below = calls.filter(call => !isHere(call)),
      unknown = props && map === undefined ? this.#unknown : none;
    return {
      entry,
      calls: asked(here, entry, around),
      unknown,
      pending: below,
      terms: this.#termsOf(entry),
      live: here.length > 0 || unknown.length > 0 || below.length > 0 || this.#isLive(entry),
      keys: new Map(),
      rest: undefined,
      items: undefined,
    };
  }

  /** For a key that this plan has not met before. */
  slotAt(plan: Plan<T>, key: string): Slot<T> {
    const known = keysOf(plan.entry)?.get(key),
      { map } = entryOf(plan.entry);
    if (known === undefined && !plan.pending.some(({ path }) => path[0] === key))
      return (plan.rest ??= this.#slotOf(plan.entry, map ?? UNKNOWN, pendingAt('*', plan.pending), map === undefined));
    const slot = this.#slotOf(
      plan.entry,
      known ?? map ?? UNKNOWN,
      pendingAt(key, plan.pending),
      known === undefined && map === undefined,
    );
    plan.keys.set(key, slot);
    return slot;
  }
  slotOfItems(plan: Plan<T>): Slot<T> {
    return (plan.items ??= this.#slotOf(
      plan.entry,
      entryOf(plan.entry).items ?? UNKNOWN,
      pendingAt('*', plan.pending),
      false,
    ));
  }

  #slotOf(around: number, entry: number, pending: readonly Call<T>[], strange: boolean): Slot<T> {
    const calls = [...this.#callsAt(entry), ...pending].filter(isHere);
    return {
      entry,
      around,
      quiet: pending.length === 0 && !this.#isLive(entry),
      terms: this.#termsOf(entry),
      calls: asked(calls, entry, around),
      strange,
      pending,
      plan: undefined,
      variants: new Map(),
    };
  }

  planFor(slot: Slot<T>, value: Json): Plan<T> {
    const entry = entryFor(slot.entry, value);
    if (entry === slot.entry) return (slot.plan ??= this.#planOf(entry, slot.pending, slot.around));
    let plan = slot.variants.get(entry);
    if (!plan) slot.variants.set(entry, (plan = this.#planOf(entry, slot.pending, slot.around)));
    return plan;
  }

  /**
   * Calls `visit` for every place that a target asked for.
   * @returns what the schemas refuse, and where it is too deep to tell; nothing of a walk that does not judge
   */
  walk(root: Cursor, visit: Visit<T>): Refused {
    const plan = this.#rootPlan(root);
    if (!plan.live) return none;
    const walk = new Walk(this, root, visit);
    walk.from(plan);
    return walk.refused;
  }

  /** Whether a target looks at the value of this key, or at what is below it. */
  asksFor(root: Cursor, key: string): boolean {
    const plan = this.#rootPlan(root);
    return !(plan.keys.get(key) ?? this.slotAt(plan, key)).quiet;
  }

  #rootPlan(root: Cursor): Plan<T> {
    let plan = this.#roots.get(root.entry);
    if (!plan) this.#roots.set(root.entry, (plan = this.#planOf(root.entry, none, UNKNOWN)));
    return plan;
  }
}

/** One walk. Of the way to a place cursors are made when somebody is called there: nearly everywhere nobody is. */
class Walk<T> {
  /** The root alone, if there are more than a few. */
  refused: Refused = none;
  readonly #dispatch: Dispatch<T>;
  readonly #visit: Visit<T>;
  readonly #isLaidOver: boolean;
  // of the objects and lists that the walk is in, the root first
  readonly #nodes: (Cursor | undefined)[];
  readonly #values: (Json | undefined)[];
  readonly #segments: Segment[] = [''];
  readonly #entries: number[];

  constructor(dispatch: Dispatch<T>, root: Cursor, visit: Visit<T>) {
    this.#dispatch = dispatch;
    this.#visit = visit;
    this.#isLaidOver = root.below !== undefined;
    this.#nodes = [root];
    this.#values = [root.value];
    this.#entries = [root.entry];
  }

  from(plan: Plan<T>): void {
    const value = this.#values[0];
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null) return this.#enter(value, plan, 0);
    if (plan.terms && !fits(plan.terms, value)) this.#refuse(0);
    this.#ask(plan.calls, value, 0);
  }

  /** @param segment of a scalar in the object or list of this depth; without it that is refused itself */
  #refuse(depth: number, segment?: Segment): void {
    const route = this.#segments.slice(1, depth + 1);
    if (segment !== undefined) route.push(segment);
    this.refused = this.refused.length < MOST_REFUSED ? [...this.refused, route] : everything;
  }

  #ask(calls: readonly Asked<T>[], value: Json, depth: number): void {
    if (calls.length === 0) return;
    const holder = this.#holderAt(depth);
    // who is shown two things laid over each other is told what they were asked for
    for (const { target, test } of calls)
      if (!test || (depth === 0 && this.#isLaidOver) || test(value, holder)) this.#visit(target, this.#nodeAt(depth));
  }

  /** What a value of this depth is in, where what is beside it is surely of the same record. */
  #holderAt(depth: number): Json | undefined {
    return depth === 0 || (depth === 1 && this.#isLaidOver) ? undefined : this.#values[depth - 1];
  }
  /** The cursor at the object or list of a depth. */
  #nodeAt(depth: number): Cursor {
    return (this.#nodes[depth] ??= this.#nodeAt(depth - 1).child(
      this.#segments[depth]!,
      this.#values[depth],
      this.#entries[depth],
    ));
  }

  #enter(value: JsonObject | readonly Json[], plan: Plan<T>, depth: number): void {
    if (plan.terms && !holderFits(plan.terms, value)) this.#refuse(depth);
    this.#ask(plan.calls, value, depth);
    if (depth > MAX_DEPTH) this.#refuse(depth);
    else if (isArray(value)) this.#items(value, plan, depth);
    else this.#fields(value, plan, depth);
  }

  #items(list: readonly Json[], plan: Plan<T>, depth: number): void {
    const slot = plan.items ?? this.#dispatch.slotOfItems(plan);
    if (slot.quiet) return;
    for (let i = 0; i < list.length; i++) this.#value(list[i]!, i, slot, depth);
  }

  #fields(value: JsonObject, plan: Plan<T>, depth: number): void {
    const { keys } = plan;
    let unknown = false;
    for (const key in value) {
      const slot = keys.get(key) ?? this.#dispatch.slotAt(plan, key);
      if (slot.strange) unknown = true;
      if (!slot.quiet) this.#value(value[key]!, key, slot, depth);
    }
    if (!unknown) return;
    if (plan.terms?.closed) this.#refuse(depth);
    for (const target of plan.unknown) this.#visit(target, this.#nodeAt(depth));
  }

  #value(value: Json, segment: Segment, slot: Slot<T>, depth: number): void {
    if (typeof value !== 'object' || value === null) this.#scalar(value, segment, slot, depth);
    else {
      const plan = this.#dispatch.planFor(slot, value);
      if (!plan.live) return;
      const at = depth + 1;
      this.#nodes[at] = undefined;
      this.#values[at] = value;
      this.#segments[at] = segment;
      this.#entries[at] = slot.entry;
      this.#enter(value, plan, at);
    }
  }

  #scalar(value: Scalar, segment: Segment, { terms, calls, entry }: Slot<T>, depth: number): void {
    if (terms !== undefined && !fits(terms, value)) this.#refuse(depth, segment);
    if (calls.length === 0) return;
    const holder = this.#holderAt(depth + 1);
    let node: Cursor | undefined;
    for (const { target, test } of calls) {
      if (test && !test(value, holder)) continue;
      this.#visit(target, (node ??= this.#nodeAt(depth).child(segment, value, entry)));
    }
  }
}

const none: readonly never[] = [];
const isHere = ({ path }: Call<unknown>): boolean => path.length === 0;
const pendingAt = <T>(key: string, calls: readonly Call<T>[]): readonly Call<T>[] =>
  calls.filter(({ path }) => path[0] === key || path[0] === '*').map(rest);
const rest = <T>({ target, path, needs }: Call<T>): Call<T> => ({ target, path: path.slice(1), needs });
const asked = <T>(calls: readonly Call<T>[], entry: number, around: number): readonly Asked<T>[] =>
  calls.map(({ target, needs }) => ({ target, test: needs && testOf(needs, entry, around) }));
const isMarkedPlaces = (at: At): at is MarkedPlaces => 'among' in at;
