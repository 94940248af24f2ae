import { isArray, isObject, type Json } from '../json/json.ts';
import type { Pointer } from '../json/pointer.ts';
import { childEntry, marksOf, type Marks, type ShapeEntry, type ShapeName } from './table.ts';

type ShapePaths = { readonly [Shape in ShapeName]?: Pointer | readonly Pointer[] };
/**
 * The places a rule is called for: by shape and path within it (`*`: every item or value), or by what the schemas say of a place.
 * `unknownKeys`: objects of a known shape that hold a key the shape does not have.
 */
export type At = ShapePaths | MarkedPlaces | { readonly unknownKeys: true };
/** Places that have one of these names, and of them those of which the schemas say what is asked for. */
export interface MarkedPlaces {
  readonly among: readonly PlaceName[];
  readonly marked?: (marks: Marks, entry: ShapeEntry) => boolean;
}
/** A shape, a keyword of the schemas, one with its value or what it refers to, a type (`server/build/place-names.mjs`). */
export type PlaceName =
  | ShapeName
  | keyof Marks
  | `propertyNames=${string}`
  | `type=${string}`
  | `x-${'format' | 'reference' | 'identifies' | 'sets-variables'}=${string}`;

/** What a value must be for anything to be wrong with it, as data where data can say it. */
export type Needs =
  /** One of these. */
  | { readonly is: readonly Json[] }
  | { readonly type: 'string' | 'number' | 'list' }
  /** A string with this in it. */
  | { readonly text: string | RegExp }
  /** An object with one of these fields. */
  | { readonly fields: readonly string[] }
  /** A string that is one of the keys of what the schemas say under this keyword. */
  | { readonly keyOf: keyof Marks }
  /**
   * Made once for a place of the shape table, then asked of every value there. `around`: what the schemas say of what holds it; `sibling`:
   * what they say of a field beside it.
   */
  | ((marks: Marks, around: Marks, sibling: (key: string) => Marks) => Test);
/**
 * @param holder the object or list that the value is in; `undefined` for a root, and in settings that are laid over others, where a
 * value beside it may be another's: then what rests on it has to be looked at
 */
export type Test = (value: Json, holder: Json | undefined) => boolean;

/** @returns what is asked of every value at places of an entry, in what is of the entry `around` */
export function testOf(needs: Needs, entry: number, around: number): Test {
  const marks = marksOf(entry);
  if (typeof needs === 'function') return needs(marks, marksOf(around), key => marksOf(childEntry(around, key)));
  if ('is' in needs) {
    const values = new Set(needs.is);
    return value => values.has(value);
  }
  if ('type' in needs) {
    const { type } = needs;
    return type === 'list' ? isArray : value => typeof value === type;
  }
  if ('text' in needs) {
    const { text } = needs;
    return typeof text === 'string'
      ? value => typeof value === 'string' && value.includes(text)
      : value => typeof value === 'string' && text.test(value);
  }
  if ('fields' in needs) {
    const { fields } = needs;
    return value => isObject(value) && fields.some(field => Object.hasOwn(value, field));
  }
  const known = (marks[needs.keyOf] ?? {}) as object;
  return value => typeof value === 'string' && Object.hasOwn(known, value);
}

/** Every place that the schemas mark as a reference to such a record. */
export const referencesTo = (...to: string[]): MarkedPlaces => ({
  among: to.map(kind => `x-reference=${kind}` as const),
});
/** Every string that the schemas say has this format. */
export const formatted = (...formats: string[]): MarkedPlaces => ({
  among: formats.map(format => `x-format=${format}` as const),
});
/** Every place whose schema has this keyword. */
export const withMark = (name: keyof Marks): MarkedPlaces => ({ among: [name] });
