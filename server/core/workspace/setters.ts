import type { Cursor } from '../cursor.ts';

/** A place that gives a variable its value: a key of a map, or the name of an extracted item. */
export interface VariableSetter {
  readonly name: string;
  readonly at: Cursor;
  readonly key: boolean;
}

/** The variables that a place with the mark `x-sets-variables` sets. */
export function settersAt(place: Cursor): VariableSetter[] {
  const how = place.marks['x-sets-variables'];
  if (how === 'items')
    return place
      .items()
      .map(item => item.get('name'))
      .flatMap(at => (at.string() ? [{ name: at.string()!, at, key: false }] : []));
  const map = how === 'parameters' ? place.get('properties') : place;
  return map.entries().map(at => ({ name: at.key, at, key: true }));
}
