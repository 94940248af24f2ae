import type { Cursor } from './cursor.ts';
import { isArray, type Json, type JsonObject } from './json/json.ts';
import { split, type Segment } from './json/pointer.ts';
import { entryFor, entryOf, keysOf, marksOf, namesOf, nameNumber, reachOf, UNKNOWN_ENTRY } from './shapes/table.ts';
import { testOf, type PlaceSelector, type MarkedPlaces, type ValueCondition, type Test } from './shapes/at.ts';
import { fits, holderFits, constraintsOf, type Scalar, type Constraints } from './shapes/constraints.ts';

/** The maximum depth of visited values, so that no nesting can overflow the stack; no valid file is deeper. */
const MAX_DEPTH = 300;

/** A target to call at the end of a path. */
interface Call<T> {
  readonly target: T;
  readonly path: readonly string[];
  readonly when: ValueCondition | undefined;
}
/** A target to call at places with a name, if the schema matches. */
interface NamedCall<T> {
  readonly call: Call<T>;
  readonly isMarked: MarkedPlaces['hasProperty'] | undefined;
}
/** A target to call at a place, if the value passes the test. */
interface BoundCall<T> {
  readonly target: T;
  readonly test: Test | undefined;
}
type Visit<T> = (target: T, node: Cursor) => void;
/** The routes from the root to the values that the schemas reject. */
export type RefusedRoutes = readonly (readonly Segment[])[];
/** The maximum number of collected routes. Above it, checking the whole value with ajv is as fast. */
const MAX_REFUSED_ROUTES = 32;
const allRoutes: RefusedRoutes = [[]];

/** The plan for an object or list of an entry, with the rest of the paths that continue inside it. */
interface WalkPlan<T> {
  readonly entry: number;
  readonly calls: readonly BoundCall<T>[];
  /** Targets to call if the object has keys that the shape lacks. */
  readonly unknownKeyTargets: readonly T[];
  /** The calls of paths that continue inside the value. */
  readonly pending: readonly Call<T>[];
  /** The constraints of the schemas on the value; undefined if the walk does not validate. */
  readonly constraints: Constraints | undefined;
  /** Whether anything in the value or inside it may be called or rejected. */
  readonly hasWork: boolean;
  /**
   * The slots of the keys that have occurred. They are added on demand, because most files use only some fields of a
   * shape.
   */
  readonly keys: Map<string, Slot<T>>;
  /** The slot for keys that neither the shape nor a path mentions. Created on first use, like `items`. */
  rest: Slot<T> | undefined;
  items: Slot<T> | undefined;
}
/** The plan for the value of one key, or for the items of a list. */
interface Slot<T> {
  /** The entry of the value, before a variant is selected. */
  readonly entry: number;
  /** The entry of the enclosing value. */
  readonly parentEntry: number;
  /** Whether nothing in any value of the slot can be called or rejected. */
  readonly isQuiet: boolean;
  /** The constraints of the schemas on a scalar; undefined if the walk does not validate. */
  readonly constraints: Constraints | undefined;
  /** The calls for a scalar. A scalar needs no plan. */
  readonly calls: readonly BoundCall<T>[];
  /** Whether the shape lacks this key. */
  readonly isUnknownKey: boolean;
  readonly pending: readonly Call<T>[];
  /** The plan for the first entry that a value had. Nearly always, all values have the same entry. */
  plan: WalkPlan<T> | undefined;
  readonly variants: Map<number, WalkPlan<T>>;
}

/**
 * Calls targets for the places that they select. A document is walked once, value and shape table together, without
 * branches that concern no target. The plan for an entry is computed on first use, because most runs need few entries.
 * A validating walk also checks the schemas: it finds the rejected places, and ajv (`generated/validators.js`)
 * explains them afterwards.
 */
export class Dispatch<T> {
  readonly #unknownKeyTargets: T[] = [];
  /** The targets by the number of the place name that they select. */
  readonly #byName: NamedCall<T>[][] = [];
  readonly #calls: (readonly Call<T>[] | undefined)[] = [];
  readonly #roots = new Map<number, WalkPlan<T>>();
  readonly #judges: boolean;
  /** The place names that any target selects, with one bit per number. */
  #mask = 0n;

