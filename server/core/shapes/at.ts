import { byText } from '../json/by-text.ts';
import type { Json } from '../json/json.ts';
import type { Pointer } from '../json/pointer.ts';
import { childEntry, marksOf, type Marks, type ShapeEntry, type ShapeName } from './table.ts';

type ShapePaths = { readonly [Shape in ShapeName]?: Pointer | readonly Pointer[] };
/**
 * The places for which a rule is called: by shape and path within the shape (`*`: every item or value), or by a
 * property of their schema. `unknownKeys`: objects of a known shape with a key that the shape lacks.
 */
export type PlaceSelector = ShapePaths | MarkedPlaces | { readonly unknownKeys: true };
/** The places with one of these names (`among`) whose schema has the given property. */
export interface MarkedPlaces {
  readonly among: readonly PlaceName[];
  readonly hasProperty?: (marks: Marks, entry: ShapeEntry) => boolean;
}
/**
 * The name of a set of places: a shape, a schema keyword, a keyword with its value or target, or a type
 * (`server/build/place-names.mjs`).
 */
type PlaceName =
  | ShapeName
  | keyof Marks
  | `propertyNames=${string}`
  | `type=${string}`
  | `x-${'format' | 'reference' | 'identifies' | 'sets-variables'}=${string}`;

/**
 * A condition that a value must meet before a rule is called; if possible, it is data and not a function. Without
 * conditions, a run takes 1.15 times as long for 76 real files, 1.26 times for 1,000 files and 1.32 times for 10,000
 * files.
 */
export type ValueCondition =
  | { readonly type: 'string' | 'number' }
  /** The value is a string that contains a text or matches a pattern. */
  | { readonly text: string | RegExp }
  /** The value is a string that is a key of an object in its schema: the value of a keyword. */
  | { readonly keyOf: keyof Marks }
  /**
   * Creates the test for an entry, once per entry; the test is then called for every value of the entry. `parentMarks`: the
   * schema of the enclosing value; `sibling`: returns the schema of a field beside the value.
   */
  | ((marks: Marks, parentMarks: Marks, sibling: (key: string) => Marks) => Test);
/**
 * A test of one value.
 * @param holder the object or list that contains the value; undefined for a root. For an override that is laid over
 * its agent, an object with the fields of both
 */
export type Test = (value: Json, holder: Json | undefined) => boolean;

/**
 * Compiles a condition.
 * @param parentEntry the entry of the enclosing value
 * @returns the test for all values at places of an entry
 */
export function testOf(condition: ValueCondition, entry: number, parentEntry: number): Test {
  const marks = marksOf(entry);
  if (typeof condition === 'function')
    return condition(marks, marksOf(parentEntry), key => marksOf(childEntry(parentEntry, key)));
  if ('type' in condition) {
    const { type } = condition;
    return value => typeof value === type;
  }
  if ('text' in condition) {
    const { text } = condition;
    return typeof text === 'string'
      ? value => typeof value === 'string' && value.includes(text)
      : value => typeof value === 'string' && byText(text, value, () => text.test(value));
  }
  const table = (marks[condition.keyOf] ?? {}) as object;
  return value => typeof value === 'string' && Object.hasOwn(table, value);
}

/** All places that the schemas mark as a reference to a record of these kinds. */
export const referencesTo = (...path: string[]): MarkedPlaces => ({
  among: path.map(kind => `x-reference=${kind}` as const),
});
/** All strings that have one of these formats in the schemas. */
export const stringsWithFormat = (...formats: string[]): MarkedPlaces => ({
  among: formats.map(format => `x-format=${format}` as const),
});
/** All places whose schema has a keyword. */
export const withMark = (name: keyof Marks): MarkedPlaces => ({ among: [name] });
