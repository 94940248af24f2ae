import type { Json } from '../json/json.ts';
import type { Pointer } from '../json/pointer.ts';
import { childEntry, marksOf, type Marks, type ShapeEntry, type ShapeName } from './table.ts';

type ShapePaths = { readonly [Shape in ShapeName]?: Pointer | readonly Pointer[] };
/**
 * The places that a rule is called for: by shape and path within it (`*`: every item or value), or by a property of the
 * place's schema. `unknownKeys`: objects of a known shape with a key that the shape does not have.
 */
export type At = ShapePaths | MarkedPlaces | { readonly unknownKeys: true };
/** Places with one of these names whose schema has the given property. */
export interface MarkedPlaces {
  readonly among: readonly PlaceName[];
  readonly marked?: (marks: Marks, entry: ShapeEntry) => boolean;
}
/** A shape, a schema keyword, a keyword with its value or target, or a type (`server/build/place-names.mjs`). */
type PlaceName =
  | ShapeName
  | keyof Marks
  | `propertyNames=${string}`
  | `type=${string}`
  | `x-${'format' | 'reference' | 'identifies' | 'sets-variables'}=${string}`;

/**
 * The condition under which a value is wrong, as data where possible. Without it a run takes 1.15 of the time over 76
 * real files, 1.26 over 1,000 files and 1.32 over 10,000.
 */
export type When =
  | { readonly type: 'string' | 'number' }
  /** A string that contains this. */
  | { readonly text: string | RegExp }
  /** A string that is a key of the schema's value for this keyword. */
  | { readonly keyOf: keyof Marks }
  /**
   * Created once per place of the shape table, then asked about every value there. `around`: the schema of the
   * enclosing value; `sibling`: that of a field beside it.
   */
  | ((marks: Marks, around: Marks, sibling: (key: string) => Marks) => Test);
/**
 * @param holder the object or list that contains the value; `undefined` for a root. Of settings laid over others, both
 * together
 */
export type Test = (value: Json, holder: Json | undefined) => boolean;

/** @returns the condition for every value at places of an entry, as part of the entry `around` */
export function testOf(when: When, entry: number, around: number): Test {
  const marks = marksOf(entry);
  if (typeof when === 'function') return when(marks, marksOf(around), key => marksOf(childEntry(around, key)));
  if ('type' in when) {
    const { type } = when;
    return value => typeof value === type;
  }
  if ('text' in when) {
    const { text } = when;
    return typeof text === 'string'
      ? value => typeof value === 'string' && value.includes(text)
      : value => typeof value === 'string' && text.test(value);
  }
  const table = (marks[when.keyOf] ?? {}) as object;
  return value => typeof value === 'string' && Object.hasOwn(table, value);
}

/** Every place that the schemas mark as a reference to such a record. */
export const referencesTo = (...to: string[]): MarkedPlaces => ({
  among: to.map(kind => `x-reference=${kind}` as const),
});
/** Every string with this format according to the schemas. */
export const formatted = (...formats: string[]): MarkedPlaces => ({
  among: formats.map(format => `x-format=${format}` as const),
});
/** Every place whose schema has this keyword. */
export const withMark = (name: keyof Marks): MarkedPlaces => ({ among: [name] });