  /**
   * @param targets each target with its places and the condition on the value
   * @param judges whether the walk validates
   */
  constructor(targets: Iterable<readonly [PlaceSelector, T, (ValueCondition | undefined)?]>, { judges = false } = {}) {
    this.#judges = judges;
    if (judges) this.#nameNumberOf('asked');
    for (const [selector, target, condition] of targets) {
      if ('unknownKeys' in selector) {
        this.#unknownKeyTargets.push(target);
        this.#nameNumberOf('properties');
      } else if (isMarkedPlaces(selector)) {
        const entry = { call: { target, path: [], when: condition }, isMarked: selector.hasProperty };
        for (const name of selector.among) this.#add(name, entry);
      } else
        for (const [shape, paths] of Object.entries(selector))
          for (const path of [paths].flat() as string[])
            this.#add(shape, { call: { target, path: split(path), when: condition }, isMarked: undefined });
    }
  }
  /** Whether no target can be called. */
  get isEmpty(): boolean {
    return this.#mask === 0n;
  }
  #add(name: string, namedCall: NamedCall<T>): void {
    const number = this.#nameNumberOf(name);
    if (number !== undefined) (this.#byName[number] ??= []).push(namedCall);
  }
  #nameNumberOf(name: string): number | undefined {
    const number = nameNumber(name);
    if (number !== undefined) this.#mask |= 1n << BigInt(number);
    return number;
  }

  /**
   * The calls for an entry. For a shape with variants, pass the entry of the matching variant, or the entry of the
   * shape if no variant matches.
   */
  #callsAt(id: number): readonly Call<T>[] {
    const cachedCalls = this.#calls[id];
    if (cachedCalls) return cachedCalls;
    const calls: Call<T>[] = [];
    for (const name of namesOf(id))
      for (const { call, isMarked } of this.#byName[name] ?? emptyList)
        if ((!isMarked || isMarked(marksOf(id), entryOf(id))) && !calls.some(otherCall => isSameCall(otherCall, call)))
          calls.push(call);
    return (this.#calls[id] = calls);
  }

  /**
   * Whether a target may select an entry, or an entry reachable from it. Conditions are ignored, so the result may be
   * true although nothing is called.
   */
  #isLive(id: number): boolean {
    return (reachOf(id) & this.#mask) !== 0n;
  }
  #constraintsOf(id: number): Constraints | undefined {
    return this.#judges ? constraintsOf(id) : undefined;
  }

  #planOf(entry: number, pending: readonly Call<T>[], parentEntry: number): WalkPlan<T> {
    const calls = [...this.#callsAt(entry), ...pending];
    const { props, map, marks } = entryOf(entry);
    const ownCalls = calls.filter(endsHere),
      deeperCalls = calls.filter(call => !endsHere(call)),
      unknownKeyTargets = props && map === undefined && !marks?.['x-open'] ? this.#unknownKeyTargets : emptyList;
    return {
      entry,
      calls: boundCalls(ownCalls, entry, parentEntry),
      unknownKeyTargets: unknownKeyTargets,
      pending: deeperCalls,
      constraints: this.#constraintsOf(entry),
      hasWork: ownCalls.length > 0 || unknownKeyTargets.length > 0 || deeperCalls.length > 0 || this.#isLive(entry),
      keys: new Map(),
      rest: undefined,
      items: undefined,
    };
  }

  /** Creates the slot for a new key of a plan. */
  slotAt(plan: WalkPlan<T>, key: string): Slot<T> {
    const keyIndex = keysOf(plan.entry)?.get(key),
      { map } = entryOf(plan.entry);
    if (keyIndex === undefined && !plan.pending.some(({ path }) => path[0] === key))
      return (plan.rest ??= this.#slotOf(
        plan.entry,
        map ?? UNKNOWN_ENTRY,
        pendingAt('*', plan.pending),
        map === undefined,
      ));
    const slot = this.#slotOf(
      plan.entry,
      keyIndex ?? map ?? UNKNOWN_ENTRY,
      pendingAt(key, plan.pending),
      keyIndex === undefined && map === undefined,
    );
    plan.keys.set(key, slot);
    return slot;
  }
  slotOfItems(plan: WalkPlan<T>): Slot<T> {
    return (plan.items ??= this.#slotOf(
      plan.entry,
      entryOf(plan.entry).items ?? UNKNOWN_ENTRY,
      pendingAt('*', plan.pending),
      false,
    ));
  }

  #slotOf(parentEntry: number, entry: number, pending: readonly Call<T>[], isUnknownKey: boolean): Slot<T> {
    const calls = [...this.#callsAt(entry), ...pending].filter(endsHere);
    return {
      entry,
      parentEntry: parentEntry,
      isQuiet: pending.length === 0 && !this.#isLive(entry),
      constraints: this.#constraintsOf(entry),
      calls: boundCalls(calls, entry, parentEntry),
      isUnknownKey: isUnknownKey,
      pending,
      plan: undefined,
      variants: new Map(),
    };
  }

  planFor(slot: Slot<T>, value: Json): WalkPlan<T> {
    const entry = entryFor(slot.entry, value);
    if (entry === slot.entry) return (slot.plan ??= this.#planOf(entry, slot.pending, slot.parentEntry));
    let plan = slot.variants.get(entry);
    if (!plan) slot.variants.set(entry, (plan = this.#planOf(entry, slot.pending, slot.parentEntry)));
    return plan;
  }

  /**
   * Calls `visit` for every place that a target selects.
   * @returns the places that the schemas reject, or that are too deep to check; empty if the walk does not validate
   */
  walk(root: Cursor, visit: Visit<T>): RefusedRoutes {
    const plan = this.#rootPlan(root);
    if (!plan.hasWork) return emptyList;
    const walk = new Walk(this, root, visit);
    walk.walkFrom(plan);
    return walk.refusedRoutes;
  }

  /** Whether a target selects the value of a key, or anything inside the value. */
  concerns(root: Cursor, key: string): boolean {
    const plan = this.#rootPlan(root);
    return !(plan.keys.get(key) ?? this.slotAt(plan, key)).isQuiet;
  }

  #rootPlan(root: Cursor): WalkPlan<T> {
    let plan = this.#roots.get(root.entry);
    if (!plan) this.#roots.set(root.entry, (plan = this.#planOf(root.entry, emptyList, UNKNOWN_ENTRY)));
    return plan;
  }
}

/** One walk over a value. Cursors are created only for places with a call, because these are rare. */
class Walk<T> {
  /** The routes to the rejected places; only the route to the root if there are too many. */
  refusedRoutes: RefusedRoutes = emptyList;
  readonly #dispatch: Dispatch<T>;
  readonly #visit: Visit<T>;
  /** The root value that the tests of conditions get. */
  readonly #root: Json;
  // the cursors of the objects and lists around the current place, root first
  readonly #nodes: (Cursor | undefined)[];
  readonly #values: (Json | undefined)[];
  readonly #segments: Segment[] = [''];
  readonly #entries: number[];

  constructor(dispatch: Dispatch<T>, root: Cursor, visit: Visit<T>) {
    this.#dispatch = dispatch;
    this.#visit = visit;
    this.#root = root.baseCursor ? watchedRoot(root) : (root.value ?? null);
    this.#nodes = [root];
    this.#values = [root.value];
    this.#entries = [root.entry];
  }

  walkFrom(plan: WalkPlan<T>): void {
    const value = this.#values[0];
    if (value === undefined) return;
    if (typeof value === 'object' && value !== null) return this.#enter(value, plan, 0);
    if (plan.constraints && !fits(plan.constraints, value)) this.#refuse(0);
    this.#runCalls(plan.calls, value, 0);
  }

  /**
   * Records that a place is rejected.
   * @param segment the key or index of the rejected scalar in the object or list at this depth; without it, the object
   * or list itself is rejected
   */
  #refuse(depth: number, segment?: Segment): void {
    const route = this.#segments.slice(1, depth + 1);
    if (segment !== undefined) route.push(segment);
    this.refusedRoutes = this.refusedRoutes.length < MAX_REFUSED_ROUTES ? [...this.refusedRoutes, route] : allRoutes;
  }

  #runCalls(calls: readonly BoundCall<T>[], value: Json, depth: number): void {
    if (calls.length === 0) return;
    const holder = this.#holderAt(depth);
    const testValue = depth === 0 ? this.#root : value;
    for (const { target, test } of calls)
      if (!test || test(testValue, holder)) this.#visit(target, this.#nodeAt(depth));
  }
  /** The value at a depth that encloses the current place. */
  #holderAt(depth: number): Json | undefined {
    return depth === 1 ? this.#root : this.#values[depth - 1];
  }
  /** The cursor of the object or list at a depth. */
  #nodeAt(depth: number): Cursor {
    return (this.#nodes[depth] ??= this.#nodeAt(depth - 1).child(
      this.#segments[depth]!,
      this.#values[depth],
      this.#entries[depth],
    ));
  }

  #enter(value: JsonObject | readonly Json[], plan: WalkPlan<T>, depth: number): void {
    this.#runCalls(plan.calls, value, depth);
    if (plan.constraints && !holderFits(plan.constraints, value)) this.#refuse(depth);
    if (depth > MAX_DEPTH) this.#refuse(depth);
    else if (isArray(value)) this.#items(value, plan, depth);
    else this.#fields(value, plan, depth);
  }

  #items(list: readonly Json[], plan: WalkPlan<T>, depth: number): void {
    const slot = plan.items ?? this.#dispatch.slotOfItems(plan);
    if (slot.isQuiet) return;
    for (let i = 0; i < list.length; i++) this.#value(list[i]!, i, slot, depth);
  }

  #fields(value: JsonObject, plan: WalkPlan<T>, depth: number): void {
    const { keys } = plan;
    let hasUnknownKey = false;
    for (const key in value) {
      const slot = keys.get(key) ?? this.#dispatch.slotAt(plan, key);
      if (slot.isUnknownKey) hasUnknownKey = true;
      if (!slot.isQuiet) this.#value(value[key]!, key, slot, depth);
    }
    if (!hasUnknownKey) return;
    if (plan.constraints?.isClosed) this.#refuse(depth);
    for (const target of plan.unknownKeyTargets) this.#visit(target, this.#nodeAt(depth));
  }

  #value(value: Json, segment: Segment, slot: Slot<T>, depth: number): void {
    if (typeof value !== 'object' || value === null) this.#scalar(value, segment, slot, depth);
    else {
      const plan = this.#dispatch.planFor(slot, value);
      if (!plan.hasWork) return;
      const childDepth = depth + 1;
      this.#nodes[childDepth] = undefined;
      this.#values[childDepth] = value;
      this.#segments[childDepth] = segment;
      this.#entries[childDepth] = slot.entry;
      this.#enter(value, plan, childDepth);
    }
  }

  #scalar(value: Scalar, segment: Segment, { constraints, calls, entry }: Slot<T>, depth: number): void {
    if (constraints !== undefined && !fits(constraints, value)) this.#refuse(depth, segment);
    if (calls.length === 0) return;
    const holder = this.#holderAt(depth + 1);
    let node: Cursor | undefined;
    for (const { target, test } of calls) {
      if (test && !test(value, holder)) continue;
      this.#visit(target, (node ??= this.#nodeAt(depth).child(segment, value, entry)));
    }
  }
}

