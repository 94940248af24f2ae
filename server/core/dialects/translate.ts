import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import { entryOf, keysOf, marksOf, UNKNOWN, type ShapeEntry } from '../shapes/table.ts';
import { spellings, type NamePairs } from './names.ts';

/** Deeper than any real file. Anything deeper is not translated, so no nesting can overflow the stack. */
const MAX_DEPTH = 300;

/** For each object with translated keys: its keys, mapped to their original spelling. */
export type Renamed = Map<object, ReadonlyMap<string, string>>;
/** A value with translated names. */
interface Exchanged {
  readonly value: Json;
  /** The first name that was translated, in its original spelling. */
  readonly first: string | undefined;
}

interface Direction {
  /** An object in the specification's names, translated deep enough to find its variant. */
  glance(object: JsonObject): Json;
  key(key: string, of: ReadonlyMap<string, number>, object: JsonObject): string | undefined;
  value(value: string, values: ReadonlySet<string>): string | undefined;
}

/**
 * The direction from a dialect to the specification. An existing key is never overwritten, and a name that is valid at
 * its place is kept.
 */
const understanding = (names: NamePairs): Direction => ({
  glance: object => shallowSpecNames(object, names, 0),
  key(key, of, object) {
    const specName = names.inSpec(key);
    if (specName === undefined || of.has(key) || Object.hasOwn(object, specName)) return undefined;
    // a dialect's name is recognizable anywhere; a team's own name may be any word, so its place decides
    return of.has(specName) || spellings().has(key) ? specName : undefined;
  },
  value(value, values) {
    const specValue = names.inSpec(value);
    return specValue !== undefined && values.has(specValue) && !values.has(value) ? specValue : undefined;
  },
});
/** The direction from the specification to a dialect. */
const speaking = (names: NamePairs): Direction => ({
  glance: object => object,
  key(key, of, object) {
    const spelled = names.spelled(key);
    return spelled !== undefined && !of.has(spelled) && !Object.hasOwn(object, spelled) ? spelled : undefined;
  },
  value(value, values) {
    const spelled = names.spelled(value);
    return spelled !== undefined && values.has(value) && !values.has(spelled) ? spelled : undefined;
  },
});

/**
 * A value translated from a dialect to the specification's names. Parts without dialect names stay the same objects.
 */
export const toSpecNames = (value: Json, entry: number, names: NamePairs, keys: Renamed): Exchanged =>
  new Exchange(understanding(names), keys).of(value, entry);
/** A value translated from the specification's names to a dialect. */
export const asSpelled = (value: Json, entry: number, names: NamePairs): Json =>
  new Exchange(speaking(names), new Map()).of(value, entry).value;

/** Whether a place is an object whose keys are the platform's names rather than the user's. */
export const isDescribed = ({ props, map }: ShapeEntry): boolean => props !== undefined && map === undefined;

class Exchange {
  readonly #direction: Direction;
  readonly #keys: Renamed;
  #first: string | undefined;
  constructor(direction: Direction, keys: Renamed) {
    this.#direction = direction;
    this.#keys = keys;
  }

  of(value: Json, entry: number): Exchanged {
    return { value: this.#walk(value, entry, 0), first: this.#first };
  }

  #walk(value: Json, entry: number, depth: number): Json {
    if (typeof value === 'string') return this.#value(value, entry);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || entry < 0) return value;
    return isArray(value) ? this.#items(value, entry, depth) : this.#object(value, entry, depth);
  }

  #value(value: string, entry: number): string {
    const values = knownValues(entry),
      other = values && this.#direction.value(value, values);
    if (other === undefined) return value;
    this.#first ??= value;
    return other;
  }

  #items(list: readonly Json[], entry: number, depth: number): Json {
    const { items = UNKNOWN } = entryOf(entry);
    let copy: Json[] | undefined;
    for (let i = 0; i < list.length; i++) {
      const item = this.#walk(list[i]!, items, depth + 1);
      if (item !== list[i]) (copy ??= list.slice())[i] = item;
    }
    return copy ?? list;
  }

  #object(object: JsonObject, undecided: number, depth: number): Json {
    const entry = this.#decided(object, undecided),
      shape = entryOf(entry),
      keys = keysOf(entry),
      described = isDescribed(shape);
    const made: JsonObject = {},
      renamed = new Map<string, string>();
    let changed = false;
    for (const key of Object.keys(object)) {
      const other = described ? this.#direction.key(key, keys!, object) : undefined,
        name = other ?? key,
        value = this.#walk(object[key]!, keys?.get(name) ?? keys?.get(key) ?? shape.map ?? UNKNOWN, depth + 1);
      if (other !== undefined) {
        renamed.set(other, key);
        this.#first ??= key;
      }
      changed ||= other !== undefined || value !== object[key];
      setOwn(made, name, value);
    }
    if (!changed) return object;
    if (renamed.size > 0) this.#keys.set(made, renamed);
    return made;
  }

  /** The entry of an object's variant; its discriminating key and value may be in a dialect. */
  #decided(object: JsonObject, entry: number): number {
    const { variants, props, decide } = entryOf(entry);
    if (decide) return this.#decided(object, decide(this.#direction.glance(object)));
    if (!variants) return entry;
    const { by, of } = variants,
      keys = keysOf(entry) ?? new Map<string, number>();
    const key = Object.hasOwn(object, by)
      ? by
      : Object.keys(object).find(one => this.#direction.key(one, keys, object) === by);
    const value = key === undefined ? undefined : object[key];
    if (typeof value !== 'string') return entry;
    const place = props?.[by],
      other = place === undefined ? undefined : this.#direction.value(value, knownValues(place) ?? new Set());
    for (const one of [value, other]) if (one !== undefined && Object.hasOwn(of, one)) return of[one]!;
    return entry;
  }
}

const listed: (ReadonlySet<string> | null | undefined)[] = [];
/** The values that the schemas list for a place; undefined if any string is allowed. */
function knownValues(entry: number): ReadonlySet<string> | undefined {
  if (entry < 0) return undefined;
  let set = listed[entry];
  if (set === undefined) {
    const { enum: values = [], const: only, 'x-known-values': open = [], ...marks } = marksOf(entry);
    const all = [
      ...values,
      ...open,
      ...Object.keys(marks['x-deprecated-values'] ?? {}),
      ...(only === undefined ? [] : [only]),
    ];
    const texts = all.filter(value => typeof value === 'string');
    listed[entry] = set = texts.length > 0 ? new Set(texts) : null;
  }
  return set ?? undefined;
}

/** A value for the recognition of kinds, with only the keys near its top in the specification's names. */
export function shallowSpecNames(value: Json, names: NamePairs, depth = 2): Json {
  if (typeof value !== 'object' || value === null || depth < 0) return value;
  if (isArray(value)) return value.map(item => shallowSpecNames(item, names, depth - 1));
  const made: JsonObject = {};
  for (const key of Object.keys(value)) {
    const specName = names.inSpec(key);
    setOwn(
      made,
      specName === undefined || Object.hasOwn(value, specName) ? key : specName,
      shallowSpecNames(value[key]!, names, depth - 1),
    );
  }
  return made;
}
