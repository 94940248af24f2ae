import { isArray, setOwn, type Json, type JsonObject } from '../json/json.ts';
import { entryOf, keysOf, marksOf, UNKNOWN_ENTRY, type ShapeEntry } from '../shapes/table.ts';
import { spellings, type NamePairs } from './names.ts';

/** The maximum depth of translated values, so that no nesting can overflow the stack; no real file is deeper. */
const MAX_DEPTH = 300;

/** For each object with translated keys: its current keys, mapped to their original spelling. */
export type OriginalKeys = Map<object, ReadonlyMap<string, string>>;
/** A value with translated names. */
interface Exchanged {
  readonly value: Json;
  /** The first name that was translated, in its original spelling. */
  readonly first: string | undefined;
}

interface Direction {
  /** An object in the names of the specification, translated only as deep as is needed to find its variant. */
  shallowTranslation(object: JsonObject): Json;
  key(key: string, names: ReadonlyMap<string, number>, object: JsonObject): string | undefined;
  value(value: string, values: ReadonlySet<string>): string | undefined;
}

/**
 * The direction from a dialect to the specification. An existing key is never overwritten, and a name that is valid at
 * its place is kept.
 */
const toSpecification = (names: NamePairs): Direction => ({
  shallowTranslation: object => shallowSpecNames(object, names, 0),
  key(key, table, object) {
    const specName = names.toSpecName(key);
    if (specName === undefined || table.has(key) || Object.hasOwn(object, specName)) return undefined;
    // a name of a dialect is recognizable at any place; a team's own name may be any word, so it is translated only at
    // a place of the name
    return table.has(specName) || spellings().has(key) ? specName : undefined;
  },
  value(value, values) {
    const specValue = names.toSpecName(value);
    return specValue !== undefined && values.has(specValue) && !values.has(value) ? specValue : undefined;
  },
});
/** The direction from the specification to a dialect. */
const toDialect = (names: NamePairs): Direction => ({
  shallowTranslation: object => object,
  key(key, table, object) {
    const spelling = names.spellingOf(key);
    return spelling !== undefined && !table.has(spelling) && !Object.hasOwn(object, spelling) ? spelling : undefined;
  },
  value(value, values) {
    const spelling = names.spellingOf(value);
    return spelling !== undefined && values.has(value) && !values.has(spelling) ? spelling : undefined;
  },
});

/**
 * A value translated from a dialect to the specification's names. Parts without dialect names stay the same objects.
 */
export const toSpecNames = (value: Json, entry: number, names: NamePairs, keys: OriginalKeys): Exchanged =>
  new Exchange(toSpecification(names), keys).translate(value, entry);
/** A value translated from the specification's names to a dialect. */
export const toDialectNames = (value: Json, entry: number, names: NamePairs): Json =>
  new Exchange(toDialect(names), new Map()).translate(value, entry).value;

/** Whether a place is an object whose keys are names of the platform, not of the user. */
export const isDescribed = ({ props, map }: ShapeEntry): boolean => props !== undefined && map === undefined;

class Exchange {
  readonly #direction: Direction;
  readonly #keys: OriginalKeys;
  #first: string | undefined;
  constructor(direction: Direction, keys: OriginalKeys) {
    this.#direction = direction;
    this.#keys = keys;
  }

  translate(value: Json, entry: number): Exchanged {
    return { value: this.#walk(value, entry, 0), first: this.#first };
  }

  #walk(value: Json, entry: number, depth: number): Json {
    if (typeof value === 'string') return this.#value(value, entry);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH || entry < 0) return value;
    return isArray(value) ? this.#items(value, entry, depth) : this.#object(value, entry, depth);
  }

  #value(value: string, entry: number): string {
    const values = knownValues(entry),
      translatedValue = values && this.#direction.value(value, values);
    if (translatedValue === undefined) return value;
    this.#first ??= value;
    return translatedValue;
  }

  #items(list: readonly Json[], entry: number, depth: number): Json {
    const { items = UNKNOWN_ENTRY } = entryOf(entry);
    let copy: Json[] | undefined;
    for (let i = 0; i < list.length; i++) {
      const item = this.#walk(list[i]!, items, depth + 1);
      if (item !== list[i]) (copy ??= list.slice())[i] = item;
    }
    return copy ?? list;
  }

  #object(object: JsonObject, openEntry: number, depth: number): Json {
    const entry = this.#variantEntry(object, openEntry),
      shape = entryOf(entry),
      keys = keysOf(entry),
      isDescribedShape = isDescribed(shape);
    const result: JsonObject = {},
      originalKeys = new Map<string, string>();
    let isChanged = false;
    for (const key of Object.keys(object)) {
      const respelledKey = isDescribedShape ? this.#direction.key(key, keys!, object) : undefined,
        name = respelledKey ?? key,
        value = this.#walk(object[key]!, keys?.get(name) ?? keys?.get(key) ?? shape.map ?? UNKNOWN_ENTRY, depth + 1);
      if (respelledKey !== undefined) {
        originalKeys.set(respelledKey, key);
        this.#first ??= key;
      }
      isChanged ||= respelledKey !== undefined || value !== object[key];
      setOwn(result, name, value);
    }
    if (!isChanged) return object;
    if (originalKeys.size > 0) this.#keys.set(result, originalKeys);
    return result;
  }

  /** The entry of an object's variant. The key and value that select the variant may be in a dialect. */
  #variantEntry(object: JsonObject, entry: number): number {
    const { variants, props, entryOfRecord } = entryOf(entry);
    if (entryOfRecord) return this.#variantEntry(object, entryOfRecord(this.#direction.shallowTranslation(object)));
    if (!variants) return entry;
    const { by, of } = variants,
      keys = keysOf(entry) ?? new Map<string, number>();
    const key = Object.hasOwn(object, by)
      ? by
      : Object.keys(object).find(key => this.#direction.key(key, keys, object) === by);
    const value = key === undefined ? undefined : object[key];
    if (typeof value !== 'string') return entry;
    const place = props?.[by],
      respelledValue = place === undefined ? undefined : this.#direction.value(value, knownValues(place) ?? new Set());
    for (const text of [value, respelledValue]) if (text !== undefined && Object.hasOwn(of, text)) return of[text]!;
    return entry;
  }
}

const listedValues: (ReadonlySet<string> | null | undefined)[] = [];
/** The values that the schemas list for a place; undefined if any string is allowed. */
function knownValues(entry: number): ReadonlySet<string> | undefined {
  if (entry < 0) return undefined;
  let set = listedValues[entry];
  if (set === undefined) {
    const { enum: values = [], const: fixedValue, 'x-known-values': openValueList = [], ...marks } = marksOf(entry);
    const allValues = [
      ...values,
      ...openValueList,
      ...Object.keys(marks['x-deprecated-values'] ?? {}),
      ...(fixedValue === undefined ? [] : [fixedValue]),
    ];
    const texts = allValues.filter(value => typeof value === 'string');
    listedValues[entry] = set = texts.length > 0 ? new Set(texts) : null;
  }
  return set ?? undefined;
}

/**
 * A value for the recognition of kinds. Only the keys near its top are translated to the names of the specification.
 */
export function shallowSpecNames(value: Json, names: NamePairs, depth = 2): Json {
  if (typeof value !== 'object' || value === null || depth < 0) return value;
  if (isArray(value)) return value.map(item => shallowSpecNames(item, names, depth - 1));
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const specName = names.toSpecName(key);
    setOwn(
      result,
      specName === undefined || Object.hasOwn(value, specName) ? key : specName,
      shallowSpecNames(value[key]!, names, depth - 1),
    );
  }
  return result;
}