/** The root value. For an override laid over its agent, a value that records the keys that a test requests. */
const watchedRoot = (root: Cursor): Json =>
  new Proxy(root.value as JsonObject, {
    getOwnPropertyDescriptor: (settings, key) => {
      root.peek(String(key));
      return Reflect.getOwnPropertyDescriptor(settings, key);
    },
  });

const emptyList: readonly never[] = [];
/** Whether two calls are the same. A shape and its base may both name a place. */
const isSameCall = <T>(a: Call<T>, b: Call<T>): boolean =>
  a === b ||
  (a.target === b.target &&
    a.when === b.when &&
    a.path.length === b.path.length &&
    a.path.every((segment, i) => segment === b.path[i]));
const endsHere = ({ path }: Call<unknown>): boolean => path.length === 0;
const pendingAt = <T>(key: string, calls: readonly Call<T>[]): readonly Call<T>[] =>
  calls.filter(({ path }) => path[0] === key || path[0] === '*').map(rest);
const rest = <T>({ target, path, when }: Call<T>): Call<T> => ({ target, path: path.slice(1), when });
const boundCalls = <T>(calls: readonly Call<T>[], entry: number, parentEntry: number): readonly BoundCall<T>[] =>
  calls.map(({ target, when }) => ({ target, test: when && testOf(when, entry, parentEntry) }));
const isMarkedPlaces = (selector: PlaceSelector): selector is MarkedPlaces => 'among' in selector;
