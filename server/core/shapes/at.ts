import type { Json } from '../json/json.ts';
import type { Pointer } from '../json/pointer.ts';
import type { Marks, ShapeEntry, ShapeName } from './table.ts';

type ShapePaths = { readonly [Shape in ShapeName]?: Pointer | readonly Pointer[] };
/**
 * The places a rule is called for: by shape and path within it (`*`: every item or value), or by what the schemas say of a place.
 * `unknownKeys`: objects of a known shape that hold a key the shape does not have.
 */
export type At = ShapePaths | MarkedPlaces | { readonly unknownKeys: true };
export interface MarkedPlaces {
  readonly marked: (marks: Marks, entry: ShapeEntry) => boolean;
  /**
   * A quick look at the value that proves most places innocent. It only saves time: `check` decides.
   * `around`: what the schemas say of the object or list that holds it.
   */
  readonly suspects?: (value: Json, marks: Marks, around: Marks) => boolean;
}

/** Every place that the schemas mark as a reference to such a record. */
export const referencesTo = (...to: string[]): MarkedPlaces => ({
  marked: marks => to.includes(marks['x-reference']?.to as string),
});
/** Every string that the schemas say has this format. */
export const formatted = (...formats: string[]): MarkedPlaces => ({
  marked: marks => formats.includes(marks['x-format'] as string),
});
/** Every place whose schema has this keyword. */
export const withMark = (name: keyof Marks): MarkedPlaces => ({ marked: marks => marks[name] !== undefined });
